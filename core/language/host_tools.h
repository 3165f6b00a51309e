// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/language/language.h"

#include <string>
#include <vector>

namespace sandbench {

/// The path of a program of this machine as the embedded engine's sandboxes find it, or empty.
std::string findHostTool(const std::string& name);

/// Those of the programs that @p language needs which the embedded engine's sandboxes would not
/// find.
std::vector<std::string> missingTools(const Language& language);

} // namespace sandbench
