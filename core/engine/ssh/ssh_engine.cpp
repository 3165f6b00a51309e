// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ssh/ssh_engine.h"

#include "core/base/text.h"
#include "core/engine/embedded_engines.h"
#include "core/engine/engine_problem.h"
#include "core/engine/ssh/ssh_instance.h"

namespace sandbench {

namespace {

using namespace std::chrono_literals;

constexpr auto kListPatience = 20s;
constexpr auto kRemovePatience = 12s;

SandboxInfo infoOf(const Json& brief)
{
    SandboxInfo info;
    info.engine = "ssh";
    info.sessionId = oneLine(jsonString(brief, "session"), 40);
    info.id = oneLine(jsonString(brief, "name"), 40);
    info.state = "running";
    info.owner = oneLine(jsonString(brief, "owner"), 500);
    info.isOwnerAlive = stateOfOwner(info.owner) != OwnerState::Dead;
    // Each ends by itself, and what is kept may be somebody's who will come back.
    info.isStale = false;
    info.createdAt = jsonInt(brief, "created");
    return info;
}

} // namespace

SshEngine::SshEngine(Options options)
    : m_options(std::move(options))
{
}

SshEngine::~SshEngine() = default;

Result<std::shared_ptr<ssh::FarMachine>> SshEngine::machine()
{
    const std::lock_guard lock(m_mutex);
    if (!m_machine) {
        SANDBENCH_TRY(const auto connection, m_options.choose());
        m_connection = connection.text();
        m_machine = std::make_shared<ssh::FarMachine>(connection.endpoint);
    }
    return m_machine;
}

EngineStatus SshEngine::look(std::stop_token stop)
{
    EngineStatus status;
    status.engine = name();
    const auto chosen = machine();
    if (!chosen)
        return withProblem(std::move(status), chosen.error());
    status.connection = m_connection;
    const auto greeting = (*chosen)->reach(std::move(stop));
    if (!greeting)
        return withProblem(std::move(status), greeting.error());
    status.reachable = true;
    status.usable = true;
    status.version = "on " + greeting->hostname + " (" + greeting->machine + ")";
    status.host = greeting->capacity;
    return status;
}

EngineStatus SshEngine::probe(std::stop_token stop)
{
    auto status = look(stop);
    if (!status.usable)
        return status;
    SandboxSpec spec;
    spec.sessionId = "probe";
    const auto chosen = machine();
    auto instance = ssh::SshInstance::start(*chosen, spec, std::move(stop));
    if (!instance)
        return withProblem(std::move(status), instance.error());
    status.isolation = (*instance)->isolation();
    status.version = (*instance)->version() + " " + status.version;
    if (const auto closed = (*instance)->close(); !closed)
        return withProblem(std::move(status), closed.error());
    return status;
}

Result<HostCapacity> SshEngine::capacity(std::stop_token stop)
{
    SANDBENCH_TRY(const auto chosen, machine());
    SANDBENCH_TRY(const auto greeting, chosen->reach(std::move(stop)));
    return greeting.capacity;
}

Result<std::unique_ptr<Instance>> SshEngine::open(const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkSpec(spec));
    SANDBENCH_TRY_VOID(
        refuseImages(spec, "the ssh engine", "use --engine docker with --connection ssh://…"));
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped before a sandbox was opened");
    SANDBENCH_TRY(const auto chosen, machine());
    auto instance = spec.adopts.empty() ? ssh::SshInstance::start(chosen, spec, stop)
                                        : ssh::SshInstance::adopt(chosen, spec, stop);
    if (!instance)
        return std::move(instance.error())
            .within(spec.adopts.empty() ? "opening a sandbox" : "opening a kept sandbox");
    return std::unique_ptr<Instance>(*std::move(instance));
}

Result<std::vector<SandboxInfo>> SshEngine::sandboxes(std::stop_token stop)
{
    SANDBENCH_TRY(const auto chosen, machine());
    SANDBENCH_TRY(const auto reached, chosen->reach(stop));
    SANDBENCH_TRY(
        const auto answer, chosen->ask({{"ask", "list"}}, kListPatience, std::move(stop)));
    std::vector<SandboxInfo> list;
    for (const auto& brief : jsonList(answer, "sandboxes"))
        list.push_back(infoOf(brief));
    return list;
}

Result<void> SshEngine::removeSandbox(const std::string& id, std::stop_token stop)
{
    SANDBENCH_TRY(const auto known, sandboxes(stop));
    bool isFound = false;
    for (const auto& sandbox : known) {
        // Of a kept one the id goes on with its token.
        if (sandbox.sessionId != id && sandbox.id != id.substr(0, id.find('/')))
            continue;
        isFound = true;
        SANDBENCH_TRY_VOID(withoutValue(
            (*machine())->ask({{"ask", "end"}, {"of", sandbox.id}}, kRemovePatience, stop)));
    }
    return isFound ? Result<void>() : Engine::removeSandbox(id, std::move(stop));
}

} // namespace sandbench
