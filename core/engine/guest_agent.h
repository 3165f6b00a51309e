// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace sandbench {

/// The agent of this program for @p machine ("x86_64"). Errors: Unsupported, with the machines that
/// there is one for.
Result<std::string_view> agentFor(const std::string& machine);

} // namespace sandbench
