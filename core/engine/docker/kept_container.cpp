// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/kept_container.h"

#include "core/base/clock.h"
#include "core/engine/container_options.h"
#include "core/engine/docker/docker_api.h"
#include "core/engine/ownership.h"

#include <algorithm>
#include <chrono>
#include <poll.h>

namespace sandbench::docker {

namespace {

using namespace std::chrono_literals;

constexpr auto kKeptEndPatience = 3s;
constexpr int kEndMilliseconds = 10;

Error gone(const SandboxSpec& spec)
{
    return Error(
        ErrorCode::NotFound,
        "the engine does not have the sandbox " + spec.sessionId + " any more");
}

/// One of our own has, besides what its engine tells of it, the layers that all of them are made
/// with.
void addOwnLayers(IsolationReport& report, const EngineFacts& facts, const Json& inspected)
{
    const auto& host = jsonField(inspected, "HostConfig");
    const auto runtime = jsonString(host, "Runtime");
    auto made = isolationOfRuntime(facts, runtime == facts.defaultRuntime ? "" : runtime);
    std::erase(made.layers, "ends with this program");
    if (jsonField(host, "Tmpfs").contains("/work"))
        made.layers.emplace_back("sized scratch folders");
    for (auto& layer : made.layers)
        if (std::find(report.layers.begin(), report.layers.end(), layer) == report.layers.end())
            report.layers.push_back(std::move(layer));
    for (auto& missing : made.missing)
        report.missing.push_back(std::move(missing));
}

} // namespace

Result<ExecutedAgent> execAgent(
    const EngineLink& link, const std::string& container, const std::vector<std::string>& command,
    const std::string& user, std::stop_token stop)
{
    const Json body
        = {{"Cmd", command},       {"User", user}, {"AttachStdin", true}, {"AttachStdout", true},
           {"AttachStderr", true}, {"Tty", false}, {"WorkingDir", "/"}};
    SANDBENCH_TRY(
        const auto made, link.api->post("/containers/" + container + "/exec", {}, body, stop));
    ExecutedAgent agent;
    agent.id = jsonString(made, "Id");
    SANDBENCH_TRY(
        auto framed,
        link.api->upgrade(
            "/exec/" + agent.id + "/start", {}, {{"Detach", false}, {"Tty", false}}, stop,
            link.attachPatience));
    agent.stream = std::make_unique<DemuxStream>(std::move(framed));
    return agent;
}

void awaitEndOfExec(const DockerApi& api, const std::string& exec)
{
    for (const auto until = Clock::now() + kKeptEndPatience; Clock::now() < until;) {
        const auto left = api.get("/exec/" + exec + "/json", {}, {});
        if (!left || !jsonBool(*left, "Running"))
            return;
        ::poll(nullptr, 0, kEndMilliseconds);
    }
}

Result<KeptContainer>
findKept(const EngineLink& link, const SandboxSpec& spec, std::stop_token stop)
{
    const auto inspected = link.api->get(
        "/containers/" + net::percentEncode(spec.adopts) + "/json", {}, std::move(stop));
    if (inspected.failedAs(ErrorCode::NotFound))
        return gone(spec);
    if (!inspected)
        return inspected.error();
    return planKept(spec, link.facts, *inspected);
}

Result<KeptContainer>
planKept(const SandboxSpec& spec, const EngineFacts& facts, const Json& inspected)
{
    const auto& config = jsonField(inspected, "Config");
    KeptContainer kept;
    SANDBENCH_TRY(kept.container, planExisting(spec, facts, inspected));
    auto& found = kept.container;
    const auto& command = jsonField(config, "Cmd");
    const bool isKept = command.is_array() && command.size() == 2 && command[0] == "keep";
    if (!found.isSandbox || !found.isRunning || !isKept
        || jsonString(jsonField(config, "Labels"), label::kSession) != spec.sessionId)
        return gone(spec);
    kept.name = jsonString(inspected, "Name");
    if (kept.name.starts_with('/'))
        kept.name.erase(0, 1);
    // It is one of our own, as it was when it was made.
    GuestSetup setup;
    setup.user = found.setup.user;
    setup.filterSystemCalls = true;
    setup.currentFolder = spec.workingFolder;
    found.setup = std::move(setup);
    addOwnLayers(found.isolation, facts, inspected);
    auto& relaxations = found.isolation.relaxations;
    std::erase_if(
        relaxations, [](const auto& one) { return one.starts_with("existing container"); });
    const auto& networks = jsonField(jsonField(inspected, "NetworkSettings"), "Networks");
    kept.isNetworkDropped = found.network != "none" && networks.empty();
    if (kept.isNetworkDropped) {
        std::erase(relaxations, "network " + found.network);
        relaxations.push_back("network " + found.network + " until the packages are installed");
    }
    return kept;
}

} // namespace sandbench::docker
