// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

namespace sandbench::guest {

/// The guest's Hello.
/// @p landlockVersion: of the domains that programs get; 0 = none.
Json describeGuest(int landlockVersion);

} // namespace sandbench::guest
