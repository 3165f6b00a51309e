// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/line_diff.h"
#include "ui/changes/change_reader.h"

#include <string_view>
#include <vector>

namespace sandbench::ui {

/// What @p hunks say of two texts, as parts that can be shown: a part for each of @p groups, up to
/// ChangeReader::kMostLines lines of all. Thread: any.
void addParts(
    FileDifference& difference, std::string_view before, std::string_view after,
    const std::vector<DiffHunk>& hunks, const std::vector<HunkGroup>& groups);

} // namespace sandbench::ui
