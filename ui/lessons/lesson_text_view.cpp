// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_text_view.h"

#include "ui/common/code_font.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"

#include <QEvent>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr int kIndent = 18; // pixels for each list or quotation around it
static constexpr double kTextLineHeight = 125; // per cent
static constexpr int kMostIndents = 8;
static constexpr int kShortest = 24;

LessonTextView::LessonTextView(QWidget* parent)
    : QTextEdit(parent)
{
    setObjectName(QStringLiteral("lessonText"));
    setAccessibleName(tr("Text of the step"));
    setReadOnly(true);
    setAcceptRichText(false);
    setUndoRedoEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    document()->setDocumentMargin(0);
}

void LessonTextView::present(std::vector<lesson::TextBlock> blocks)
{
    m_blocks = std::move(blocks);
    render();
}

// What could lie to the reader is shown as a box; line feeds are lines.
static QString safeLines(const std::string& text)
{
    QStringList lines;
    for (const QString& line : toQString(text).split(u'\n')) {
        QString tabless = line;
        lines << SafeText::display(tabless.replace(u'\t', QStringLiteral("    ")));
    }
    return lines.join(QChar::LineSeparator);
}

static QTextBlockFormat blockFormatOf(const lesson::TextBlock& block, const QPalette& palette)
{
    using Kind = lesson::TextBlock::Kind;
    QTextBlockFormat format;
    const bool isHeading = block.kind == Kind::Heading;
    const int indents = isHeading ? 0 : std::min(block.level, kMostIndents);
    const bool isItem = block.kind == Kind::Item;
    format.setLeftMargin(kIndent * (isItem ? indents + 1 : indents));
    format.setTextIndent(isItem ? -kIndent * 0.75 : 0);
    format.setBottomMargin(isItem ? 4 : 8);
    format.setTopMargin(isHeading ? 8 : 0);
    if (block.kind == Kind::Code)
        format.setBackground(palette.color(QPalette::AlternateBase));
    else
        format.setLineHeight(kTextLineHeight, QTextBlockFormat::ProportionalHeight);
    return format;
}

static QTextCharFormat
charFormatOf(const lesson::TextBlock& block, const lesson::TextRun& run, const QFont& font)
{
    using Kind = lesson::TextBlock::Kind;
    QTextCharFormat format;
    const bool isHeading = block.kind == Kind::Heading;
    if (run.isStrong || isHeading)
        format.setFontWeight(QFont::Bold);
    if (isHeading && font.pointSizeF() > 0)
        format.setFontPointSize(font.pointSizeF() * (block.level == 1 ? 1.4 : 1.15));
    format.setFontItalic(run.isEmphasis);
    if (run.isCode || block.kind == Kind::Code) {
        format.setFontFamilies({codeFont().family()});
        format.setFontFixedPitch(true);
    }
    return format;
}

void LessonTextView::render()
{
    using Kind = lesson::TextBlock::Kind;
    m_isRendering = true;
    clear();
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    bool isFirst = true;
    for (const auto& block : m_blocks) {
        const auto format = blockFormatOf(block, palette());
        if (std::exchange(isFirst, false))
            cursor.setBlockFormat(format);
        else
            cursor.insertBlock(format);
        QTextCharFormat plain;
        if (block.kind == Kind::Item)
            cursor.insertText(
                block.number > 0 ? QStringLiteral("%1. ").arg(block.number)
                                 : QStringLiteral("\u2022 "),
                plain);
        if (block.kind == Kind::Rule)
            cursor.insertText(QString(8, QChar(0x2500)), plain);
        for (const auto& run : block.runs) {
            auto look = charFormatOf(block, run, font());
            if (run.isCode)
                look.setBackground(palette().color(QPalette::AlternateBase));
            cursor.insertText(safeLines(run.text), look);
        }
    }
    cursor.endEditBlock();
    m_isRendering = false;
    fitHeight();
}

void LessonTextView::fitHeight()
{
    if (m_isRendering)
        return;
    document()->setTextWidth(viewport()->width());
    const int height = std::max(kShortest, static_cast<int>(document()->size().height()) + 2);
    if (height != minimumHeight())
        setFixedHeight(height);
}

QSize LessonTextView::sizeHint() const
{
    return {0, minimumHeight()};
}

QSize LessonTextView::minimumSizeHint() const
{
    return {0, minimumHeight()};
}

void LessonTextView::resizeEvent(QResizeEvent* event)
{
    QTextEdit::resizeEvent(event);
    fitHeight();
}

void LessonTextView::changeEvent(QEvent* event)
{
    QTextEdit::changeEvent(event);
    if (!m_isRendering
        && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange))
        render();
}

} // namespace sandbench::ui
