// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/cgroup.h"
#include "core/engine/cgroup/cgroup_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <sys/stat.h>

namespace sandbench::cgroup {

namespace {

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::string_view kRemedyV1
    = "run as root on this cgroup v1 machine, or boot with cgroup v2";

class GroupV1 : public SandboxCgroup
{
public:
    explicit GroupV1(std::map<std::string, std::string, std::less<>> folders)
        : m_folders(std::move(folders))
        , m_memory(held("memory", "memory.usage_in_bytes"))
        , m_peak(held("memory", "memory.max_usage_in_bytes", HeldControl::Use::ReadAndWrite))
        , m_oom(held("memory", "memory.oom_control"))
        , m_pids(held("pids", "pids.current"))
        , m_pidsEvents(held("pids", "pids.events"))
        , m_cpu(held("cpuacct", "cpuacct.usage"))
    {
    }
    ~GroupV1() override
    {
        if (m_isRemoved)
            return;
        killAll();
        (void)GroupV1::remove(std::chrono::milliseconds(200)).has_value();
    }

    /// Not cgroup.procs, whose writer waits as well: a child of ours has one thread.
    Result<std::vector<UniqueFd>> entries() const override
    {
        std::vector<UniqueFd> files;
        for (const auto& folder : uniqueFolders()) {
            SANDBENCH_TRY(auto file, openControl(folder + "/tasks"));
            files.push_back(std::move(file));
        }
        return files;
    }

    Result<void> moveIn(std::span<const pid_t> pids, IsolationReport&, std::stop_token) override
    {
        for (const auto& folder : uniqueFolders())
            SANDBENCH_TRY_VOID(moveProcesses(folder, pids));
        return {};
    }

    ResourceCounters counters() const override
    {
        ResourceCounters counters;
        counters.memoryBytes = m_memory.number();
        counters.memoryPeakBytes = m_peak.number();
        counters.oomKills = m_oom.field("oom_kill");
        counters.processes = m_pids.number();
        counters.pidsDenied = m_pidsEvents.field("max");
        if (const auto used = m_cpu.number())
            counters.cpuSeconds
                = static_cast<double>(*used) / static_cast<double>(kNanosecondsPerSecond);
        return counters;
    }

    void resetPeak() override { m_peak.write("0"); }

    void killAll() override
    {
        // Frozen, nothing can fork away from the signal.
        const auto* freezer = folder("freezer");
        if (freezer != nullptr)
            (void)writeControl(*freezer + "/freezer.state", "FROZEN").has_value();
        const auto text = readControl(m_folders.begin()->second + "/cgroup.procs");
        for (const auto pid : text ? cgroupProcesses(*text) : std::vector<pid_t>())
            ::kill(pid, SIGKILL);
        if (freezer != nullptr)
            (void)writeControl(*freezer + "/freezer.state", "THAWED").has_value();
        killMembers(m_folders.begin()->second);
    }

    Result<void> remove(std::chrono::milliseconds timeout) override
    {
        for (const auto& folder : uniqueFolders())
            SANDBENCH_TRY_VOID(removeGroup(folder, timeout));
        m_isRemoved = true;
        return {};
    }

private:
    const std::string* folder(std::string_view controller) const
    {
        const auto it = m_folders.find(controller);
        return it == m_folders.end() ? nullptr : &it->second;
    }
    HeldControl held(
        std::string_view controller, const std::string& file,
        HeldControl::Use use = HeldControl::Use::Read) const
    {
        const auto* path = folder(controller);
        return path ? HeldControl(*path + "/" + file, use) : HeldControl();
    }
    /// cpu and cpuacct are often one hierarchy under two names.
    std::vector<std::string> uniqueFolders() const
    {
        std::vector<std::string> folders;
        for (const auto& [controller, path] : m_folders)
            if (std::find(folders.begin(), folders.end(), path) == folders.end())
                folders.push_back(path);
        return folders;
    }

