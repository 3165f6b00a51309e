// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandbench {

/// Of a line, whose path may have each byte escaped. Units: bytes.
inline constexpr std::size_t kLongestChange = 32U << 10;

/// Of one line of what the verb `watch` tells of @p folder: nothing for what is not of it. No I/O.
std::optional<FolderChange> folderChangeOf(std::string_view line, const std::string& folder);

} // namespace sandbench
