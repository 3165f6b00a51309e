// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/apptainer_host.h"

#include "core/engine/cgroup/group_list.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::apptainer {

namespace {

/// As root only a program is taken that becomes another user, who has to read it.
Result<PrivateFolder> makeReadableFolder(const std::string& prefix)
{
    SANDBENCH_TRY(auto folder, PrivateFolder::create("", prefix));
    if (::geteuid() == 0 && ::fchmod(folder.fd(), 0755) != 0)
        return Error::fromErrno(errno, "cannot open " + folder.path());
    return folder;
}

Result<void> writeAgent(const PrivateFolder& folder, std::string_view agent)
{
    const UniqueFd file(
        ::openat(folder.fd(), "agent", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700));
    if (!file)
        return Error::fromErrno(errno, "cannot write the agent");
    SANDBENCH_TRY_VOID(writeAll(file.get(), agent));
    return ::fchmod(file.get(), 0555) == 0 ? Result<void>()
                                           : Error::fromErrno(errno, "cannot start the agent");
}

} // namespace

Result<std::shared_ptr<ApptainerHost>> ApptainerHost::prepare(
    const std::string& wanted, Surroundings surroundings, std::string_view agent,
    std::stop_token stop)
{
    std::shared_ptr<ApptainerHost> host(new ApptainerHost);
    SANDBENCH_TRY(host->m_program, askProgram(wanted, surroundings, std::move(stop)));
    host->m_surroundings = std::move(surroundings);
    SANDBENCH_TRY(host->m_folder, makeReadableFolder("sandbench-apptainer"));
    SANDBENCH_TRY_VOID(writeAgent(host->m_folder, agent));
    host->m_cgroups = cgroup::openCgroupTree();
    host->m_self = cgroup::thisProcess();
    // Of the user whom a program of root's becomes, nothing is known.
    host->m_mountsFiles = ::geteuid() != 0 && ::access("/dev/fuse", R_OK | W_OK) == 0;
    return host;
}

Result<PrivateFolder> ApptainerHost::makeFolder() const
{
    return makeReadableFolder("sandbench-container");
}

std::string ApptainerHost::nextGroupName(const std::string& sessionId)
{
    return cgroup::groupName(m_self, m_groups++, sessionId, "apptainer");
}

} // namespace sandbench::apptainer
