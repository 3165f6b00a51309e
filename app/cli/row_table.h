// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sandbench::cli {

/// @p rows as lines with columns of one width, two spaces between them; the first row is the heads.
/// Every cell comes out printable; an empty one is "-".
std::string tableText(const std::vector<std::vector<std::string>>& rows);

} // namespace sandbench::cli
