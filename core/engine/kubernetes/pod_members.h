// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/members.h"

namespace sandbench::kubernetes {

/// What only a pod can be asked for.
const MemberGroup& podMembers();

} // namespace sandbench::kubernetes
