// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::guest {

/// "10.0.0.1:443" and "[fd00::1]:443" as they are; "$HOST:$PORT" with the agent's own environment.
/// Empty where a variable is not set. No names: nobody would look them up.
std::string expandAddress(std::string_view text);

/// The first of @p addresses (16 at most) where somebody accepts a TCP connection or refuses it: a
/// packet came back. Blocks for a sixth of a second at most, and that long where none does.
std::vector<std::string> reachAny(const std::vector<std::string>& addresses);

} // namespace sandbench::guest
