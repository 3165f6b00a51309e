// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/existing_container.h"

#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/docker/container_checks.h"
#include "core/engine/docker/container_spec.h"
#include "core/engine/docker/podman_dialect.h"
#include "core/engine/guest_agent.h"
#include "core/engine/ownership.h"

#include <algorithm>

namespace sandbench::docker {

namespace {

constexpr std::size_t kMostMountsNamed = 32;

bool holds(const Json& list, std::string_view capability)
{
    return jsonHolds(list, capability) || jsonHolds(list, "CAP_" + std::string(capability));
}

/// Whether its root may become other users.
bool maySwitchUsers(const Json& host)
{
    const auto& dropped = jsonField(host, "CapDrop");
    const auto& added = jsonField(host, "CapAdd");
    const auto has = [&](std::string_view capability) {
        return jsonBool(host, "Privileged") || holds(added, capability) || holds(added, "ALL")
            || (!holds(dropped, "ALL") && !holds(dropped, capability));
    };
    return has("SETUID") && has("SETGID") && has("KILL");
}

/// By what we give such a container and an image does not hand on.
bool isSandbox(const Json& inspected)
{
    const auto& config = jsonField(inspected, "Config");
    const auto& entrypoint = jsonField(config, "Entrypoint");
    return jsonString(inspected, "Name").starts_with("/sandbench-")
        && !jsonString(jsonField(config, "Labels"), label::kSession).empty()
        && entrypoint.size() == 1 && jsonHolds(entrypoint, kAgentPath);
}

std::string ownUser(const Json& config, bool isSandbox)
{
    return isSandbox ? jsonString(jsonField(config, "Labels"), label::kUser)
                     : jsonString(config, "User");
}

Result<void> checkState(const std::string& name, const Json& state, const std::string& command)
{
    const auto status = jsonString(state, "Status");
    const auto refuse = [&](const std::string& what) {
        return Error(ErrorCode::Unavailable, "the container " + name + " is " + what);
    };
    if (jsonBool(state, "Paused") || status == "paused")
        return refuse("paused; let it run on with '" + command + " unpause " + name + "'");
    if (jsonBool(state, "Dead") || status == "dead" || status == "removing")
        return refuse("dead; remove it and make another one");
    if (jsonBool(state, "Restarting") || status == "restarting")
        return refuse("restarting again and again; see '" + command + " logs " + name + "'");
    return {};
}

void reportLimit(
    IsolationReport& report, const std::string& controller, bool isSet, const std::string& option)
{
    if (isSet)
        report.layers.push_back(controller + " limit");
    else
        report.miss(
            controller + " cgroup", "the container was made without that limit",
            "make it with " + option);
}

IsolationReport reportExisting(const ExistingContainer& found, const Json& inspected)
{
    const auto& host = jsonField(inspected, "HostConfig");
    IsolationReport report;
    report.relaxations.push_back("existing container " + found.name);
    report.layers = {"system-call filter", "no capabilities", "no new privileges"};
    if (jsonBool(host, "Privileged"))
        report.relaxations.push_back("privileged container");
    reportLimit(report, "memory", jsonInt(host, "Memory") > 0, "--memory");
    reportLimit(report, "pids", jsonInt(host, "PidsLimit") > 0, "--pids-limit");
    reportLimit(
        report, "cpu", jsonInt(host, "NanoCpus") > 0 || jsonInt(host, "CpuQuota") > 0, "--cpus");
    if (jsonBool(host, "ReadonlyRootfs"))
        report.layers.push_back("read-only file system");
    else
        report.relaxations.push_back("writable root file system");
    if (found.network == "none")
        report.layers.push_back("no network but its own loopback");
    else
        report.relaxations.push_back("network " + found.network);
    const auto& mounts = jsonList(inspected, "Mounts");
    for (std::size_t i = 0; i < std::min(mounts.size(), kMostMountsNamed); ++i)
        report.relaxations.push_back(
            "mount " + oneLine(jsonString(mounts[i], "Source"), 200) + " at "
            + oneLine(jsonString(mounts[i], "Destination"), 200)
            + (jsonBool(mounts[i], "RW") ? " (writable)" : " (read-only)"));
    return report;
}

} // namespace

Result<ExistingContainer>
planExisting(const SandboxSpec& spec, const EngineFacts& facts, const Json& inspected)
{
    ExistingContainer found;
    const auto& config = jsonField(inspected, "Config");
    const auto& host = jsonField(inspected, "HostConfig");
    const auto& state = jsonField(inspected, "State");
    found.id = jsonString(inspected, "Id");
    if (found.id.empty())
        return Error(ErrorCode::Protocol, "the engine says nothing about the container");
    found.name = oneLine(containerOf(spec).existing, 200);
    SANDBENCH_TRY_VOID(checkState(found.name, state, commandOf(facts.dialect)));
    found.isRunning = jsonBool(state, "Running");
    found.imageId = jsonString(inspected, "Image");
    found.imageName = oneLine(jsonString(config, "Image"), 200);
    found.network = oneLine(jsonString(host, "NetworkMode", "bridge"), 200);
    found.isolation = reportExisting(found, inspected);

    found.isSandbox = isSandbox(inspected);
    // Made from an id; the label says what the user called it.
    if (found.isSandbox)
        found.imageName = oneLine(jsonString(jsonField(config, "Labels"), label::kImage), 200);

    auto user = containerOf(spec).user.empty() ? ownUser(config, found.isSandbox)
                                               : containerOf(spec).user;
    if (containerOf(spec).user.empty() && (user.empty() || isRootUser(user)))
        user = "65534:65534";
    if (isRootUser(user))
        found.isolation.relaxations.push_back("user root");
    const bool switches = maySwitchUsers(host);
    found.agentUser = switches ? "0:0" : user;
    auto& setup = found.setup;
    setup.user = switches ? user : std::string();
    setup.filterSystemCalls = true;
    setup.temporaryFolder = "/tmp/sandbench-" + spec.sessionId;
    setup.workFolder = setup.temporaryFolder + "/work";
    setup.homeFolder = setup.temporaryFolder + "/home";
    setup.currentFolder = spec.workingFolder;
    setup.removeAgentFile = !found.isSandbox;
    return found;
}

std::string agentFileName(const std::string& sessionId)
{
    return ".sandbench-agent-" + sessionId;
}

std::string agentScript(const std::string& sessionId, std::size_t bytes)
{
    return std::string("printf ") + kShellIsThere + "; " + makeAgentFolderScript(sessionId)
        + "head -c " + std::to_string(bytes)
        + " > \"$f\" && exec \"$f\"; rm -f \"$f\"; rmdir \"$p\"";
}

} // namespace sandbench::docker
