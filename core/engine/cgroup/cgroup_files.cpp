// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/cgroup_files.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace sandbench::cgroup {

namespace {

constexpr std::size_t kLargestControlFile = 1U << 20;
constexpr int kKillPasses = 100;
constexpr double kMicrosecondsPerSecond = 1e6;

/// As much as any file that is held says, and more.
using HeldText = std::array<char, 4096>;

std::string_view readHeld(const UniqueFd& fd, HeldText& text)
{
    const auto length = ::pread(fd.get(), text.data(), text.size(), 0);
    return {text.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
}

void pauseShortly()
{
    ::poll(nullptr, 0, 1);
}

} // namespace

Result<UniqueFd> openControl(const std::string& path)
{
    UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return fd ? Result<UniqueFd>(std::move(fd)) : Error::fromErrno(errno, "cannot write " + path);
}

Result<void> writeControl(const std::string& path, std::string_view value)
{
    SANDBENCH_TRY(const auto fd, openControl(path));
    if (::write(fd.get(), value.data(), value.size()) < 0)
        return Error::fromErrno(errno, "cannot write " + path);
    return {};
}

std::optional<std::string> readControl(const std::string& path)
{
    auto text = readFile(path, kLargestControlFile);
    return text ? std::optional(std::move(*text)) : std::nullopt;
}

std::optional<std::uint64_t> readNumber(const std::string& path)
{
    const auto text = readControl(path);
    return text ? cgroupNumber(*text) : std::nullopt;
}

std::optional<std::uint64_t> readField(const std::string& path, std::string_view key)
{
    const auto text = readControl(path);
    return text ? cgroupField(*text, key) : std::nullopt;
}

bool offersController(const std::string& file, std::string_view controller)
{
    const auto text = readControl(file).value_or("");
    const std::string padded = " " + text.substr(0, text.find('\n')) + " ";
    return padded.find(" " + std::string(controller) + " ") != std::string::npos;
}

HeldControl::HeldControl(const std::string& path, Use use)
    : m_fd(use == Use::ReadAndWrite ? ::open(path.c_str(), O_RDWR | O_CLOEXEC) : -1)
{
    if (!m_fd)
        m_fd.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

std::optional<std::uint64_t> HeldControl::number() const
{
    HeldText text;
    return cgroupNumber(readHeld(m_fd, text));
}

std::optional<std::uint64_t> HeldControl::field(std::string_view key) const
{
    HeldText text;
    return cgroupField(readHeld(m_fd, text), key);
}

void HeldControl::write(std::string_view value) const
{
    [[maybe_unused]] const auto written = ::pwrite(m_fd.get(), value.data(), value.size(), 0);
}

CountersV2::CountersV2(const std::string& folder)
    : m_memory(folder + "/memory.current")
    , m_peak(folder + "/memory.peak", HeldControl::Use::ReadAndWrite)
    , m_memoryEvents(folder + "/memory.events")
    , m_pids(folder + "/pids.current")
    , m_pidsEvents(folder + "/pids.events")
    , m_cpu(folder + "/cpu.stat")
{
}

ResourceCounters CountersV2::read() const
{
    ResourceCounters counters;
    counters.memoryBytes = m_memory.number();
    counters.memoryPeakBytes = m_peak.number();
    counters.oomKills = m_memoryEvents.field("oom_kill");
    counters.processes = m_pids.number();
    counters.pidsDenied = m_pidsEvents.field("max");
    if (const auto used = m_cpu.field("usage_usec"))
        counters.cpuSeconds = static_cast<double>(*used) / kMicrosecondsPerSecond;
    return counters;
}

void CountersV2::resetPeak() const
{
    m_peak.write("reset");
}

void killGroupV2(const std::string& folder)
{
    if (!writeControl(folder + "/cgroup.kill", "1"))
        killMembers(folder);
}

Result<void> moveProcesses(const std::string& folder, std::span<const pid_t> pids)
{
    for (const auto pid : pids)
        SANDBENCH_TRY_VOID(writeControl(folder + "/cgroup.procs", std::to_string(pid)));
    return {};
}

void killMembers(const std::string& folder)
{
    for (int pass = 0; pass < kKillPasses; ++pass) {
        const auto text = readControl(folder + "/cgroup.procs");
        const auto pids = text ? cgroupProcesses(*text) : std::vector<pid_t>();
        if (pids.empty())
            return;
        for (const auto pid : pids)
            ::kill(pid, SIGKILL);
        pauseShortly();
    }
}

Result<void> removeGroup(const std::string& folder, std::chrono::milliseconds timeout)
{
    const auto until = std::chrono::steady_clock::now() + timeout;
    while (::rmdir(folder.c_str()) != 0) {
        if (errno == ENOENT)
            return {};
        if (errno != EBUSY)
            return Error::fromErrno(errno, "cannot remove " + folder);
        if (std::chrono::steady_clock::now() >= until)
            return Error(ErrorCode::Timeout, "processes are left in " + folder);
        pauseShortly();
    }
    return {};
}

void missController(
    IsolationReport& report, std::string_view controller, std::string reason,
    std::string_view remedy)
{
    report.miss(std::string(controller) + " cgroup", std::move(reason), std::string(remedy));
}

void noteLimit(
    std::string_view controller, const SandboxLimits& limits, std::string_view version,
    IsolationReport& report)
{
    const bool asked = (controller == "memory" && limits.memoryBytes != 0)
        || (controller == "pids" && limits.pids != 0) || (controller == "cpu" && limits.cpus > 0);
    if (asked)
        report.layers.push_back(std::string(controller) + " limit (" + std::string(version) + ")");
}

} // namespace sandbench::cgroup
