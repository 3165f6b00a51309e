// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminal_view.h"

#include "ui/common/safe_text.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <memory>

namespace sandbench::ui {

static constexpr int kFrameMilliseconds = 16;
static constexpr int kSideMargin = 4;
static constexpr int kFirstRows = 24;
static constexpr int kFirstColumns = 80;
static constexpr double kSmallestPoints = 4;

TerminalView::TerminalView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_screen(std::make_unique<TerminalScreen>(kFirstRows, kFirstColumns))
{
    setAccessibleName(tr("Terminal"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_InputMethodEnabled);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // its coming would change the columns
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    m_repaint.setSingleShot(true);
    connect(&m_repaint, &QTimer::timeout, this, &TerminalView::repaintDamage);
    m_sincePaint.start();
    setUsualFont(m_usualFont);
}

void TerminalView::setUsualFont(const QFont& font)
{
    m_usualFont = font;
    setZoom(m_zoom);
}

void TerminalView::setZoom(int points)
{
    m_zoom = points;
    QFont larger = m_usualFont;
    larger.setPointSizeF(std::max(larger.pointSizeF() + points, kSmallestPoints));
    setFont(larger);
    applyFont();
}

void TerminalView::applyFont()
{
    m_metrics = CellMetrics(font(), 1);
    m_palette = LogPalette(palette());
    fitScreen();
    viewport()->update();
}

void TerminalView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        applyFont();
}

void TerminalView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    fitScreen();
}

void TerminalView::fitScreen()
{
    const int rows = viewport()->height() / m_metrics.rowHeight;
    const int columns
        = static_cast<int>((viewport()->width() - 2 * kSideMargin) / m_metrics.cellWidth);
    const auto before = std::pair(m_screen->rows(), m_screen->columns());
    m_screen->resize(rows, columns);
    if (before != std::pair(m_screen->rows(), m_screen->columns()))
        emit sizeChanged(m_screen->rows(), m_screen->columns());
    showChanges();
}

void TerminalView::reset()
{
    m_screen = std::make_unique<TerminalScreen>(m_screen->rows(), m_screen->columns());
    m_selection = {};
    m_matches.clear();
    m_follows = true;
    m_shownFrom = 1; // all is new
    showChanges();
}

void TerminalView::feed(QByteArrayView bytes)
{
    m_screen->feed({bytes.data(), static_cast<std::size_t>(bytes.size())});
    send(); // answers
    showChanges();
}

void TerminalView::send()
{
    if (const std::string bytes = m_screen->takeOutput(); !bytes.empty() && m_takesKeys)
        emit typed(QByteArray::fromStdString(bytes));
}

// At once where nothing was painted lately, so that an echo does not wait.
void TerminalView::showChanges()
{
    m_isPainted = false;
    if (m_repaint.isActive())
        return;
    const auto passed = m_sincePaint.elapsed();
    if (passed >= kFrameMilliseconds)
        repaintDamage();
    else
        m_repaint.start(kFrameMilliseconds - static_cast<int>(passed));
}

void TerminalView::repaintDamage()
{
    m_sincePaint.restart();
    const auto damage = m_screen->takeDamage();
    const bool hasScrolled = std::exchange(m_shownFrom, m_screen->screenLine()) != m_shownFrom;
    updateScrollBar();
    if (hasScrolled || m_screen->screenLine() != topLine()) {
        viewport()->update();
    } else if (!damage.isNone()) {
        const QRect rows = rowRect(damage.top) | rowRect(damage.bottom - 1);
        viewport()->update(rows);
    } else {
        m_isPainted = true;
        emit painted();
    }
    updateMicroFocus();
}

std::uint64_t TerminalView::topLine() const
{
    return m_follows ? m_screen->screenLine()
                     : std::clamp(m_top, m_screen->firstLine(), m_screen->screenLine());
}

QRect TerminalView::rowRect(int row) const
{
    return {0, row * m_metrics.rowHeight, viewport()->width(), m_metrics.rowHeight};
}

void TerminalView::updateScrollBar()
{
    m_isScrolling = true;
    auto* bar = verticalScrollBar();
    bar->setRange(0, static_cast<int>(m_screen->screenLine() - m_screen->firstLine()));
    bar->setPageStep(m_screen->rows());
    bar->setValue(static_cast<int>(topLine() - m_screen->firstLine()));
    m_isScrolling = false;
}

void TerminalView::scrollContentsBy(int, int)
{
    if (!m_isScrolling) {
        const auto* bar = verticalScrollBar();
        m_follows = bar->value() == bar->maximum();
        m_top = m_screen->firstLine() + static_cast<std::uint64_t>(bar->value());
    }
    viewport()->update();
}

void TerminalView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_palette.base);
    painter.translate(kSideMargin, 0);
    CellPainter cells(painter, font(), m_metrics, m_palette);
    const auto top = topLine();
    for (int row = 0; row < m_screen->rows(); ++row)
        if (rowRect(row).intersects(event->rect()))
            paintRow(cells, top + static_cast<std::uint64_t>(row), row * m_metrics.rowHeight);
    if (top == m_screen->screenLine())
        paintCursor(painter, cells);
    m_sincePaint.restart();
    m_isPainted = true;
    emit painted();
}

CellPieces TerminalView::piecesOf(std::uint64_t line) const
{
    CellPieces pieces;
    std::uint32_t at = 0;
    for (const TerminalCell& cell : m_screen->line(line)) {
        const auto column = at++;
        const bool isLinked = cell.link != 0;
        if (cell.width == 0 || (cell.base == 0 && cell.style == TextStyle()))
            continue;
        if (cell.base < 0x7F && cell.marks == 0)
            pieces.addAscii(column, cell.base == 0 ? U' ' : cell.base, cell.style, isLinked);
        else if (SafeText::needsBox(cell.base)) // its number would not fit
            pieces.add({column, cell.width, {}, cell.style, true, isLinked});
        else
            pieces.add({column, cell.width, m_screen->textOf(cell), cell.style, false, isLinked});
    }
    return pieces;
}

