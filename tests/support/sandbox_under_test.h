// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/test_engine.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sandbench::test {

/// Keeps what a run told, and lets a test act on it. Thread: the run's; the vectors are read after
/// it.
class RecordingSink : public RunSink
{
public:
    void onStarted(const std::string& runId) override;
    void onOutput(StreamKind stream, std::string_view bytes) override;
    void onPhase(RunPhase phase, std::string_view name) override
    {
        phases.push_back(std::string(phaseName(phase)) + " " + std::string(name));
    }
    void onArtifact(const Artifact& artifact) override { artifacts.push_back(artifact.name); }
    void onResult(std::string_view text) override { results.emplace_back(text); }
    void onNotice(std::string_view text) override { notices.emplace_back(text); }

    std::string runId, out, err;
    std::vector<std::string> artifacts, results, notices, phases;
    std::vector<std::size_t> chunkSizes; ///< Of stdout.
    std::function<void(const std::string& runId)> whenStarted;
    std::function<void(const std::string& outSoFar)> whenOutput;
};

/// One open session of an engine, as every conformance test starts.
class SandboxUnderTest
{
public:
    explicit SandboxUnderTest(TestEngine& engine)
        : m_engine(engine)
    {
    }

    /// Opens the session; says why it cannot, or nothing.
    std::string start(const SessionSpec& spec);
    /// A second session of the same engine.
    std::unique_ptr<Session> openAnother() { return m_engine.open(SessionSpec()); }

    Session& session() { return *m_session; }

    RunRecord run(const RunRequest& request, RunSink& sink, std::stop_token stop = {});
    RunRecord run(const RunRequest& request);
    RunRecord python(const std::string& code);
    RunRecord bash(const std::string& code);

private:
    TestEngine& m_engine;
    std::unique_ptr<Session> m_session;
};

/// Prints how many programs called sleep there are in a sandbox; not every image has pgrep.
inline constexpr const char* kCountSleeps = "grep -ls '^sleep' /proc/[0-9]*/comm | wc -l";

RunRequest pythonRequest(const std::string& code);
RunRequest bashRequest(const std::string& code);
/// A cell in a context.
RunRequest cellRequest(const std::string& context, const std::string& code);

/// "exited 3", "signaled 9", "wall_timeout", and the error's text where nothing ran.
std::string endingOf(const RunRecord& record);

} // namespace sandbench::test
