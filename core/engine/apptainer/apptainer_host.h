// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/private_folder.h"
#include "core/engine/apptainer/program.h"
#include "core/engine/cgroup/cgroup.h"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace sandbench::apptainer {

/// What all containers of one engine share: made once, then read-only. Thread: any.
class ApptainerHost
{
public:
    /// @p wanted: see findProgram(); @p agent: the bytes of the program that becomes process 1.
    /// Errors: Unavailable, Unsupported, InvalidArgument, Io.
    static Result<std::shared_ptr<ApptainerHost>> prepare(
        const std::string& wanted, Surroundings surroundings, std::string_view agent,
        std::stop_token stop);

    const Program& program() const { return m_program; }
    const Surroundings& surroundings() const { return m_surroundings; }
    /// The agent as a file that containers can be given.
    std::string agentFile() const { return m_folder.path() + "/agent"; }
    /// A folder for the files of one container, which goes with it.
    Result<PrivateFolder> makeFolder() const;
    cgroup::CgroupTree* cgroups() { return m_cgroups.get(); }
    std::string nextGroupName(const std::string& sessionId);

    /// Whether an image file can be used as it is: mounted by a program of the user's. Apptainer
    /// would unpack it again for each container.
    bool mountsFiles() const { return m_mountsFiles; }
    void setMountsFiles(bool can) { m_mountsFiles = can; }

private:
    ApptainerHost() = default;

    Program m_program;
    Surroundings m_surroundings;
    PrivateFolder m_folder;
    std::unique_ptr<cgroup::CgroupTree> m_cgroups;
    cgroup::GroupOwner m_self;
    std::atomic<unsigned> m_groups = 0;
    std::atomic<bool> m_mountsFiles = true;
};

} // namespace sandbench::apptainer
