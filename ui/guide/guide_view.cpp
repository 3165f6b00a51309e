// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_view.h"

#include "ui/common/code_font.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QImage>
#include <QPointer>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>
#include <QTextTable>

#include <algorithm>

namespace sandbench::ui {

namespace {

constexpr int kPageMargin = 24;
constexpr int kScrollRoom = 12; // above what was scrolled to
constexpr double kLineHeight = 130; // per cent
constexpr double kSmallestText = 6;
constexpr double kOpacityOfLines = 0.3;

QColor mixed(const QPalette& palette, double share)
{
    QColor ink = palette.color(QPalette::Text);
    ink.setAlphaF(static_cast<float>(share));
    return ink;
}

bool isCode(const QTextBlock& block)
{
    return block.blockFormat().hasProperty(QTextFormat::BlockCodeFence)
        || block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
}

void styleTable(QTextTable& table, const QPalette& palette)
{
    QTextTableFormat format = table.format();
    format.setBorder(1);
    format.setBorderCollapse(true);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(mixed(palette, kOpacityOfLines));
    format.setCellPadding(6);
    format.setCellSpacing(0);
    format.setTopMargin(8);
    format.setBottomMargin(12);
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    table.setFormat(format);
    for (int column = 0; column < table.columns(); ++column) {
        QTextTableCell cell = table.cellAt(0, column);
        QTextCharFormat head = cell.format();
        head.setBackground(palette.color(QPalette::AlternateBase));
        cell.setFormat(head);
    }
}

void styleBlock(const QTextBlock& block, const QPalette& palette)
{
    QTextCursor cursor(block);
    QTextBlockFormat format = block.blockFormat();
    const int level = format.headingLevel();
    if (isCode(block)) {
        format.setBackground(palette.color(QPalette::AlternateBase));
        format.setNonBreakableLines(false); // or the whole page would move sideways
        format.setLeftMargin(8);
        format.setTopMargin(isCode(block.previous()) ? 0 : 6);
        format.setBottomMargin(isCode(block.next()) ? 0 : 10);
    } else {
        if (!block.text().contains(QChar::ObjectReplacementCharacter)) // a picture
            format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
        format.setTopMargin(level == 0 ? 0 : level == 1 ? 4 : level == 2 ? 24 : 16);
        format.setBottomMargin(
            cursor.currentTable()      ? 0
                : level > 0            ? 8
                : cursor.currentList() ? 4
                                       : 10);
    }
    cursor.setBlockFormat(format);
}

/// What the reader of Markdown gives no look: code, and links, which shall not shout.
void styleText(const QTextBlock& block, const QPalette& palette)
{
    QList<QTextLayout::FormatRange> ranges; // first, for a new format makes other fragments
    for (auto it = block.begin(); !it.atEnd(); ++it) {
        const QTextCharFormat format = it.fragment().charFormat();
        if (format.fontFixedPitch() || format.isAnchor())
            ranges << QTextLayout::FormatRange{
                it.fragment().position(), it.fragment().length(), format};
    }
    QTextCursor cursor(block);
    for (QTextLayout::FormatRange& range : ranges) {
        if (range.format.fontFixedPitch()) {
            range.format.setFontFamilies({codeFont().family()});
            range.format.setBackground(palette.color(QPalette::AlternateBase));
        }
        if (range.format.isAnchor())
            range.format.setForeground(palette.color(QPalette::Link));
        cursor.setPosition(range.start);
        cursor.setPosition(range.start + range.length, QTextCursor::KeepAnchor);
        cursor.setCharFormat(range.format);
    }
}

void styleDocument(QTextDocument& document, const QPalette& palette)
{
    const QTextTable* last = nullptr;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextTable* table = QTextCursor(block).currentTable();
        if (table && table != last)
            styleTable(*table, palette);
        last = table;
        styleBlock(block, palette);
        styleText(block, palette);
    }
}

} // namespace

GuideView::GuideView(QWidget* parent)
    : QTextBrowser(parent)
{
    setObjectName(QStringLiteral("guidePage"));
    setAccessibleName(tr("Page of the guide"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // pictures depend on the width
    // Everything is wrapped, but Qt takes the end of a table for something beside it.
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        emit linkActivated(link.toString());
    });
}

void GuideView::present(const GuidePage& page)
{
    m_page = &page;
    m_hasPictures = page.markdown.contains(QStringLiteral("!["));
    render();
    verticalScrollBar()->setValue(0);
}

void GuideView::render()
{
    m_pictureWidth = viewport()->width() - 2 * kPageMargin;
    QFont text = QApplication::font();
    text.setPointSizeF(std::max(kSmallestText, text.pointSizeF() + 1 + m_zoom));
    // Complete before it is laid out: a page of tables would be laid out again for each of them.
    auto* fresh = new QTextDocument(this);
    fresh->setUndoRedoEnabled(false);
    fresh->setDefaultFont(text);
    fresh->setDocumentMargin(kPageMargin);
    fresh->setMarkdown(m_page->markdown);
    styleDocument(*fresh, palette());
    const QPointer<QTextDocument> before = document();
    setDocument(fresh);
    delete before;
}

// The reader stays where it was.
void GuideView::renderInPlace()
{
    if (!m_page)
        return;
    const int top = topPosition();
    render();
    scrollToPosition(top);
}

int GuideView::topPosition() const
{
    return verticalScrollBar()->value() == 0
        ? 0
        : cursorForPosition(QPoint(kPageMargin, kScrollRoom + 1)).position();
}

void GuideView::scrollToPosition(int position)
{
    if (position <= 0)
        return verticalScrollBar()->setValue(0);
    document()->documentLayout()->documentSize(); // all of it is laid out then
    QTextCursor cursor(document());
    cursor.setPosition(std::min(position, document()->characterCount() - 1));
    verticalScrollBar()->setValue(
        verticalScrollBar()->value() + cursorRect(cursor).top() - kScrollRoom);
}

void GuideView::markFrom(int position, const QString& word)
{
    const QTextCursor found = document()->find(word, std::max(0, position));
    if (!found.isNull())
        setTextCursor(found);
    scrollToPosition(position);
}

void GuideView::setZoom(int points)
{
    if (std::exchange(m_zoom, points) != points)
        renderInPlace();
}

QVariant GuideView::loadResource(int type, const QUrl& name)
{
    if (type != QTextDocument::ImageResource || !m_page)
        return {};
    const QString file = guideTarget(m_page->name, name.toString());
    QImage image(QStringLiteral(":/sandbench/guide/") + file.section(u'/', -1));
    if (image.isNull())
        return {};
    const double ratio = devicePixelRatioF();
    const int width = static_cast<int>(m_pictureWidth * ratio);
    if (width > 0 && width < image.width())
        image = image.scaledToWidth(width, Qt::SmoothTransformation);
    image.setDevicePixelRatio(ratio);
    return image;
}

void GuideView::resizeEvent(QResizeEvent* event)
{
    const int top = topPosition();
    QTextBrowser::resizeEvent(event);
    if (m_page && m_hasPictures && m_pictureWidth != viewport()->width() - 2 * kPageMargin)
        render();
    if (m_page)
        scrollToPosition(top);
}

void GuideView::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        renderInPlace();
}

} // namespace sandbench::ui
