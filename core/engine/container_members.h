// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/container_options.h"
#include "core/engine/members.h"

namespace sandbench {

/// A value that is kept there, for Slot.
template <auto Field> auto& ofContainer(SandboxSpec& spec)
{
    return containerOf(spec).*Field;
}

/// What a sandbox made from an image can be asked for.
const MemberGroup& containerMembers();
/// The same of engines that keep images themselves, which a cluster's nodes do for it.
const MemberGroup& imageMembers();

} // namespace sandbench
