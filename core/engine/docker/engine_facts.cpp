// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/engine_facts.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace sandbench::docker {

namespace {

constexpr std::size_t kMostRuntimes = 64;

std::vector<std::string> namesOf(const Json& object)
{
    std::vector<std::string> names;
    if (object.is_object())
        for (const auto& [name, ignored] : object.items())
            if (names.size() < kMostRuntimes)
                names.push_back(name);
    return names;
}

bool hasSecurityOption(const Json& info, std::string_view option)
{
    const auto options = jsonTexts(info, "SecurityOptions");
    return std::any_of(options.begin(), options.end(), [&](const std::string& text) {
        // "name=seccomp,profile=default"
        return ("," + text + ",").find("," + std::string(option) + ",") != std::string::npos;
    });
}

/// "1.1.5+ds1" and "runc version 1.1.5+ds1\ncommit: …": from the first digit to the first blank.
std::string versionIn(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    return std::string(text.substr(0, std::min<std::size_t>(text.find_first_of(" \n"), 40)));
}

} // namespace

std::string runcVersionOf(const Json& version, const std::string& defaultRuntime)
{
    for (const auto& component : jsonList(version, "Components")) {
        const auto name = jsonString(component, "Name");
        const auto text = jsonString(component, "Version");
        const bool isRunc = name == "runc"
            || text.starts_with("runc ")
            // A wrapper with another name, as the engine has it by default.
            || (name == defaultRuntime && name != "crun" && name != "runsc");
        if (isRunc)
            return versionIn(text);
    }
    return {};
}

std::string machineName(std::string_view architecture)
{
    if (architecture == "amd64")
        return "x86_64";
    return std::string(architecture == "arm64" ? "aarch64" : architecture);
}

bool isOldRunc(std::string_view version)
{
    std::array<int, 3> part{};
    int end = 0;
    if (std::sscanf(std::string(version).c_str(), "%d.%d.%d%n", &part[0], &part[1], &part[2], &end)
        != 3)
        return false;
    const std::array line{part[0], part[1]};
    if (line < std::array{1, 2})
        return true;
    if (line == std::array{1, 2})
        return part[2] < 8;
    if (line == std::array{1, 3})
        return part[2] < 3;
    const auto rest = version.substr(static_cast<std::size_t>(end));
    return part == std::array{1, 4, 0} && (rest == "-rc.1" || rest == "-rc.2");
}

EngineFacts readEngineFacts(Dialect dialect, const Json& info, const Json& version)
{
    EngineFacts facts;
    facts.dialect = dialect;
    facts.architecture = machineName(jsonString(info, "Architecture"));
    facts.host.memoryBytes = jsonCount(info, "MemTotal");
    facts.host.cpus = std::max(jsonNumber(info, "NCPU"), 0.0);
    facts.runtimes = namesOf(jsonField(info, "Runtimes"));
    facts.defaultRuntime = jsonString(info, "DefaultRuntime");
    facts.runcVersion = runcVersionOf(version, facts.defaultRuntime);
    facts.isRootless = hasSecurityOption(info, "name=rootless") || jsonBool(info, "Rootless");
    facts.remapsUsers = hasSecurityOption(info, "name=userns");
    facts.hasCgroupV2 = jsonString(info, "CgroupVersion") == "2";
    facts.limitsMemory = jsonBool(info, "MemoryLimit", true);
    facts.limitsSwap = jsonBool(info, "SwapLimit", true);
    facts.limitsCpu = jsonBool(info, "CpuCfsQuota", true);
    facts.limitsPids = jsonBool(info, "PidsLimit", true);
    // A rootless Docker where no control groups are delegated.
    if (jsonString(info, "CgroupDriver") == "none")
        facts.limitsMemory = facts.limitsSwap = facts.limitsCpu = facts.limitsPids = false;
    facts.hasAppArmor = hasSecurityOption(info, "name=apparmor");
    facts.hasSelinux = hasSecurityOption(info, "name=selinux");
    facts.hasSeccomp = hasSecurityOption(info, "name=seccomp");
    return facts;
}

void readDelegatedLimits(EngineFacts& facts, const Json& libpodInfo)
{
    const auto& delegated = jsonField(jsonField(libpodInfo, "host"), "cgroupControllers");
    facts.limitsMemory = jsonHolds(delegated, "memory");
    facts.limitsSwap = facts.limitsSwap && facts.limitsMemory;
    facts.limitsCpu = jsonHolds(delegated, "cpu");
    facts.limitsPids = jsonHolds(delegated, "pids");
}

} // namespace sandbench::docker
