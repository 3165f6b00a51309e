// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::lsp {

// What the results of a language server say. All of it is untrusted; whatever is odd is left out.
// Source: Language Server Protocol 3.17, Completion and Hover Request. No I/O. Thread: any.

inline constexpr std::size_t kMostWords = 200, kMostWordBytes = 200, kMostHoverBytes = 4U << 10,
                             kMostHoverLines = 20;

/// What may stand instead of @p prefix, which each of them begins with; in the server's order,
/// none twice, those with other small and capital letters there last. A word is what will be
/// inserted, and all of it can be seen: it has no blanks, no control characters and none that hide
/// or look like others.
std::vector<std::string> completionWords(const Json& result, std::string_view prefix);

/// The first two paragraphs, plain: usually the signature and what it is for. Valid UTF-8; empty =
/// nothing is known.
std::string hoverText(const Json& result);

} // namespace sandbench::lsp
