// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::outpost {

/// The bytes of sandbench-outpost for the processor that uname(2) calls @p machine (untrusted).
/// Errors: Unsupported. Thread: any.
Result<std::string_view> programFor(const std::string& machine);
/// Which processors there is one for.
std::vector<std::string> knownMachines();

} // namespace sandbench::outpost