    const std::map<std::string, std::string, std::less<>> m_folders;
    const HeldControl m_memory, m_peak, m_oom, m_pids, m_pidsEvents, m_cpu;
    bool m_isRemoved = false;
};

Result<void> limitMemory(const std::string& folder, std::uint64_t bytes)
{
    if (bytes == 0)
        return {};
    const auto text = std::to_string(bytes);
    SANDBENCH_TRY_VOID(writeControl(folder + "/memory.limit_in_bytes", text));
    // Memory and swap together: the same number means no swap. Where swap is not accounted, the
    // group may still say that it wants none.
    const auto withSwap = folder + "/memory.memsw.limit_in_bytes";
    return readControl(withSwap) ? writeControl(withSwap, text)
                                 : writeControl(folder + "/memory.swappiness", "0");
}

/// What connections hold is no memory to version 1, only on request and beside it.
void limitSocketMemory(
    const std::string& folder, std::uint64_t memoryBytes, IsolationReport& report)
{
    constexpr std::uint64_t kShare = 4;
    if (memoryBytes == 0)
        return;
    const auto limited = writeControl(
        folder + "/memory.kmem.tcp.limit_in_bytes", std::to_string(memoryBytes / kShare));
    if (limited)
        report.layers.emplace_back("socket memory limit (cgroup v1)");
    else
        report.miss("socket memory limit", limited.error().text(), "boot with cgroup v2");
}

Result<void> limitPids(const std::string& folder, std::uint64_t pids)
{
    if (pids == 0)
        return {};
    return writeControl(folder + "/pids.max", std::to_string(pids + kMonitorProcesses));
}

Result<void> limitCpu(const std::string& folder, double cpus)
{
    if (cpus <= 0)
        return {};
    SANDBENCH_TRY_VOID(
        writeControl(folder + "/cpu.cfs_period_us", std::to_string(kCpuPeriodMicroseconds)));
    const auto quota = static_cast<std::uint64_t>(cpus * double{kCpuPeriodMicroseconds});
    return writeControl(
        folder + "/cpu.cfs_quota_us", std::to_string(std::max<std::uint64_t>(quota, 1000)));
}

Result<void>
applyLimitV1(std::string_view controller, const std::string& folder, const SandboxLimits& limits)
{
    if (controller == "memory")
        return limitMemory(folder, limits.memoryBytes);
    if (controller == "pids")
        return limitPids(folder, limits.pids);
    if (controller == "cpu")
        return limitCpu(folder, limits.cpus);
    return {};
}

class TreeV1 : public CgroupTree
{
public:
    explicit TreeV1(CgroupLayout layout)
        : m_layout(std::move(layout))
    {
    }

    std::string version() const override { return "cgroup v1"; }

    std::unique_ptr<SandboxCgroup>
    create(const std::string& name, const SandboxLimits& limits, IsolationReport& report) override
    {
        std::map<std::string, std::string, std::less<>> folders;
        for (const auto* controller : kControllers) {
            const auto parent = m_layout.v1.find(controller);
            if (parent == m_layout.v1.end()) {
                missController(
                    report, controller, "the kernel does not offer this controller here",
                    kRemedyV1);
                continue;
            }
            const auto folder = parent->second + "/" + name;
            if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) {
                missController(
                    report, controller, "this user may not make control groups", kRemedyV1);
                continue;
            }
            folders.emplace(controller, folder);
            if (auto applied = applyLimitV1(controller, folder, limits); !applied)
                missController(report, controller, applied.error().text(), kRemedyV1);
            else
                noteLimit(controller, limits, "cgroup v1", report);
            if (controller == std::string_view("memory"))
                limitSocketMemory(folder, limits.memoryBytes, report);
        }
        if (folders.empty())
            return nullptr;
        return std::make_unique<GroupV1>(std::move(folders));
    }

    std::vector<std::string> parents() const override
    {
        std::vector<std::string> folders;
        for (const auto* controller : kControllers)
            if (const auto parent = m_layout.v1.find(controller); parent != m_layout.v1.end())
                folders.push_back(parent->second);
        return folders;
    }

private:
    static constexpr std::array kControllers = {"memory", "pids", "cpu", "cpuacct", "freezer"};

    CgroupLayout m_layout;
};

} // namespace

std::unique_ptr<CgroupTree> makeCgroupTreeV1(CgroupLayout layout)
{
    return std::make_unique<TreeV1>(std::move(layout));
}

} // namespace sandbench::cgroup
