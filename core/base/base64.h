// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sandbench {

/// With padding. @p last: the two characters behind the digits; "-_" for URLs.
/// Source: RFC 4648, sections 4 and 5.
std::string toBase64(std::string_view bytes, std::string_view last = "+/");

/// White space is skipped; reads until the padding. Nothing for foreign characters.
std::optional<std::string> fromBase64(std::string_view text);

/// "00ff": two digits for each byte.
std::string toHex(std::string_view bytes);

} // namespace sandbench
