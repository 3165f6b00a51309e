// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sandbench::answer {

/// @p text with the changes of @p diff, a unified diff of this one file, as a person would apply
/// it: a change stands where its lines are, nearest to the line that it names, as language models
/// count badly; blanks at the ends of lines make no difference. Nothing where a change fits
/// nowhere. Lines end in LF. No I/O. Thread: any. Source: diff(1), "Detailed Unified".
std::optional<std::string> applyDiff(std::string_view text, std::string_view diff);

} // namespace sandbench::answer
