// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_view.h"

#include "ui/common/code_font.h"
#include "ui/output/log_text.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLocale>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWindow>

#include <algorithm>

namespace sandbench::ui {

LogView::LogView(LogDocument& document, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_document(document)
    , m_layout(document)
    , m_usualFont(codeFont())
    , m_followButton(new QPushButton(viewport()))
{
    setAccessibleName(tr("Program output"));
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    setFont(m_usualFont);
    m_followButton->setAccessibleName(tr("Show the newest output"));
    m_followButton->setCursor(Qt::ArrowCursor);
    m_followButton->setFocusPolicy(Qt::NoFocus); // End does the same
    m_followButton->hide();
    connect(m_followButton, &QPushButton::clicked, this, [this] { setFollow(true); });
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    m_autoScroll.setInterval(40);
    connect(&m_autoScroll, &QTimer::timeout, this, [this] {
        const int past = m_dragPoint.y() < 0 ? -1 : m_dragPoint.y() > viewport()->height() ? 1 : 0;
        verticalScrollBar()->setValue(verticalScrollBar()->value() + past);
        moveCaretTo(positionAt(m_dragPoint), CaretMove::Select);
    });
    connect(&m_document, &LogDocument::changed, this, &LogView::relayout);
    connect(&m_document, &LogDocument::cleared, this, [this] {
        m_caret = m_selectionStart = {};
        setMatches({}, -1);
    });
    applyFont();
}

void LogView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void LogView::setUsualFont(const QFont& font)
{
    m_usualFont = font;
    setZoom(m_zoom);
}

void LogView::setZoom(int points)
{
    m_zoom = points;
    QFont larger = m_usualFont;
    larger.setPointSizeF(std::max(larger.pointSizeF() + points, 4.0));
    setFont(larger);
}

void LogView::applyFont()
{
    m_metrics = LogMetrics(font());
    m_palette = LogPalette(palette());
    relayout();
}

void LogView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        applyFont();
}

void LogView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

int LogView::visibleRows() const
{
    return std::max(1, viewport()->height() / m_metrics.rowHeight);
}

int LogView::firstColumn() const
{
    return m_wrap ? 0 : horizontalScrollBar()->value();
}

void LogView::relayout()
{
    const auto room = (viewport()->width() - m_metrics.gutter) / m_metrics.cellWidth - 1;
    m_layout.setColumns(static_cast<std::uint32_t>(std::max(10.0, room)), m_wrap);
    m_layout.update();
    updateScrollBars();
    const auto* current = m_document.current();
    if (current != nullptr && current->running())
        m_clock.start();
    else
        m_clock.stop();
    if (current != nullptr)
        setAccessibleDescription(
            LogPainter::statusText(*current) + u' ' + LogPainter::factsText(*current));
    m_painted = false;
    viewport()->update();
}

void LogView::updateScrollBars()
{
    m_scrolling = true;
    const auto rows = static_cast<int>(std::min<qint64>(m_layout.totalRows(), 1 << 30));
    verticalScrollBar()->setRange(0, std::max(0, rows - visibleRows()));
    verticalScrollBar()->setPageStep(visibleRows());
    verticalScrollBar()->setSingleStep(1);
    const int columns = static_cast<int>(m_layout.columns());
    const int widest = m_wrap ? 0 : static_cast<int>(m_layout.widestCells());
    horizontalScrollBar()->setRange(0, std::max(0, widest - columns));
    horizontalScrollBar()->setPageStep(columns);
    horizontalScrollBar()->setSingleStep(4);
    const int top
        = m_follow ? verticalScrollBar()->maximum() : static_cast<int>(m_layout.rowOf(m_anchor));
    verticalScrollBar()->setValue(top);
    m_scrolling = false;
    updateFollowButton();
}

void LogView::rememberAnchor()
{
    const auto row = m_layout.rowAt(verticalScrollBar()->value());
    if (row)
        m_anchor = positionIn(*row, 0);
}

void LogView::scrollContentsBy(int, int)
{
    if (!m_scrolling) {
        const bool atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
        rememberAnchor();
        if (atEnd != m_follow) {
            m_follow = atEnd;
            m_seenLines = totalLines();
            emit followChanged(m_follow);
        }
        updateFollowButton();
    }
    viewport()->update();
}

void LogView::setFollow(bool follow)
{
    if (follow == m_follow)
        return;
    m_follow = follow;
    m_seenLines = totalLines();
    if (!follow)
        rememberAnchor();
    updateScrollBars();
    viewport()->update();
    emit followChanged(follow);
}

void LogView::scrollToEnd()
{
    setFollow(true);
    updateScrollBars();
}

void LogView::setWrap(bool wrap)
{
    m_wrap = wrap;
    setHorizontalScrollBarPolicy(wrap ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    relayout();
}

void LogView::setFolded(bool folded)
{
    for (const auto& section : m_document.sections())
        section->folded = folded;
    relayout();
}

std::uint64_t LogView::totalLines() const
{
    std::uint64_t lines = 0;
    for (const auto& section : m_document.sections())
        lines += section->lineCount();
    return lines;
}

void LogView::updateFollowButton()
{
    const bool below = verticalScrollBar()->value() < verticalScrollBar()->maximum();
    m_followButton->setVisible(!m_follow && below);
    if (m_followButton->isHidden())
        return;
    const auto now = totalLines();
    const auto fresh = now > m_seenLines ? now - m_seenLines : 0;
    m_followButton->setText(
        fresh == 0 ? tr("↓ Newest output")
                   : tr("↓ %1 new lines").arg(QLocale().toString(qulonglong{fresh})));
    m_followButton->adjustSize();
    m_followButton->move(
        (viewport()->width() - m_followButton->width()) / 2,
        viewport()->height() - m_followButton->height() - 8);
}

void LogView::paintEvent(QPaintEvent* event)
{
    QPainter qpainter(viewport());
    qpainter.fillRect(event->rect(), m_palette.base);
    if (m_layout.totalRows() == 0) {
        QFont plain = QGuiApplication::font();
        qpainter.setFont(plain);
        qpainter.setPen(m_palette.muted);
        qpainter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    }
    LogPainter painter(qpainter, font(), m_metrics, m_palette, firstColumn());
    const int height = m_metrics.rowHeight;
    const qint64 top = verticalScrollBar()->value();
    for (int i = 0; i * height < viewport()->height() && top + i < m_layout.totalRows(); ++i) {
        const QRect rect(0, i * height, viewport()->width(), height);
        if (rect.intersects(event->rect()))
            paintRow(painter, top + i, rect);
    }
    if (const auto header = pinnedHeader())
        painter.header(*header, QRect(0, 0, viewport()->width(), height), false);
    if (!m_painted) {
        m_painted = true;
        emit paintedRows();
    }
}

void LogView::paintRow(LogPainter& painter, qint64 row, const QRect& rect)
{
    const auto found = m_layout.rowAt(row);
    if (!found)
        return;
    const bool here = hasFocus() && m_layout.rowOf(m_caret) == row
        && m_caret.serial == found->section->serial();
    switch (found->kind) {
    case RowKind::Header:
        painter.header(*found, rect, here && m_caret.line < 0);
        return;
    case RowKind::Gap:
        painter.gap(*found, rect);
        return;
    case RowKind::Chip:
        painter.chip(*found, rect);
        return;
    case RowKind::Note:
        painter.note(*found, rect);
        return;
    case RowKind::Text:
        break;
    }
    painter.text(*found, rect, marksFor(*found), linksFor(*found));
    if (here && m_caret.line == static_cast<qint64>(found->line))
        painter.caret(*found, m_caret.cell, rect);
}

std::vector<CellMark> LogView::marksFor(const LogRow& row) const
{
    std::vector<CellMark> marks;
    addFindMarks(row, marks);
    const auto [from, to] = std::minmax(m_caret, m_selectionStart);
    const LogPosition begin{row.section->serial(), static_cast<qint64>(row.line), row.firstCell};
    const LogPosition end{begin.serial, begin.line, row.firstCell + row.cellCount};
    if (from < end && begin < to)
        marks.push_back(
            {std::max(from, begin).cell, std::min(to, end).cell, CellMark::Kind::Selection});
    return marks;
}

void LogView::addFindMarks(const LogRow& row, std::vector<CellMark>& marks) const
{
    const auto before = [](const FindMatch& m, const LogPosition& p) {
        return std::pair(m.serial, static_cast<qint64>(m.line)) < std::pair(p.serial, p.line);
    };
    const LogPosition here{row.section->serial(), static_cast<qint64>(row.line), 0};
    auto it = std::lower_bound(m_matches.begin(), m_matches.end(), here, before);
    const LineView view = row.section->line(row.line);
    const auto rowEnd = row.firstCell + row.cellCount;
    for (; it != m_matches.end() && it->serial == here.serial && it->line == row.line; ++it) {
        const auto begin = std::max(row.firstCell, cellOfByte(view, it->begin));
        const auto end = std::min(rowEnd, cellOfByte(view, it->end));
        const bool current = it - m_matches.begin() == m_currentMatch;
        if (begin < end)
            marks.push_back(
                {begin, end, current ? CellMark::Kind::CurrentHit : CellMark::Kind::Hit});
    }
}

std::vector<TracebackLinker::Link> LogView::linksFor(const LogRow& row) const
{
    const auto& names = row.section->header().linkNames;
    if (names.isEmpty() || row.kind != RowKind::Text)
        return {};
    if (m_linkers.size() > static_cast<qsizetype>(LogDocument::kMaxRuns))
        m_linkers.clear();
    auto it = m_linkers.constFind(row.section->serial());
    if (it == m_linkers.constEnd())
        it = m_linkers.insert(row.section->serial(), TracebackLinker(names));
    return it->links(row.section->line(row.line).text);
}

void LogView::setMatches(std::span<const FindMatch> matches, int current)
{
    m_matches.assign(matches.begin(), matches.end());
    m_currentMatch = current;
    viewport()->update();
}

void LogView::revealMatch()
{
    if (m_currentMatch < 0 || m_currentMatch >= static_cast<int>(m_matches.size()))
        return;
    const FindMatch& match = m_matches[static_cast<std::size_t>(m_currentMatch)];
    auto* section = m_document.section(match.serial);
    if (section == nullptr || !section->retained(match.line))
        return;
    if (section->folded) {
        section->folded = false;
        relayout();
    }
    const LineView line = section->line(match.line);
    const auto cell = cellOfByte(line, match.begin);
    if (line.squeezed() && cell >= kSqueezedCells && !section->expanded.contains(match.line))
        toggleExpanded(*section, match.line);
    moveCaretTo({match.serial, static_cast<qint64>(match.line), cell}, CaretMove::Plain);
}

QString LogView::selectedText() const
{
    const auto [from, to] = std::minmax(m_caret, m_selectionStart);
    return textBetween(m_document, from, to);
}

bool LogView::painted() const
{
    const QWindow* shown = window()->windowHandle();
    return m_painted || !isVisible() || shown == nullptr || !shown->isExposed()
        || viewport()->visibleRegion().isEmpty();
}

} // namespace sandbench::ui
