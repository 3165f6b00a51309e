// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/call_observer.h"
#include "core/agent/guest/cgroup_counters.h"
#include "core/agent/guest/child_rights.h"
#include "core/agent/guest/event_loop.h"
#include "core/agent/guest/process_tree.h"
#include "core/agent/guest/reaper.h"

#include <string>
#include <vector>

namespace sandbench::guest {

/// What every part of the agent works with; made once in agent.cpp.
struct Services
{
    EventLoop& loop;
    Reaper& reaper;
    ProcessTree& tree;
    CallObserver& observer;
    rlimit openFiles; ///< As it was before the agent raised its own.
    bool isInit = false;
    std::vector<std::string> scratchPaths;
    ChildRights rights;
    ControlGroups groups;
    std::string temporaryFolder; ///< Of `setup`; goes away with the agent.
    UniqueFd kernelDoor; ///< See LentKernel; none: nothing is lent.
};

} // namespace sandbench::guest
