// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changes/difference_parts.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"

namespace sandbench::ui {

static QStringList shownLines(const std::string& part, qsizetype most, bool& isCut)
{
    QStringList lines;
    for (std::string_view line : linesOf(part)) {
        if (lines.size() == most) {
            isCut = true;
            break;
        }
        while (line.ends_with('\n'))
            line.remove_suffix(1);
        QString text = toQString(line.substr(0, 4 * ChangeReader::kMostLineCharacters));
        if (text.size() > ChangeReader::kMostLineCharacters) {
            text.truncate(ChangeReader::kMostLineCharacters);
            text += u'…';
        }
        // Tabs are part of programs, and harmless.
        QStringList pieces;
        for (const QString& piece : text.split(u'\t'))
            pieces << SafeText::display(piece);
        lines << pieces.join(u'\t');
    }
    return lines;
}

void addParts(
    FileDifference& difference, std::string_view before, std::string_view after,
    const std::vector<DiffHunk>& hunks, const std::vector<HunkGroup>& groups)
{
    auto left = ChangeReader::kMostLines;
    for (const auto& group : groups) {
        if (left <= 0) {
            difference.isCut = true;
            break;
        }
        FileDifference::Part part;
        part.text = unifiedGroup(before, after, hunks, group);
        part.lines = shownLines(part.text, left, difference.isCut);
        left -= part.lines.size();
        difference.parts << part;
    }
}

} // namespace sandbench::ui
