// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/user_scope.h"

#include "core/base/fd.h"
#include "core/engine/cgroup/cgroup_files.h"
#include "core/engine/cgroup/user_scope_format.h"
#include "core/process/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::cgroup {

namespace {

using namespace std::chrono_literals;

constexpr auto kCallTimeout = 2s;
constexpr auto kMoveTimeout = 1s;
constexpr int kLookAgainMs = 2;
constexpr std::size_t kAnswerBytes = 300;
constexpr std::array kBusctlPlaces = {"/usr/bin/busctl", "/bin/busctl"};
constexpr auto kSystemBus = "/run/dbus/system_bus_socket";
constexpr std::string_view kDelegateRemedy
    = "let root give user@.service a drop-in with Delegate=cpu memory pids, and log in again";
constexpr std::string_view kRefusedRemedy
    = "look at the log of systemd (journalctl, journalctl --user)";

bool isSocket(const std::string& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0 && S_ISSOCK(info.st_mode);
}

/// The manager always sits at the bus of the runtime folder; the address may name another bus that
/// a desktop has started.
std::vector<std::string> busEnvironment()
{
    const char* runtime = ::getenv("XDG_RUNTIME_DIR");
    if (runtime != nullptr && isSocket(std::string(runtime) + "/bus"))
        return {std::string("XDG_RUNTIME_DIR=") + runtime};
    const char* address = ::getenv("DBUS_SESSION_BUS_ADDRESS");
    if (address != nullptr && *address != '\0')
        return {std::string("DBUS_SESSION_BUS_ADDRESS=") + address};
    return {};
}

std::string firstLine(int fd)
{
    std::string text(kAnswerBytes, '\0');
    const auto length = ::read(fd, text.data(), text.size());
    text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    text.resize(std::min(text.size(), text.find('\n')));
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return text;
}

Result<void>
callManager(const UserManager& manager, std::vector<std::string> arguments, std::stop_token stop)
{
    SANDBENCH_TRY(auto messages, makePipe());
    const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    SpawnSpec spec;
    spec.program = manager.busctl;
    spec.arguments = std::move(arguments);
    spec.environment = manager.environment;
    spec.fds = {nothing.get(), nothing.get(), messages.write.get()};
    SANDBENCH_TRY(auto child, ChildProcess::spawn(spec));
    messages.write.reset();
    const auto end = child.wait(kCallTimeout, stop);
    if (end.failedAs(ErrorCode::Timeout))
        return Error(ErrorCode::Timeout, "systemd did not answer in time");
    if (!end)
        return end.error();
    if (end->exitCode == 0)
        return {};
    // A child of busctl's could hold the other end.
    ::fcntl(messages.read.get(), F_SETFL, O_NONBLOCK);
    const auto said = firstLine(messages.read.get());
    return Error(
        ErrorCode::Unavailable,
        "systemd made no scope: " + (said.empty() ? "no reason was given" : said));
}

/// systemd answers before it has moved the processes.
Result<std::string>
awaitScope(const std::string& unit, std::span<const pid_t> pids, std::stop_token stop)
{
    const WakeEvent wake;
    const std::stop_callback onStop(stop, [&wake] { wake.signal(); });
    const auto mounts = readControl("/proc/self/mountinfo").value_or("");
    const auto folderOf = [&](pid_t pid) {
        const auto text = readControl("/proc/" + std::to_string(pid) + "/cgroup");
        return scopeFolder(mounts, text.value_or(""), unit);
    };
    const auto until = std::chrono::steady_clock::now() + kMoveTimeout;
    for (;;) {
        const auto isInside = [&](pid_t pid) { return folderOf(pid).has_value(); };
        if (!pids.empty() && std::all_of(pids.begin(), pids.end(), isInside))
            if (auto folder = folderOf(pids.front()))
                return std::move(*folder);
        if (std::chrono::steady_clock::now() >= until)
            return Error(ErrorCode::Timeout, "systemd did not move the sandbox into its scope");
        pollfd polled = {wake.fd(), POLLIN, 0};
        if (::poll(&polled, 1, kLookAgainMs) > 0)
            return Error(ErrorCode::Cancelled, "stopped while waiting for a scope");
    }
}

bool isAtMost(const std::string& path, std::uint64_t most)
{
    const auto value = readNumber(path);
    return value && *value <= most;
}

bool holds(std::string_view controller, const std::string& folder, const SandboxLimits& limits)
{
    if (controller == "memory" && limits.memoryBytes != 0) {
        const auto swap = folder + "/memory.swap.max";
        return isAtMost(folder + "/memory.max", limits.memoryBytes)
            && (!readControl(swap) || isAtMost(swap, 0));
    }
    if (controller == "pids" && limits.pids != 0)
        return isAtMost(folder + "/pids.max", limits.pids + kMonitorProcesses);
    if (controller == "cpu" && limits.cpus > 0)
        return capsCpu(readControl(folder + "/cpu.max").value_or(""), limits.cpus);
    return true;
}

class UserScope : public SandboxCgroup
{
public:
    UserScope(UserManager manager, const std::string& name, const SandboxLimits& limits)
        : m_manager(std::move(manager))
        , m_unit(name + ".scope")
        , m_limits(limits)
    {
    }
    ~UserScope() override { UserScope::killAll(); }

