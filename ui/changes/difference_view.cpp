// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changes/difference_view.h"

#include "ui/activity/diff_highlighter.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/wrapped_label.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QTextBlock>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kSideMargin = 8;

DifferenceView::DifferenceView(QWidget* parent)
    : QWidget(parent)
{
    auto* column = columnOf(this, 0);
    column->addWidget(m_caption = new ElidedLabel(this));
    m_caption->setObjectName(QStringLiteral("differenceCaption"));
    m_caption->setContentsMargins(kSideMargin, 4, kSideMargin, 4);
    m_caption->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    column->addWidget(m_note = wrappedLabel(this));
    m_note->setAlignment(Qt::AlignTop);
    m_note->setObjectName(QStringLiteral("differenceNote"));
    m_note->setContentsMargins(kSideMargin, 4, kSideMargin, kSideMargin);
    column->addWidget(m_text = new QPlainTextEdit(this), 1);
    m_text->setObjectName(QStringLiteral("difference"));
    m_text->setAccessibleName(tr("Difference"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLayoutDirection(Qt::LeftToRight);
    m_text->setTabStopDistance(4 * m_text->fontMetrics().horizontalAdvance(u' '));
    m_colours = new DiffHighlighter(m_text->document());
    setFocusProxy(m_text);
    connect(m_text, &QPlainTextEdit::cursorPositionChanged, this, &DifferenceView::followCaret);
    showNote({});
}

void DifferenceView::show(const FileDifference& difference)
{
    const bool isSameFile = difference.row.path == m_difference.row.path;
    const int before = isSameFile ? m_current : 0;
    m_difference = difference;
    m_firstLines.clear();
    QStringList lines;
    for (const auto& part : difference.parts) {
        m_firstLines.push_back(static_cast<int>(lines.size()));
        lines += part.lines;
    }
    if (difference.isCut)
        lines << tr("… and more, which is not shown");
    {
        const QSignalBlocker quiet(m_text);
        m_text->setPlainText(lines.join(u'\n'));
    }
    m_text->setVisible(!difference.parts.isEmpty());
    m_note->setText(difference.note);
    m_note->setVisible(!difference.note.isEmpty());
    m_current = -1;
    setCurrentPart(std::clamp(before, 0, std::max(0, partCount() - 1)));
}

void DifferenceView::showNote(const QString& sentence)
{
    FileDifference nothing;
    nothing.note = sentence;
    show(nothing);
}

void DifferenceView::setCurrentPart(int part)
{
    if (part < 0 || part >= partCount())
        return mark();
    QTextCursor caret(
        m_text->document()->findBlockByNumber(m_firstLines[static_cast<std::size_t>(part)]));
    m_text->setTextCursor(caret);
    followCaret();
}

void DifferenceView::step(int direction)
{
    setCurrentPart(std::clamp(m_current + direction, 0, std::max(0, partCount() - 1)));
}

void DifferenceView::followCaret()
{
    const int line = m_text->textCursor().blockNumber();
    const auto next = std::ranges::upper_bound(m_firstLines, line);
    const int part = static_cast<int>(next - m_firstLines.begin()) - 1;
    if (part == m_current)
        return;
    m_current = part;
    mark();
    emit currentPartChanged();
}

// A line beside the current part, and its background: nothing is told by a colour alone, as the
// caption has its number.
void DifferenceView::mark()
{
    QList<QTextEdit::ExtraSelection> marks;
    if (m_current >= 0 && partCount() > 1) {
        const auto part = static_cast<std::size_t>(m_current);
        const int first = m_firstLines[part];
        const auto count = m_difference.parts[m_current].lines.size();
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(m_text->document()->findBlockByNumber(first));
        selection.cursor.movePosition(
            QTextCursor::NextBlock, QTextCursor::KeepAnchor, static_cast<int>(count));
        if (part + 1 == m_firstLines.size()) // no block follows
            selection.cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        QColor colour = palette().color(QPalette::Highlight);
        colour.setAlphaF(0.14F);
        selection.format.setBackground(colour);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks << selection;
    }
    m_text->setExtraSelections(marks);
    describe();
}

void DifferenceView::describe()
{
    const auto& row = m_difference.row;
    QStringList sentences;
    if (!row.path.empty())
        sentences << row.shown;
    if (partCount() > 0)
        sentences << (m_difference.isApplied ? tr("what was applied, part %1 of %2")
                                             : tr("part %1 of %2"))
                         .arg(m_current + 1)
                         .arg(partCount());
    m_caption->setText(sentences.join(QStringLiteral(" · ")));
    m_caption->setVisible(!sentences.isEmpty());
}

QString DifferenceView::caption() const
{
    return m_caption->text();
}

void DifferenceView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_colours->rehighlight();
        mark();
    }
}

} // namespace sandbench::ui
