// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_document.h"
#include "ui/output/log_finder.h"
#include "ui/output/log_layout.h"
#include "ui/output/log_painter.h"
#include "ui/output/log_palette.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QPushButton>
#include <QTimer>

#include <optional>
#include <span>

namespace sandbench::ui {

/// Shows a LogDocument: paints the visible rows and nothing else. Scrolling up lets go of the tail,
/// a button returns to it. All of it works by keyboard: arrows move a caret also over headers and
/// chips, Enter does what a click would do there. Thread: GUI.
class LogView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit LogView(LogDocument& document, QWidget* parent = nullptr);

    bool follows() const { return m_follow; }
    bool wraps() const { return m_wrap; }
    void setEmptyText(const QString& text);
    /// What setZoom() adds to.
    void setUsualFont(const QFont& font);
    /// Points added to the size of the text.
    void setZoom(int points);

    bool hasSelection() const { return m_caret != m_selectionStart; }
    QString selectedText() const;
    /// Marks matches, in document order; number @p current stands out, -1 for none.
    void setMatches(std::span<const FindMatch> matches, int current);
    /// Scrolls to the current match, unfolding what hides it.
    void revealMatch();
    /// What was laid out last has been painted, or nobody can see it.
    bool painted() const;
    /// Cell rows of the header of each run, for tests: painted from the document only.
    const LogLayout& layout() const { return m_layout; }

public slots:
    void setFollow(bool follow);
    void setWrap(bool wrap);
    void copy();
    void selectAll();
    void scrollToEnd();
    void setFolded(bool folded); ///< All runs.

signals:
    void followChanged(bool follows);
    void sourceLocationActivated(const QString& file, int line);
    /// The user wants the rest of a run, from @p line on.
    void fullOutputRequested(quint64 serial, quint64 line);
    void saveLineRequested(quint64 serial, quint64 line);
    void copied(); ///< Text went to the clipboard.
    void paintedRows();
    void contextMenuRequested(const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class CaretMove { Select, Plain };

    void relayout();
    void applyFont();
    void updateScrollBars();
    void rememberAnchor();
    void updateFollowButton();
    std::uint64_t totalLines() const;
    void paintRow(LogPainter& painter, qint64 row, const QRect& rect);
    std::vector<CellMark> marksFor(const LogRow& row) const;
    void addFindMarks(const LogRow& row, std::vector<CellMark>& marks) const;
    std::vector<TracebackLinker::Link> linksFor(const LogRow& row) const;

    // Mouse and keyboard; log_view_mouse.cpp and log_view_keys.cpp
    std::optional<LogRow> rowAtPoint(const QPoint& point) const;
    std::optional<LogRow> pinnedHeader() const;
    LogPosition positionAt(const QPoint& point) const;
    LogPosition positionIn(const LogRow& row, int x) const;
    std::optional<TracebackLinker::Link> linkAt(const LogRow& row, int x) const;
    bool activate(const LogRow& row, int x);
    void activateChip(const LogRow& row, int part);
    void toggleExpanded(LogSection& section, std::uint64_t line);
    void selectWordAt(const LogPosition& position);
    void moveCaretTo(const LogPosition& position, CaretMove move);
    void moveCaretRows(qint64 rows, CaretMove move);
    void moveCaretCells(int direction, CaretMove move);
    bool handleCaretKey(const QKeyEvent& event);
    bool activateAtCaret();
    void zoom(int steps);
    int visibleRows() const;
    int firstColumn() const;
    LogSection* sectionOfCaret() const;

    LogDocument& m_document;
    LogLayout m_layout;
    LogPalette m_palette;
    LogMetrics m_metrics;
    mutable QHash<quint64, TracebackLinker> m_linkers;
    QString m_emptyText;
    QFont m_usualFont;
    int m_zoom = 0;
    QPushButton* m_followButton;
    QTimer m_clock; ///< Durations of running headers.
    QTimer m_autoScroll;
    bool m_follow = true;
    bool m_wrap = false;
    bool m_scrolling = false; ///< We move the scroll bar, not the user.
    bool m_painted = true;
    LogPosition m_anchor; ///< Top row while not following.
    std::uint64_t m_seenLines = 0;
    LogPosition m_caret;
    LogPosition m_selectionStart;
    bool m_dragging = false;
    QPoint m_pressedAt;
    QPoint m_dragPoint;
    std::vector<FindMatch> m_matches;
    int m_currentMatch = -1;
};

} // namespace sandbench::ui
