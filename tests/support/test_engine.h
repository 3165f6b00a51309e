// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/artifact_store.h"
#include "core/engine/docker/connections.h"
#include "core/engine/engine.h"
#include "core/engine/kubernetes/kube_connection.h"
#include "core/language/language.h"
#include "core/session/session.h"

#include <memory>
#include <string>
#include <vector>

namespace sandbench::test {

class LoopbackSshd;

/// Real sessions of one engine, for tests.
class TestEngine
{
public:
    /// Those to test: SANDBENCH_TEST_ENGINES (names with commas); without it the embedded one.
    static std::vector<std::string> names();

    explicit TestEngine(const std::string& name);
    explicit TestEngine(std::unique_ptr<Engine> engine);
    ~TestEngine();

    /// Empty when sandboxes are possible here; else why not, and what to do about it.
    std::string whyNot();
    /// Null with a reason in problem() when it cannot be opened.
    std::unique_ptr<Session> open(SessionSpec spec);
    std::unique_ptr<Session> open(SandboxLimits limits = {}, Warm warm = Warm::Never);
    const std::string& problem() const { return m_problem; }
    Engine& engine() { return *m_engine; }

private:
    std::shared_ptr<LoopbackSshd> m_sshd; ///< Of the ssh engine; outlives it.
    std::unique_ptr<Engine> m_engine;
    LanguageCatalog m_languages;
    std::unique_ptr<ArtifactStore> m_artifacts;
    std::string m_problem;
};

/// Runs to the end. An Error becomes a record that no test expects: Verdict::AgentLost, with the
/// error's text as evidence and warning.
RunRecord
runRequest(Session& session, const RunRequest& request, RunSink& sink, std::stop_token stop = {});
RunRecord runIn(
    Session& session, std::string language, std::string code, RunLimits limits = {},
    std::string stdinBytes = {});

/// The image for tests in engines that have some: SANDBENCH_TEST_IMAGE, else
/// sandbench-python:1.
std::string testImage();

/// DOCKER_HOST for "docker", SANDBENCH_TEST_PODMAN for "podman": nothing that is only found.
Result<docker::Connection> testConnection(const std::string& engine);
/// The cluster of KUBECONFIG: nothing that is only found.
Result<kubernetes::KubeConnection> testCluster();
/// SANDBENCH_TEST_APPTAINER, the path of its program.
std::string testApptainer();
/// An ssh server that all who ask for it at the same time share: the ssh engine's other machine.
std::shared_ptr<LoopbackSshd> testSshd();
/// The ssh engine on it.
std::unique_ptr<Engine> makeSshEngine(const std::shared_ptr<LoopbackSshd>& sshd);
/// What that engine's sandboxes have on the other machine: all but its hubs.
std::vector<std::string> placesOf(const LoopbackSshd& sshd);
/// SLURM_CONF, the path of its configuration.
std::string testSlurm();
/// Containers of this process in that engine; of a cluster, pods and network policies; of Slurm,
/// jobs.
std::vector<std::string> containersOfThisProcess(const std::string& engine);

/// Folders of the control groups that this process made for its sandboxes.
std::vector<std::string> controlGroups();

/// What sandboxes of this process have on the machine: its control groups, processes that are its
/// children, and its containers.
std::vector<std::string> traces();
/// traces() but @p expected, for which open sandboxes account. Empty = clean. Waits up to @p
/// patienceMs for them to go.
std::vector<std::string>
leftovers(int patienceMs = 5000, const std::vector<std::string>& expected = {});

} // namespace sandbench::test
