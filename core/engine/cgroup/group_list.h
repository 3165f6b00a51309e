// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/cgroup/cgroup.h"
#include "core/engine/engine.h"

#include <string>
#include <string_view>
#include <vector>

/// Sandboxes of engines that start processes themselves, found by the names of their control
/// groups: those of every program that makes its groups where we make ours.
namespace sandbench::cgroup {

/// This process, as groups made by it are named.
GroupOwner thisProcess();

/// One per group, with the group's name as its id.
std::vector<SandboxInfo>
listGroups(const CgroupTree& tree, std::string_view engine = kEmbeddedEngine);

/// Ends what is in the group and removes it. Errors: NotFound, Timeout, PermissionDenied (somebody
/// else's).
Result<void>
endGroup(const CgroupTree& tree, const std::string& id, std::string_view engine = kEmbeddedEngine);

/// Ends and removes the groups whose makers are gone.
void removeStaleGroups(const CgroupTree& tree);

} // namespace sandbench::cgroup
