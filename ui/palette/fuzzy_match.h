// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringView>

#include <optional>

namespace sandbench::ui {

struct FuzzyMatch
{
    int score = 0; ///< The higher, the better.
    QList<int> places; ///< Of the text's letters that match, ascending.
};

/// Whether the letters of @p query stand in @p text in their order; blanks and case do not count.
/// Letters that begin a word or follow each other make it a better match, and so does a short text.
/// Nothing if not; an empty query matches all. Takes the time of both lengths' product. Pure.
/// Units: UTF-16 code units; of longer texts only the first 200 are looked at.
std::optional<FuzzyMatch> fuzzyMatch(QStringView query, QStringView text);

} // namespace sandbench::ui
