// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/code_font.h"
#include "ui/output/cell_painter.h"
#include "ui/output/log_finder.h"
#include "ui/terminal/terminal_screen.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <optional>
#include <utility>
#include <vector>

class QInputEvent;

namespace sandbench::ui {

/// Shows a TerminalScreen and sends it what the person types: every key but those with Ctrl+Shift,
/// Shift+Page Up and Page Down, and the command that leads here. The mouse selects, or goes to a
/// program that asks for it; with Shift it selects anyway. Paints what has changed, 60 times a
/// second at most. Thread: GUI.
class TerminalView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /// Of a selection: a line of the screen and a column, which may be behind the last one.
    using Place = std::pair<std::uint64_t, int>;

    explicit TerminalView(QWidget* parent = nullptr);

    const TerminalScreen& screen() const { return *m_screen; }
    /// An empty screen, as a new program expects it.
    void reset();
    /// A part of a program's output.
    void feed(QByteArrayView bytes);
    /// Keys go to the program; else Enter is an event of its own.
    void setTakesKeys(bool takes) { m_takesKeys = takes; }
    /// A command of the window whose keys are not the program's.
    void setKeptCommand(QAction* command) { m_keptCommand = command; }
    /// Sends text as if it were typed: what the person has agreed to.
    void paste(const QString& text);

    /// What setZoom() adds to.
    void setUsualFont(const QFont& font);
    /// Points added to the size of the text.
    void setZoom(int points);

    bool hasSelection() const { return m_selection.first != m_selection.second; }
    /// Without control characters.
    QString selectedText() const;
    /// All that was kept and the screen, for a search: serial 0, lines as screen() numbers them.
    std::vector<LogFinder::Part> searchParts() const;
    /// In bytes of the lines' text. Number @p current stands out, -1 for none; @p reveals: it is
    /// scrolled to.
    void setMatches(const std::vector<FindMatch>& matches, int current, bool reveals);
    /// All that came can be seen.
    bool isPainted() const { return m_isPainted; }

public slots:
    void copy();

signals:
    /// For the program.
    void typed(const QByteArray& bytes);
    void sizeChanged(int rows, int columns);
    void pasteWanted(const QString& text);
    /// A link was clicked. Untrusted.
    void linkActivated(const QString& address);
    /// Enter, while no program takes keys.
    void entered();
    void painted();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    QVariant inputMethodQuery(Qt::InputMethodQuery query) const override;
    bool focusNextPrevChild(bool next) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    bool isKept(const QKeyEvent& event) const;
    void applyFont();
    void fitScreen();
    void reveal(std::uint64_t line);
    void showChanges();
    void repaintDamage();
    void updateScrollBar();
    std::uint64_t topLine() const;
    QRect rowRect(int row) const;
    void paintRow(CellPainter& painter, std::uint64_t line, int top);
    CellPieces piecesOf(std::uint64_t line) const;
    std::vector<CellMark> marksOf(std::uint64_t line) const;
    void paintCursor(QPainter& painter, CellPainter& cells);
    void send();
    bool scrollByKey(const QKeyEvent& event);
    Place placeAt(const QPointF& point) const;
    std::pair<int, int> cellAt(const QPointF& point) const;
    std::uint32_t linkAt(const QPointF& point) const;
    bool goesToProgram(const QInputEvent& event) const;
    void select(const Place& from, const Place& to);

    std::unique_ptr<TerminalScreen> m_screen;
    LogPalette m_palette;
    CellMetrics m_metrics;
    QFont m_usualFont = codeFont();
    int m_zoom = 0;
    QPointer<QAction> m_keptCommand;
    bool m_takesKeys = false;
    bool m_follows = true; ///< The screen is shown, not what has left it.
    bool m_isScrolling = false; ///< We move the scroll bar, not the person.
    bool m_isPainted = true;
    std::uint64_t m_top = 0; ///< The line at the top, while it does not follow.
    std::uint64_t m_shownFrom = 0; ///< The screen's first line when it was looked at last.
    QTimer m_repaint;
    QElapsedTimer m_sincePaint;
    std::pair<Place, Place> m_selection; ///< Where it began, where it is now.
    bool m_isSelecting = false;
    int m_button = 0; ///< Held, and the program was told.
    double m_wheel = 0; ///< Lines that were not scrolled yet.
    std::vector<FindMatch> m_matches; ///< In cells.
    int m_currentMatch = -1;
    QString m_composed; ///< By an input method, not typed yet.
};

} // namespace sandbench::ui
