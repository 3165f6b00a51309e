// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace sandbench {

/// The names in the open folder @p folder, sorted, without "." and "..". @p shown names it in
/// messages. Errors: Io and what errno says.
Result<std::vector<std::string>> namesIn(int folder, const std::string& shown);

} // namespace sandbench
