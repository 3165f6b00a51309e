// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/existing_instance.h"

#include "core/archive/tar_writer.h"
#include "core/engine/container_options.h"
#include "core/engine/docker/container_calls.h"
#include "core/engine/docker/container_checks.h"
#include "core/engine/docker/container_spec.h"
#include "core/engine/docker/kept_container.h"
#include "core/engine/docker/podman_dialect.h"

#include <chrono>
#include <poll.h>

namespace sandbench::docker {

namespace {

using namespace std::chrono_literals;

constexpr auto kShellPatience = 20s;
constexpr auto kExecEndPatience = 3s;
constexpr const char* kStopSeconds = "2";

} // namespace

ExistingInstance::ExistingInstance(std::shared_ptr<EngineLink> link, const SandboxSpec& spec)
    : m_link(std::move(link))
    , m_spec(spec)
{
}

ExistingInstance::~ExistingInstance()
{
    (void)ExistingInstance::close().has_value();
}

Result<std::unique_ptr<Instance>> ExistingInstance::start(
    std::shared_ptr<EngineLink> link, const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkExisting(spec));
    std::unique_ptr<ExistingInstance> instance(new ExistingInstance(std::move(link), spec));
    SANDBENCH_TRY_VOID(instance->wake(stop));
    SANDBENCH_TRY_VOID(instance->startAgent(stop));
    return std::unique_ptr<Instance>(std::move(instance));
}

Result<void> ExistingInstance::wake(std::stop_token stop)
{
    const auto& name = containerOf(m_spec).existing;
    const auto path = "/containers/" + net::percentEncode(name);
    const auto inspected = m_link->api->get(path + "/json", {}, stop);
    if (inspected.failedAs(ErrorCode::NotFound))
        return Error(
            ErrorCode::NotFound,
            "the engine has no container " + name + "; see '" + commandOf(m_link->facts.dialect)
                + " ps --all' for those it has");
    if (!inspected)
        return inspected.error();
    SANDBENCH_TRY(m_found, planExisting(m_spec, m_link->facts, *inspected));
    m_since = m_link->now() - 1;
    if (m_found.isRunning)
        return {};
    SANDBENCH_TRY_VOID(m_link->api->post("/containers/" + m_found.id + "/start", {}, {}, stop)
                           .within("starting the container " + name));
    m_wasStarted = true;
    return {};
}

Result<void> ExistingInstance::startAgent(std::stop_token stop)
{
    if (m_found.isSandbox) {
        SANDBENCH_TRY_VOID(exec({std::string(kAgentPath)}, stop));
        return awaitAgent(*m_stream, stop);
    }
    // Also where the container's programs are for another processor and emulated.
    SANDBENCH_TRY(const auto agent, agentFor(m_link->facts.architecture));
    const auto withShell = startThroughShell(agent, stop);
    if (withShell || withShell.error().code() != ErrorCode::Unavailable)
        return withShell;
    return startFromArchive(agent, stop);
}

Result<void> ExistingInstance::exec(const std::vector<std::string>& command, std::stop_token stop)
{
    auto started = execAgent(*m_link, m_found.id, command, m_found.agentUser, stop);
    if (!started)
        return execFailure(started.error(), stop);
    m_execId = std::move(started->id);
    m_stream = std::move(started->stream);
    return {};
}

Error ExistingInstance::execFailure(const Error& error, std::stop_token stop) const
{
    if (!m_wasStarted)
        return error;
    // An engine may know the end of a container only a moment after it refused for it.
    net::HttpRequest request;
    request.method = "POST";
    request.patience = kExecEndPatience;
    const auto ended = m_link->api->send(
        std::move(request), "/containers/" + m_found.id + "/wait", {{"condition", "not-running"}},
        std::move(stop));
    return ended ? Error(
               ErrorCode::InvalidArgument,
               "the container " + m_found.name
                   + " ends as soon as it is started, so nothing can run in it")
                 : error;
}

Result<void> ExistingInstance::startThroughShell(std::string_view agent, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(exec({"/bin/sh", "-c", agentScript(m_spec.sessionId, agent.size())}, stop));
    // Without a shell nobody would ever read what is written.
    char said = 0;
    {
        const std::stop_callback onStop(stop, [this] { m_stream->wake(); });
        const auto answered = m_stream->read({&said, 1}, kShellPatience);
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while opening a sandbox");
        if (!answered || *answered == 0 || said != kShellIsThere)
            return Error(ErrorCode::Unavailable, "there is no shell");
    }
    {
        const std::stop_callback onStop(stop, [this] { m_stream->close(); });
        // When it fails, what follows says why.
        [[maybe_unused]] const auto written = m_stream->write(agent);
    }
    return awaitAgent(*m_stream, stop);
}

Result<void> ExistingInstance::startFromArchive(std::string_view agent, std::stop_token stop)
{
    const auto file = agentFileName(m_spec.sessionId);
    const auto path = "/containers/" + m_found.id;
    const TarEntry entry{file, 0755, agent, false};
    SANDBENCH_TRY(auto tar, makeTar({&entry, 1}));
    // Whatever runs in it could lead the engine astray while it unpacks.
    const auto paused = m_link->api->post(path + "/pause", {}, {}, stop);
    if (!paused)
        return execFailure(paused.error(), stop).within("pausing the container " + m_found.name);
    const auto put = putArchive(*m_link->api, m_found.id, "/", std::move(tar), stop);
    const auto resumed = m_link->api->post(path + "/unpause", {}, {}, {});
    if (!put)
        return put.error().within("giving the agent to the container " + m_found.name);
    if (!resumed)
        return resumed.error().within("letting the container " + m_found.name + " run on");
    SANDBENCH_TRY_VOID(exec({"/" + file}, stop));
    return awaitAgent(*m_stream, stop);
}

std::string ExistingInstance::image() const
{
    return m_found.imageName + " (" + m_found.imageId + ")";
}

std::optional<Instance::EndCause> ExistingInstance::endCause()
{
    return endOfContainer(*m_link->api, m_found.id, m_since);
}

std::string ExistingInstance::description() const
{
    return m_link->facts.serverName + ", existing container " + m_found.name;
}

Result<void> ExistingInstance::close()
{
    if (std::exchange(m_closed, true))
        return {};
    if (m_stream)
        m_stream->close();
    if (!m_execId.empty())
        awaitEndOfExec(*m_link->api, m_execId);
    if (!m_wasStarted)
        return {};
    const auto stopped
        = m_link->api->post("/containers/" + m_found.id + "/stop", {{"t", kStopSeconds}}, {}, {});
    return stopped || stopped.error().code() == ErrorCode::NotFound
        ? Result<void>()
        : stopped.error().within("stopping the container " + m_found.name + " again");
}

} // namespace sandbench::docker
