// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_book.h"

#include <QFile>
#include <QRegularExpression>
#include <QStringList>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <array>

namespace sandbench::ui {

namespace {

constexpr std::array kPageNames{"first-steps",  "window",   "lessons",  "languages",  "activity",
                                "isolation",    "policies", "packages", "engines",    "settings",
                                "command-line", "batch",    "rest",     "operations", "mcp",
                                "python",       "library"};
constexpr int kContextBefore = 16; // characters
constexpr int kContextLength = 72;

QString readPage(const QString& name)
{
    QFile file(QStringLiteral(":/sandbench/guide/%1.md").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    static const QRegularExpression kEmptyCell(QStringLiteral("(?<=\\|) +(?=\\|)"));
    for (QString& line : lines)
        if (line.startsWith(u'|')) // Qt makes one of empty cells that stand beside each other
            line.replace(kEmptyCell, QStringLiteral(" \u00a0 "));
    return lines.join(u'\n');
}

/// The cells of one row of a table are one paragraph.
QString rowText(const QTextTable& table, int row)
{
    QStringList cells;
    for (int column = 0; column < table.columns(); ++column) {
        const QTextTableCell cell = table.cellAt(row, column);
        QTextCursor text = cell.firstCursorPosition();
        text.setPosition(cell.lastPosition(), QTextCursor::KeepAnchor);
        cells << text.selectedText().simplified();
    }
    return cells.join(QStringLiteral(" · "));
}

void addHeading(GuidePage& page, const QTextBlock& block)
{
    GuideHeading heading{
        block.blockFormat().headingLevel(), block.text(), guideAnchor(block.text()),
        block.position()};
    const auto isTaken = [&page](const QString& anchor) {
        return std::ranges::any_of(
            page.headings, [&anchor](const GuideHeading& each) { return each.anchor == anchor; });
    };
    const QString usual = heading.anchor;
    for (int number = 1; isTaken(heading.anchor); ++number)
        heading.anchor = usual + u'-' + QString::number(number);
    page.headings << heading;
}

void readParagraphs(GuidePage& page)
{
    QTextDocument document;
    document.setMarkdown(page.markdown);
    const QTextTable* lastTable = nullptr;
    int lastRow = -1;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const bool isHeading = block.blockFormat().headingLevel() > 0;
        if (isHeading)
            addHeading(page, block);
        QString text = block.text();
        if (const QTextTable* table = QTextCursor(block).currentTable()) {
            const int row = table->cellAt(block.position()).row();
            if (std::exchange(lastTable, table) == table && std::exchange(lastRow, row) == row)
                continue;
            lastRow = row;
            text = rowText(*table, row);
        }
        text = text.remove(QChar::ObjectReplacementCharacter).simplified();
        if (!text.isEmpty())
            page.paragraphs << GuideParagraph{
                text, static_cast<int>(page.headings.size()) - 1, block.position(), isHeading};
    }
    page.title = page.headings.isEmpty() ? page.name : page.headings.first().title;
}

QString contextOf(const QString& text, const QString& word)
{
    const auto at = text.indexOf(word, 0, Qt::CaseInsensitive);
    auto from = std::max<qsizetype>(0, at - kContextBefore);
    if (from > 0)
        from = text.lastIndexOf(u' ', from) + 1;
    QString piece = text.mid(from, kContextLength);
    if (from + piece.size() < text.size())
        piece += u'…';
    return from > 0 ? u'…' + piece : piece;
}

} // namespace

GuidePlace guidePlace(const QString& text)
{
    return {text.section(u'#', 0, 0), text.section(u'#', 1)};
}

QString guideAnchor(const QString& heading)
{
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            anchor += c;
        else if (c == u' ')
            anchor += u'-';
    }
    return anchor;
}

GuideBook::GuideBook()
{
    for (const char* name : kPageNames) {
        GuidePage page{QLatin1String(name), {}, readPage(QLatin1String(name)), {}, {}};
        readParagraphs(page);
        m_pages << page;
    }
}

const GuidePage* GuideBook::find(const QString& name) const
{
    const auto found = std::ranges::find_if(
        m_pages, [&name](const GuidePage& each) { return each.name == name; });
    return found == m_pages.end() ? nullptr : &*found;
}

const GuideHeading* GuideBook::headingAt(const GuidePlace& place) const
{
    const GuidePage* page = find(place.page);
    if (!page || page->headings.isEmpty())
        return nullptr;
    if (place.anchor.isEmpty())
        return &page->headings.first();
    const auto found = std::ranges::find_if(
        page->headings, [&place](const GuideHeading& each) { return each.anchor == place.anchor; });
    return found == page->headings.end() ? nullptr : &*found;
}

QString guideTarget(const QString& page, const QString& link)
{
    const QUrl here(QStringLiteral("source:/packaging/docs/%1.md").arg(page));
    const QUrl there = here.resolved(QUrl(link));
    if (there.scheme() != here.scheme())
        return there.toString();
    return there.path().mid(1) + (there.hasFragment() ? u'#' + there.fragment() : QString());
}

std::optional<GuidePlace> GuideBook::linked(const QString& page, const QString& link) const
{
    const QString target = guideTarget(page, link);
    const QString path = target.section(u'#', 0, 0);
    const QString folder = QStringLiteral("packaging/docs/");
    if (!path.startsWith(folder) || !path.endsWith(QStringLiteral(".md")))
        return std::nullopt;
    const GuidePlace place{path.mid(folder.size()).chopped(3), target.section(u'#', 1)};
    return find(place.page) ? std::optional(place) : std::nullopt;
}

QList<GuideHit> GuideBook::search(const QString& query, int most) const
{
    const QStringList words = query.simplified().split(u' ', Qt::SkipEmptyParts);
    QList<GuideHit> headings, others;
    for (const GuidePage& page : m_pages) {
        for (const GuideParagraph& paragraph : page.paragraphs) {
            const bool hasAll = std::ranges::all_of(words, [&paragraph](const QString& word) {
                return paragraph.text.contains(word, Qt::CaseInsensitive);
            });
            if (words.isEmpty() || !hasAll)
                continue;
            const auto& section = page.headings.at(std::max(paragraph.heading, 0));
            (paragraph.isHeading ? headings : others) << GuideHit{
                page.name,
                section.level == 1 ? page.title
                                   : QStringLiteral("%1 › %2").arg(page.title, section.title),
                contextOf(paragraph.text, words.first()), paragraph.position};
        }
    }
    return (headings + others).mid(0, most);
}

} // namespace sandbench::ui
