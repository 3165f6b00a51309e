// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/client.h"
#include "core/engine/docker/docker_api.h"
#include "tests/support/test_engine.h"

#include <QObject>

#include <memory>
#include <string>
#include <vector>

namespace sandbench::test {

SandboxSpec boxSpec();

/// One sandbox, spoken to without a session.
struct Box
{
    Box() = default;
    Box(Box&&) = default;
    /// The client reads from its instance: it goes first.
    Box& operator=(Box&& other) noexcept
    {
        client = std::move(other.client);
        instance = std::move(other.instance);
        problem = std::move(other.problem);
        errorCode = other.errorCode;
        return *this;
    }

    std::unique_ptr<Instance> instance;
    std::unique_ptr<agent::AgentClient> client;
    std::string problem;
    ErrorCode errorCode = ErrorCode::Internal; ///< Of problem.

    /// What the program printed, and behind it how it ended unless that was with 0.
    std::string run(const std::vector<std::string>& argv, const std::string& folder = {});
    std::string python(const std::string& code) { return run({"python3", "-c", code}); }
};

Box openBox(Engine& engine, const SandboxSpec& spec, std::stop_token stop = {});

/// Base of the tests of containers below sessions: each of them runs on Docker and on Podman, and
/// leaves no container there.
class DockerFixture : public QObject
{
    Q_OBJECT

protected:
    /// A container of somebody else's; removed at the end of the test. Empty = it was not made.
    std::string makeContainer(const Json& body);
    std::string stateOf(const std::string& container);
    Box open(const SandboxSpec& spec) { return openBox(m_engine->engine(), spec); }
    /// An image with one program, /waiter, that greets, waits for the end of its input and ends.
    /// Its name, or nothing.
    std::string makeScratchImage();

    std::string m_name;
    std::unique_ptr<TestEngine> m_engine;
    std::shared_ptr<docker::DockerApi> m_api;
    std::vector<std::string> m_images; ///< Removed at the end of the test.

private:
    std::vector<std::string> m_containers;

private Q_SLOTS:
    void initTestCase_data();
    void init();
    void cleanup();
};

} // namespace sandbench::test
