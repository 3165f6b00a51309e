// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/local_host.h"

#include "core/engine/cgroup/group_list.h"
#include "core/engine/local/uid_reservation.h"
#include "core/process/run_program.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <future>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::local {

namespace {

constexpr std::array kBwrapPlaces = {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"};
constexpr std::string_view kFirstSafeSetuid = "0.11.2";
constexpr auto kLookEvery = std::chrono::seconds(10);
constexpr std::chrono::milliseconds kVersionTimeout = std::chrono::seconds(5);

Result<bool> isSetuid(const std::string& path)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0)
        return Error::fromErrno(errno, "cannot look at " + path);
    return (info.st_mode & S_ISUID) != 0;
}

} // namespace

Result<std::string> findBwrap(const std::string& wanted)
{
    if (!wanted.empty() && ::access(wanted.c_str(), X_OK) == 0)
        return wanted;
    if (wanted.empty())
        for (const auto* place : kBwrapPlaces)
            if (::access(place, X_OK) == 0)
                return std::string(place);
    return Error(ErrorCode::Unavailable, "bwrap is not installed; install the package bubblewrap");
}

Result<std::string> readBwrapVersion(const std::string& bwrap)
{
    SpawnSpec spec;
    spec.program = bwrap;
    spec.arguments = {"bwrap", "--version"};
    SANDBENCH_TRY(const auto answer, runProgram(std::move(spec), "", 4096, kVersionTimeout, {}));
    const auto line = answer.output.substr(0, answer.output.find('\n'));
    const auto space = line.rfind(' ');
    if (space == std::string::npos)
        return Error(
            ErrorCode::Unavailable,
            bwrap + " does not tell its version; reinstall the package bubblewrap");
    return line.substr(space + 1);
}

int compareVersions(std::string_view left, std::string_view right)
{
    while (!left.empty() || !right.empty()) {
        unsigned a = 0, b = 0;
        std::from_chars(left.data(), left.data() + left.size(), a);
        std::from_chars(right.data(), right.data() + right.size(), b);
        if (a != b)
            return a < b ? -1 : 1;
        const auto next = [](std::string_view text) {
            const auto dot = text.find('.');
            return dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
        };
        left = next(left);
        right = next(right);
    }
    return 0;
}

bool isUnsafeSetuid(bool setuid, std::string_view version)
{
    return setuid && compareVersions(version, kFirstSafeSetuid) < 0;
}

Result<std::shared_ptr<LocalHost>> LocalHost::prepare(const LocalEngineOptions& options)
{
    std::shared_ptr<LocalHost> host(new LocalHost);
    SANDBENCH_TRY(host->m_bwrap, findBwrap(options.bwrap));
    SANDBENCH_TRY(const bool setuid, isSetuid(host->m_bwrap));
    if (setuid && isUnsafeSetuid(setuid, host->bwrapVersion()))
        return Error(
            ErrorCode::Unavailable,
            host->m_bwrap + ' ' + host->m_version
                + " is installed setuid and has a known hole (CVE-2026-41163); update bubblewrap "
                  "to "
                + std::string(kFirstSafeSetuid) + " or remove its setuid bit");
    // Beside the rest, which takes as long.
    auto filter = std::async(std::launch::async, options.makeFilter);
    SANDBENCH_TRY(host->m_agent, makeSealedMemfd("sandbench-agent", options.agent));
    host->m_agentArguments = options.agentArguments;
    host->m_runtimeFolder
        = options.runtimeFolder.empty() ? "/run/sandbench" : options.runtimeFolder;
    host->m_layout = readHostLayout();
    host->m_preparedLayout = local::preparedLayout(host->m_layout);
    host->m_cgroups = cgroup::openCgroupTree();
    host->m_self = cgroup::thisProcess();
    SANDBENCH_TRY(host->m_seccomp, filter.get());
    return host;
}

Result<UniqueFd> LocalHost::openSeccompFilter() const
{
    const auto path = "/proc/self/fd/" + std::to_string(m_seccomp.get());
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd)
        return Error::fromErrno(errno, "cannot open the system-call filter");
    return fd;
}

std::string LocalHost::nextGroupName(const std::string& sessionId)
{
    return cgroup::groupName(m_self, m_groups++, sessionId);
}

void LocalHost::lookAfterMachine()
{
    const auto now = Clock::now();
    auto next = m_nextLook.load();
    if (now < next || !m_nextLook.compare_exchange_strong(next, now + kLookEvery))
        return;
    if (::geteuid() == 0)
        removeStaleReservations(m_runtimeFolder);
    if (m_cgroups)
        cgroup::removeStaleGroups(*m_cgroups);
    if (m_zygotes.current())
        m_zygotes.renew(configurationState(m_layout));
}

std::string LocalHost::bwrapVersion()
{
    const std::lock_guard lock(m_versionMutex);
    if (m_version.empty())
        m_version = readBwrapVersion(m_bwrap).value_or("of unknown version");
    return m_version;
}

} // namespace sandbench::local
