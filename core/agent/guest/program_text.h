// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::guest {

/// Whether one of @p names ("numpy", "a.b") occurs in @p text as whole identifiers. A guess at what
/// a program imports, good enough to pick a warmer interpreter; being wrong costs time, never
/// correctness.
bool mentionsAny(std::string_view text, const std::vector<std::string>& names);

/// The first @p limit bytes of a regular file that is no link; empty where it cannot be read.
std::string readProgramText(const std::string& path, std::size_t limit = 1U << 20);

} // namespace sandbench::guest
