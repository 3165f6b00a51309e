// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/cgroup_files.h"

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

void PeakV2::reset(const std::string& folder)
{
    UniqueFd fd(::open((folder + "/memory.peak").c_str(), O_RDWR | O_CLOEXEC));
    if (fd && ::write(fd.get(), "reset", 5) > 0)
        m_fd = std::move(fd);
}

std::optional<std::uint64_t> PeakV2::read(const std::string& folder) const
{
    if (!m_fd)
        return readNumber(folder + "/memory.peak");
    char text[32];
    const auto length = ::pread(m_fd.get(), text, sizeof text, 0);
    if (length <= 0)
        return std::nullopt;
    return cgroupNumber({text, static_cast<std::size_t>(length)});
}

ResourceCounters readCountersV2(const std::string& folder, const PeakV2& peak)
{
    ResourceCounters counters;
    counters.memoryBytes = readNumber(folder + "/memory.current");
    counters.memoryPeakBytes = peak.read(folder);
    counters.oomKills = readField(folder + "/memory.events", "oom_kill");
    counters.processes = readNumber(folder + "/pids.current");
    counters.pidsDenied = readField(folder + "/pids.events", "max");
    if (const auto used = readField(folder + "/cpu.stat", "usage_usec"))
        counters.cpuSeconds = static_cast<double>(*used) / kMicrosecondsPerSecond;
    return counters;
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
