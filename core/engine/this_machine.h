// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/sizes.h"

namespace sandbench {

/// For engines whose sandboxes run on the machine that this program runs on.
HostCapacity capacityOfThisMachine();

} // namespace sandbench
