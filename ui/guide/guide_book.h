// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace sandbench::ui {

/// Where in the guide: a page, and a heading on it.
struct GuidePlace
{
    QString page; ///< "window"
    QString anchor; ///< "run-and-stop"; empty = the beginning.

    bool operator==(const GuidePlace&) const = default;
};

/// "window#run-and-stop".
GuidePlace guidePlace(const QString& text);
/// How a heading is linked to: letters and digits in lower case, dashes for blanks.
/// Source: what GitHub makes of headings, for which the pages are written.
QString guideAnchor(const QString& heading);

struct GuideHeading
{
    int level = 1;
    QString title, anchor;
    int position = 0; ///< Units: characters of the page as it is shown.
};

/// A paragraph, an item or a table's row, as plain text.
struct GuideParagraph
{
    QString text;
    int heading = 0; ///< Under which one of the page's.
    int position = 0; ///< As a heading's.
    bool isHeading = false;
};

struct GuidePage
{
    QString name, title;
    QString markdown;
    QList<GuideHeading> headings; ///< The first is the title.
    QList<GuideParagraph> paragraphs;
};

/// A paragraph with all that was searched for.
struct GuideHit
{
    QString page;
    QString section; ///< "The window › Runs"
    QString context; ///< A piece of it, with the first of the words.
    int position = 0; ///< Of the paragraph.
};

/// The pages of packaging/docs, which are in the program, in the order in which one reads them.
/// Thread: any, one at a time.
class GuideBook
{
public:
    GuideBook();

    const QList<GuidePage>& pages() const { return m_pages; }
    /// Null: there is none.
    const GuidePage* find(const QString& name) const;
    /// Null: that page, or such a heading on it, does not exist.
    const GuideHeading* headingAt(const GuidePlace& place) const;
    /// What a link on @p page leads to; nothing = out of the guide.
    std::optional<GuidePlace> linked(const QString& page, const QString& link) const;
    /// Paragraphs with every word of @p query, headings first; at most @p most.
    QList<GuideHit> search(const QString& query, int most) const;

private:
    QList<GuidePage> m_pages;
};

/// Where a link on @p page leads, as a path of the source tree: "resources/screenshot.png"; an
/// address stays one.
QString guideTarget(const QString& page, const QString& link);

} // namespace sandbench::ui
