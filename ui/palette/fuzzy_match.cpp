// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/fuzzy_match.h"

#include <QString>

#include <algorithm>
#include <vector>

namespace sandbench::ui {

namespace {

constexpr int kMostLetters = 200;
constexpr int kNone = -1'000'000;
constexpr int kLetter = 16;
constexpr int kWordStart = 24;
constexpr int kNeighbour = 20;
constexpr int kTextStart = 12;

bool beginsWord(QStringView text, int at)
{
    if (at == 0)
        return true;
    const QChar before = text[at - 1];
    return !before.isLetterOrNumber() || (before.isLower() && text[at].isUpper());
}

/// For each letter of the query and each place that it may have, the best score so far.
class Table
{
public:
    Table(QStringView query, QStringView text)
        : m_columns(text.size())
        , m_scores(static_cast<std::size_t>(query.size() * text.size()), kNone)
    {
        for (qsizetype row = 0; row < query.size(); ++row)
            for (qsizetype column = row; column < m_columns; ++column)
                if (query[row].toCaseFolded() == text[column].toCaseFolded())
                    at(row, column) = best(text, row, static_cast<int>(column));
    }

    int& at(qsizetype row, qsizetype column)
    {
        return m_scores[static_cast<std::size_t>(row * m_columns + column)];
    }
    /// Where the best of a row's first @p end columns is; -1 = nowhere.
    int bestBefore(qsizetype row, qsizetype end)
    {
        int place = -1;
        for (qsizetype column = 0; column < end; ++column)
            if (at(row, column) > (place < 0 ? kNone : at(row, place)))
                place = static_cast<int>(column);
        return place;
    }
    /// Where the letter before the one at @p column stands best.
    int previous(qsizetype row, int column)
    {
        const int anywhere = bestBefore(row - 1, column);
        if (anywhere < 0 || at(row - 1, column - 1) == kNone)
            return anywhere;
        return at(row - 1, column - 1) + kNeighbour >= at(row - 1, anywhere) ? column - 1
                                                                             : anywhere;
    }

private:
    int best(QStringView text, qsizetype row, int column)
    {
        int own = kLetter + (beginsWord(text, column) ? kWordStart : 0)
            + (column == 0 ? kTextStart : 0);
        if (row == 0)
            return own;
        const int before = column > 0 ? previous(row, column) : -1;
        if (before < 0)
            return kNone;
        if (before == column - 1)
            own += kNeighbour;
        return at(row - 1, before) + own;
    }

    qsizetype m_columns;
    std::vector<int> m_scores;
};

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(QStringView query, QStringView text)
{
    QString letters;
    for (const QChar letter : query.left(kMostLetters))
        if (!letter.isSpace())
            letters += letter;
    const QStringView looked = text.left(kMostLetters);
    if (letters.isEmpty())
        return FuzzyMatch();
    if (letters.size() > looked.size())
        return std::nullopt;
    Table table(letters, looked);
    int place = table.bestBefore(letters.size() - 1, looked.size());
    if (place < 0)
        return std::nullopt;
    FuzzyMatch match;
    match.score = table.at(letters.size() - 1, place) - static_cast<int>(looked.size()) / 4;
    for (qsizetype row = letters.size() - 1; row >= 0; --row) {
        match.places.prepend(place);
        if (row > 0)
            place = table.previous(row, place);
    }
    return match;
}

} // namespace sandbench::ui