    bool reportsLate() const override { return true; }

    Result<void>
    moveIn(std::span<const pid_t> pids, IsolationReport& report, std::stop_token stop) override
    {
        auto folder = open(pids, stop);
        if (folder.failedAs(ErrorCode::Cancelled))
            return std::move(folder.error());
        if (!folder) {
            for (const auto* controller : kControllersV2)
                missController(report, controller, folder.error().text(), kRefusedRemedy);
            return {};
        }
        m_folder = std::move(*folder);
        m_counters = CountersV2(m_folder);
        reportScopeLimits(m_folder, m_limits, report, m_manager.bus);
        return {};
    }

    ResourceCounters counters() const override { return m_counters.read(); }
    void resetPeak() override { m_counters.resetPeak(); }

    void killAll() override
    {
        if (!m_folder.empty())
            killGroupV2(m_folder);
    }

    /// systemd removes the folder when the last process is gone. If we did, it would miss that and
    /// keep the unit.
    Result<void> remove(std::chrono::milliseconds timeout) override
    {
        const auto until = std::chrono::steady_clock::now() + timeout;
        while (!m_folder.empty()
               && readField(m_folder + "/cgroup.events", "populated").value_or(0) != 0) {
            if (std::chrono::steady_clock::now() >= until)
                return Error(ErrorCode::Timeout, "processes are left in " + m_folder);
            ::poll(nullptr, 0, kLookAgainMs);
        }
        return {};
    }

private:
    Result<std::string> open(std::span<const pid_t> pids, std::stop_token stop) const
    {
        SANDBENCH_TRY_VOID(
            callManager(m_manager, scopeArguments(m_unit, pids, m_limits, m_manager.bus), stop));
        return awaitScope(m_unit, pids, stop);
    }

    UserManager m_manager;
    std::string m_unit;
    SandboxLimits m_limits;
    std::string m_folder; ///< Empty = there is no group.
    CountersV2 m_counters;
};

std::string findBusctl()
{
    for (const auto* place : kBusctlPlaces)
        if (::access(place, X_OK) == 0)
            return place;
    return {};
}

/// Of a machine that systemd has booted: sd_booted(3) looks at the same folder.
std::optional<UserManager> findSystemManager()
{
    if (::access("/run/systemd/system", F_OK) != 0 || !isSocket(kSystemBus))
        return std::nullopt;
    UserManager manager = {findBusctl(), {}, ScopeBus::System};
    return manager.busctl.empty() ? std::nullopt : std::optional(std::move(manager));
}

} // namespace

std::optional<UserManager> findUserManager()
{
    if (::geteuid() == 0)
        return findSystemManager();
    const auto mounts = readControl("/proc/self/mountinfo").value_or("");
    const auto controllers = userManagerFolder(mounts, ::geteuid()) + "/cgroup.controllers";
    if (!offersController(controllers, "memory") && !offersController(controllers, "pids"))
        return std::nullopt;
    UserManager manager = {findBusctl(), busEnvironment(), ScopeBus::User};
    if (manager.environment.empty() || manager.busctl.empty())
        return std::nullopt;
    return manager;
}

std::string scopesFolder(ScopeBus bus)
{
    const auto mounts = readControl("/proc/self/mountinfo").value_or("");
    const auto user = userManagerFolder(mounts, ::geteuid());
    return bus == ScopeBus::User ? user + "/app.slice" : "/sys/fs/cgroup/system.slice";
}

std::unique_ptr<SandboxCgroup>
makeUserScope(UserManager manager, const std::string& name, const SandboxLimits& limits)
{
    return std::make_unique<UserScope>(std::move(manager), name, limits);
}

void reportScopeLimits(
    const std::string& folder, const SandboxLimits& limits, IsolationReport& report, ScopeBus bus)
{
    const auto version = std::string("cgroup v2, systemd ")
        + (bus == ScopeBus::User ? "user scope" : "scope of the machine");
    for (const auto* controller : kControllersV2) {
        if (!offersController(folder + "/cgroup.controllers", controller))
            missController(
                report, controller, "systemd has no such controller to give", kDelegateRemedy);
        else if (!holds(controller, folder, limits))
            missController(
                report, controller, "the limit of the systemd scope was not applied",
                kRefusedRemedy);
        else
            noteLimit(controller, limits, version, report);
    }
}

} // namespace sandbench::cgroup
