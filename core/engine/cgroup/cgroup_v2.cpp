// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/cgroup.h"
#include "core/engine/cgroup/cgroup_files.h"
#include "core/engine/cgroup/user_scope.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::cgroup {

namespace {

constexpr std::string_view kRemedyV2
    = "run under a systemd user session that delegates control groups, or as root";

class GroupV2 : public SandboxCgroup
{
public:
    explicit GroupV2(std::string folder)
        : m_folder(std::move(folder))
        , m_counters(m_folder)
    {
    }
    ~GroupV2() override
    {
        killAll();
        (void)GroupV2::remove(std::chrono::milliseconds(200)).has_value();
    }

    Result<std::vector<UniqueFd>> entries() const override
    {
        std::vector<UniqueFd> files(1);
        SANDBENCH_TRY(files[0], openControl(m_folder + "/cgroup.procs"));
        return files;
    }

    Result<void> moveIn(std::span<const pid_t> pids, IsolationReport&, std::stop_token) override
    {
        return moveProcesses(m_folder, pids);
    }

    ResourceCounters counters() const override { return m_counters.read(); }
    void resetPeak() override { m_counters.resetPeak(); }
    void killAll() override { killGroupV2(m_folder); }

    Result<void> remove(std::chrono::milliseconds timeout) override
    {
        return removeGroup(m_folder, timeout);
    }

private:
    const std::string m_folder;
    const CountersV2 m_counters;
};

Result<void>
applyLimitV2(std::string_view controller, const std::string& folder, const SandboxLimits& limits)
{
    if (controller == "pids" && limits.pids != 0)
        return writeControl(folder + "/pids.max", std::to_string(limits.pids + kMonitorProcesses));
    if (controller == "cpu" && limits.cpus > 0) {
        const auto quota = static_cast<std::uint64_t>(limits.cpus * double{kCpuPeriodMicroseconds});
        return writeControl(
            folder + "/cpu.max",
            std::to_string(std::max<std::uint64_t>(quota, 1000)) + ' '
                + std::to_string(kCpuPeriodMicroseconds));
    }
    if (controller != "memory" || limits.memoryBytes == 0)
        return {};
    SANDBENCH_TRY_VOID(writeControl(folder + "/memory.max", std::to_string(limits.memoryBytes)));
    const auto swap = folder + "/memory.swap.max";
    if (readControl(swap))
        SANDBENCH_TRY_VOID(writeControl(swap, "0"));
    return {};
}

class TreeV2 : public CgroupTree
{
public:
    explicit TreeV2(std::string folder)
        : m_own(std::move(folder))
        , m_manager(findUserManager())
    {
    }

    std::string version() const override { return "cgroup v2"; }

    std::unique_ptr<SandboxCgroup>
    create(const std::string& name, const SandboxLimits& limits, IsolationReport& report) override
    {
        // Root may write everywhere, but what systemd has made is systemd's.
        if (m_manager && m_manager->bus == ScopeBus::System)
            return makeUserScope(*m_manager, name, limits);
        const auto parent = usableParent();
        const auto folder = parent + "/" + name;
        if (parent.empty() || ::mkdir(folder.c_str(), 0755) != 0) {
            if (m_manager)
                return makeUserScope(*m_manager, name, limits);
            for (const auto* controller : kControllersV2)
                missController(
                    report, controller, "this user may not make control groups", kRemedyV2);
            return nullptr;
        }
        for (const auto* controller : kControllersV2) {
            if (!offersController(folder + "/cgroup.controllers", controller))
                missController(
                    report, controller, "the controller is not delegated to this program",
                    kRemedyV2);
            else if (auto applied = applyLimitV2(controller, folder, limits); !applied)
                missController(report, controller, applied.error().text(), kRemedyV2);
            else
                noteLimit(controller, limits, "cgroup v2", report);
        }
        return std::make_unique<GroupV2>(folder);
    }

    std::vector<std::string> parents() const override
    {
        std::vector<std::string> folders;
        for (auto parent = m_own; parent.size() > kMount.size(); parent = above(parent))
            folders.push_back(parent);
        folders.emplace_back(kMount);
        if (m_manager)
            folders.push_back(scopesFolder(m_manager->bus));
        return folders;
    }

private:
    static constexpr std::string_view kMount = "/sys/fs/cgroup";

    static std::string above(const std::string& folder)
    {
        return folder.substr(0, folder.find_last_of('/'));
    }

    /// The nearest group at or above ours in which we may make groups *with controllers*. A group
    /// with processes of its own cannot give controllers to groups below it, so this is usually not
    /// our own.
    std::string usableParent() const
    {
        for (auto folder = m_own; folder.size() >= kMount.size(); folder = above(folder)) {
            if (::access(folder.c_str(), W_OK) != 0
                || ::access((folder + "/cgroup.procs").c_str(), W_OK) != 0
                || !mayHaveSubgroups(
                    readControl(folder + "/cgroup.type"),
                    readControl(folder + "/cgroup.procs").value_or("")))
                continue;
            for (const auto* controller : kControllersV2)
                (void)writeControl(
                    folder + "/cgroup.subtree_control", std::string("+") + controller)
                    .has_value();
            if (offersController(folder + "/cgroup.subtree_control", "pids"))
                return folder;
        }
        return {};
    }

    std::string m_own;
    std::optional<UserManager> m_manager;
};

} // namespace

std::unique_ptr<CgroupTree> makeCgroupTreeV2(std::string folder)
{
    return std::make_unique<TreeV2>(std::move(folder));
}

std::unique_ptr<CgroupTree> openCgroupTree()
{
    const auto mounts = readControl("/proc/self/mountinfo");
    const auto self = readControl("/proc/self/cgroup");
    if (!mounts || !self)
        return nullptr;
    auto layout = parseCgroupLayout(*mounts, *self);
    // On a hybrid machine the v2 mount has no controllers.
    if (layout.v1.contains("memory") || layout.v1.contains("pids"))
        return makeCgroupTreeV1(std::move(layout));
    return layout.v2.empty() ? nullptr : makeCgroupTreeV2(layout.v2);
}

} // namespace sandbench::cgroup
