// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/engine/cgroup/cgroup_paths.h"
#include "core/engine/engine.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

/// The few file operations that both cgroup versions share.
namespace sandbench::cgroup {

inline constexpr std::uint64_t kCpuPeriodMicroseconds = 100'000;
inline constexpr std::array kControllersV2 = {"memory", "pids", "cpu"};

Result<UniqueFd> openControl(const std::string& path); ///< For writing.
Result<void> writeControl(const std::string& path, std::string_view value);
std::optional<std::string> readControl(const std::string& path);
std::optional<std::uint64_t> readNumber(const std::string& path);
std::optional<std::uint64_t> readField(const std::string& path, std::string_view key);

/// Whether @p file, a cgroup.controllers or cgroup.subtree_control, names @p controller.
bool offersController(const std::string& file, std::string_view controller);

/// A control file that is read again and again, and held open for that: to find one costs more than
/// to read it. Absent numbers where there is no such file. Thread: any.
class HeldControl
{
public:
    enum class Use { Read, ReadAndWrite };

    HeldControl() = default;
    /// Only for reading where the kernel or this user's rights allow no more.
    explicit HeldControl(const std::string& path, Use use = Use::Read);

    std::optional<std::uint64_t> number() const;
    std::optional<std::uint64_t> field(std::string_view key) const;
    /// Changes nothing where the kernel does not take it.
    void write(std::string_view value) const;

private:
    UniqueFd m_fd;
};

/// What a v2 group counts; absent where it lacks the controller. A default one counts nothing.
/// Thread: any. Source: kernel documentation cgroup-v2.
class CountersV2
{
public:
    CountersV2() = default;
    explicit CountersV2(const std::string& folder);

    ResourceCounters read() const;
    /// The peak is the most memory since then, for this descriptor of the file alone. Kernels
    /// before 6.12 refuse; it is then the group's whole life's.
    void resetPeak() const;

private:
    HeldControl m_memory, m_peak, m_memoryEvents, m_pids, m_pidsEvents, m_cpu;
};

/// SIGKILL to everything inside, also to what forks meanwhile.
void killGroupV2(const std::string& folder);

/// Moves processes, with all of their threads, into the group in @p folder.
Result<void> moveProcesses(const std::string& folder, std::span<const pid_t> pids);
/// SIGKILL to all members, again until none is left or a bound is reached.
void killMembers(const std::string& folder);
/// rmdir, waiting for members that are still ending. Errors: Timeout, Io.
Result<void> removeGroup(const std::string& folder, std::chrono::milliseconds timeout);
/// Says that the sandbox has no limit by @p controller.
void missController(
    IsolationReport& report, std::string_view controller, std::string reason,
    std::string_view remedy);
/// Adds "memory limit (cgroup v2)" when @p limits ask for one of @p controller.
void noteLimit(
    std::string_view controller, const SandboxLimits& limits, std::string_view version,
    IsolationReport& report);

} // namespace sandbench::cgroup
