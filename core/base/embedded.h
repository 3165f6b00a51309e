// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace sandbench {

/// A file that the build put into this library: "languages/python.json", "guest/python_kernel.py",
/// "agent/x86_64". The view lives as long as the program.
std::optional<std::string_view> embeddedFile(std::string_view name);

/// All embedded names that start with @p prefix, in build order.
std::vector<std::string_view> embeddedNames(std::string_view prefix);

} // namespace sandbench