void TerminalView::paintRow(CellPainter& painter, std::uint64_t line, int top)
{
    const auto place = [this, top](std::uint32_t cell, std::uint32_t cells) {
        return QRectF(
            cell * m_metrics.cellWidth, top, cells * m_metrics.cellWidth, m_metrics.rowHeight);
    };
    const auto parts = piecesOf(line);
    for (const auto& piece : parts.pieces)
        painter.background(place(piece.cell, piece.cells), piece.style);
    for (const auto& mark : marksOf(line))
        painter.mark(place(mark.begin, mark.end - mark.begin), mark.kind);
    for (const auto& piece : parts.pieces)
        painter.piece(place(piece.cell, piece.cells), piece);
}

std::vector<CellMark> TerminalView::marksOf(std::uint64_t line) const
{
    std::vector<CellMark> marks;
    const auto before
        = [](const FindMatch& match, std::uint64_t number) { return match.line < number; };
    auto match = std::lower_bound(m_matches.begin(), m_matches.end(), line, before);
    for (; match != m_matches.end() && match->line == line; ++match) {
        const bool isCurrent = match - m_matches.begin() == m_currentMatch;
        marks.push_back(
            {match->begin, match->end,
             isCurrent ? CellMark::Kind::CurrentHit : CellMark::Kind::Hit});
    }
    const auto [from, to] = std::minmax(m_selection.first, m_selection.second);
    const Place begin(line, 0);
    const Place end(line, m_screen->columns());
    if (from < end && begin < to) {
        const auto first = static_cast<std::uint32_t>(std::max(from, begin).second);
        const auto last = static_cast<std::uint32_t>(std::min(to, end).second);
        marks.push_back({first, last, CellMark::Kind::Selection});
    }
    return marks;
}

void TerminalView::paintCursor(QPainter& painter, CellPainter& cells)
{
    const auto cursor = m_screen->cursor();
    const auto line = m_screen->line(m_screen->screenLine() + std::uint64_t(cursor.row));
    const TerminalCell cell = line[static_cast<std::size_t>(cursor.column)];
    const double left = cursor.column * m_metrics.cellWidth;
    const double top = cursor.row * m_metrics.rowHeight;
    const QRectF place(
        left, top, std::max<int>(cell.width, 1) * m_metrics.cellWidth, m_metrics.rowHeight);
    if (!m_composed.isEmpty()) {
        TextStyle style;
        style.attributes = Underline;
        painter.fillRect(
            QRectF(left, top, viewport()->width() - left, m_metrics.rowHeight), m_palette.base);
        cells.piece(place, {0, 1, m_composed, style, false, false});
    }
    if (!cursor.isVisible || !m_takesKeys)
        return;
    if (!hasFocus()) {
        painter.setPen(m_palette.text);
        painter.drawRect(place.adjusted(0, 0, -1, -1));
    } else if (cursor.shape == TerminalScreen::Shape::Bar || !m_composed.isEmpty()) {
        painter.fillRect(QRectF(left, top, 2, m_metrics.rowHeight), m_palette.text);
    } else if (cursor.shape == TerminalScreen::Shape::Underline) {
        painter.fillRect(place.adjusted(0, m_metrics.rowHeight - 2, 0, 0), m_palette.text);
    } else {
        TextStyle style = cell.style;
        style.attributes ^= Inverse;
        cells.background(place, style);
        cells.piece(place, {0, cell.width, m_screen->textOf(cell), style, false, false});
    }
}

void TerminalView::reveal(std::uint64_t line)
{
    const auto rows = static_cast<std::uint64_t>(m_screen->rows());
    if (line >= topLine() && line < topLine() + rows)
        return;
    const auto first = m_screen->firstLine();
    const auto wanted = line > first + rows / 2 ? line - rows / 2 : first;
    verticalScrollBar()->setValue(static_cast<int>(wanted - first));
}

void TerminalView::setMatches(const std::vector<FindMatch>& matches, int current, bool reveals)
{
    m_matches.clear();
    for (const FindMatch& match : matches) {
        // From bytes of the line's text to cells.
        FindMatch inCells = match;
        std::size_t byte = 0;
        std::uint32_t column = 0;
        inCells.begin = inCells.end = 0;
        for (const TerminalCell& cell : m_screen->line(match.line)) {
            inCells.begin = byte <= match.begin ? column : inCells.begin;
            byte += m_screen->bytesOf(cell);
            inCells.end = ++column;
            if (byte >= match.end)
                break;
        }
        m_matches.push_back(inCells);
    }
    m_currentMatch = current;
    if (reveals && current >= 0 && current < static_cast<int>(m_matches.size()))
        reveal(m_matches[static_cast<std::size_t>(current)].line);
    viewport()->update();
}

std::vector<LogFinder::Part> TerminalView::searchParts() const
{
    std::vector<LogFinder::Part> parts;
    for (auto line = m_screen->firstLine(); line < m_screen->endLine();) {
        const auto first = line;
        auto chunk = std::make_shared<LineChunk>();
        for (; line < m_screen->endLine() && !chunk->full(); ++line) {
            const std::string text = m_screen->textOf(line);
            chunk->append({text, {}, 0, false, 0, 0});
        }
        parts.push_back({0, first, 0, std::move(chunk)});
    }
    return parts;
}

} // namespace sandbench::ui
