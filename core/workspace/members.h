// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/members.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::workspace {

/// All that a sandbox can be asked for, in the order in which people are told: that of every engine
/// first. A name may stand in two groups, for engines that mean different things by it.
const std::vector<const MemberGroup*>& memberGroups();
/// As @p engine means it, or as any engine does where that one does not know it; null = no member.
const Member* findMember(std::string_view name, std::string_view engine = {});

/// Errors name options of the command line; whoever sent JSON knows members: "--cpus" becomes
/// "cpus", "--agent-image" "agent_image". Names of no option stay.
std::string memberNamesIn(std::string_view text);

} // namespace sandbench::workspace
