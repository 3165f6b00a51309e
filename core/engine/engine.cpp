// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include "core/engine/guest_path.h"

#include <algorithm>

namespace sandbench {

namespace {

constexpr std::size_t kLongestSessionId = 40;
constexpr std::uint64_t kSmallestMemory = 16ULL << 20;
constexpr std::uint64_t kFewestPids = 8;
constexpr std::uint64_t kMostPids = 1U << 22; // the kernel's own bound
constexpr double kMostCpus = 1e6;
constexpr std::chrono::seconds kLongestKeep = std::chrono::hours(24 * 30);
constexpr double kFewestCpus = 0.01; // a millisecond of each period is what kernels schedule

bool isSessionId(std::string_view id)
{
    const auto allowed
        = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !id.empty() && id.size() <= kLongestSessionId
        && std::all_of(id.begin(), id.end(), allowed);
}

} // namespace

Result<void> checkSpec(const SandboxSpec& spec)
{
    const auto invalid
        = [](const char* message) { return Error(ErrorCode::InvalidArgument, message); };
    if (!isSessionId(spec.sessionId))
        return invalid("a session id has 1 to 40 letters a-z, digits and dashes");
    if (spec.limits.memoryBytes != 0 && spec.limits.memoryBytes < kSmallestMemory)
        return invalid("the memory limit must be at least 16 MiB");
    if (spec.limits.pids != 0 && spec.limits.pids < kFewestPids)
        return invalid("the process limit must be at least 8");
    if (spec.limits.pids > kMostPids)
        return invalid("the process limit must be at most 4194304, or 0 for none");
    if (!(spec.limits.cpus >= 0 && spec.limits.cpus <= kMostCpus))
        return invalid("the CPU limit must be a positive number of cores, or 0 for none");
    if (spec.limits.cpus > 0 && spec.limits.cpus < kFewestCpus)
        return invalid("the CPU limit must be at least 0.01 of a core, or 0 for none");
    if (!isHostname(spec.hostname))
        return invalid("a host name has 1 to 63 letters a-z, digits and inner dashes");
    SANDBENCH_TRY_VOID(checkWorkingFolder(spec.workingFolder));
    if (spec.ttl.count() <= 0)
        return invalid("the time to live must be positive");
    if (spec.keepFor.count() < 0 || spec.keepFor > kLongestKeep)
        return invalid("a sandbox can be kept for 30 days at most");
    return {};
}

Result<void> Instance::dropNetwork(std::stop_token)
{
    return Error(ErrorCode::Unsupported, "this engine's sandboxes have no network to take away");
}

Result<void> Instance::keep()
{
    return Error(ErrorCode::Unsupported, "this engine's sandboxes end with the program");
}

Result<HostCapacity> Engine::capacity(std::stop_token)
{
    return HostCapacity();
}

Result<std::vector<SandboxInfo>> Engine::sandboxes(std::stop_token)
{
    return std::vector<SandboxInfo>();
}

Result<void> Engine::removeSandbox(const std::string& id, std::stop_token)
{
    return Error(ErrorCode::NotFound, "the engine " + name() + " has no sandbox " + id);
}

} // namespace sandbench
