// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/local_engine.h"

#include "core/engine/cgroup/group_list.h"
#include "core/engine/embedded_engines.h"
#include "core/engine/guest_agent.h"
#include "core/engine/local/local_instance.h"
#include "core/engine/this_machine.h"
#include "core/policy/system_call_filter.h"

#include <algorithm>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace sandbench {

namespace {

/// At a time: each waits a little for its processes.
constexpr unsigned kLeastOpenings = 2;

/// "problem; remedy" as our messages are written.
std::pair<std::string, std::string> splitMessage(const std::string& text)
{
    const auto at = text.find("; ");
    if (at == std::string::npos)
        return {text, {}};
    return {text.substr(0, at), text.substr(at + 2)};
}

} // namespace

LocalEngine::LocalEngine(local::LocalEngineOptions options)
    : m_options(std::move(options))
    , m_openings(std::max(kLeastOpenings, std::thread::hardware_concurrency()))
{
    if (!m_options.makeFilter)
        m_options.makeFilter = makeSystemCallFilterFile;
}

Result<std::shared_ptr<local::LocalHost>> LocalEngine::host()
{
    const std::lock_guard lock(m_mutex);
    if (m_options.agent.empty()) {
        SANDBENCH_TRY(m_options.agent, agentOfThisMachine());
    }
    if (!m_host) {
        SANDBENCH_TRY(m_host, local::LocalHost::prepare(m_options));
    }
    return m_host;
}

EngineStatus LocalEngine::probe(std::stop_token stop)
{
    EngineStatus status;
    status.engine = name();
    status.host = capacity(stop).value_or(HostCapacity());
    const auto prepared = host();
    status.reachable = prepared.has_value();
    if (prepared)
        status.version = "bubblewrap " + (*prepared)->bwrapVersion();
    SandboxSpec spec;
    spec.sessionId = "probe";
    const auto fail = [&status](const Error& error) {
        std::tie(status.problem, status.remedy) = splitMessage(error.text());
        if (status.remedy.empty())
            status.remedy = ::geteuid() == 0
                ? "run Sandbench as an ordinary user"
                : "see what 'bwrap --unshare-all --ro-bind / / true' says as this user";
        return status;
    };
    if (!prepared)
        return fail(prepared.error());
    auto instance = open(spec, stop);
    if (!instance)
        return fail(instance.error());
    status.isolation = (*instance)->isolation();
    if (auto closed = (*instance)->close(); !closed)
        return fail(closed.error());
    status.usable = true;
    return status;
}

Result<HostCapacity> LocalEngine::capacity(std::stop_token)
{
    return capacityOfThisMachine();
}

Result<std::unique_ptr<Instance>> LocalEngine::open(const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkSpec(spec));
    SANDBENCH_TRY_VOID(refuseImages(spec, "the embedded engine", "choose another engine"));
    if (spec.keepFor.count() > 0 || !spec.adopts.empty())
        return Error(
            ErrorCode::Unsupported,
            "embedded sandboxes end with the program; keep one in docker or podman");
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped before a sandbox was opened");
    SANDBENCH_TRY(auto prepared, host());
    SANDBENCH_TRY(const auto turn, m_openings.enter(stop));
    SANDBENCH_TRY(
        auto instance,
        local::LocalInstance::start(std::move(prepared), spec, stop).within("opening a sandbox"));
    return std::unique_ptr<Instance>(std::move(instance));
}

Result<std::vector<SandboxInfo>> LocalEngine::sandboxes(std::stop_token)
{
    const auto tree = cgroup::openCgroupTree();
    return tree ? cgroup::listGroups(*tree) : std::vector<SandboxInfo>();
}

Result<void> LocalEngine::removeSandbox(const std::string& id, std::stop_token stop)
{
    const auto tree = cgroup::openCgroupTree();
    return tree ? cgroup::endGroup(*tree, id) : Engine::removeSandbox(id, stop);
}

} // namespace sandbench
