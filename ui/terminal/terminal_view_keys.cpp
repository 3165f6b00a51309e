// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard, input methods and the clipboard of TerminalView.
#include "ui/common/safe_text.h"
#include "ui/terminal/terminal_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace sandbench::ui {

static constexpr auto kWindowsOwn = Qt::ControlModifier | Qt::ShiftModifier;

static bool hasKey(const QList<QKeySequence>& keys, const QKeyEvent& event)
{
    return keys.contains(QKeySequence(event.keyCombination()));
}

/// A command of the view's own.
static QAction* actionOf(const QWidget& view, const QKeyEvent& event)
{
    const auto actions = view.actions();
    const auto found = std::find_if(actions.begin(), actions.end(), [&](const QAction* action) {
        return action->isEnabled() && hasKey(action->shortcuts(), event);
    });
    return found == actions.end() ? nullptr : *found;
}

bool TerminalView::isKept(const QKeyEvent& event) const
{
    return (event.modifiers() & kWindowsOwn) == kWindowsOwn
        || (m_keptCommand && hasKey(m_keptCommand->shortcuts(), event));
}

bool TerminalView::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // Else Ctrl+S would save the document, and F5 run it.
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (actionOf(*this, key) || (m_takesKeys && !isKept(key))) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool TerminalView::focusNextPrevChild(bool next)
{
    return !m_takesKeys && QAbstractScrollArea::focusNextPrevChild(next);
}

bool TerminalView::scrollByKey(const QKeyEvent& event)
{
    if (event.modifiers() != Qt::ShiftModifier)
        return false;
    auto* bar = verticalScrollBar();
    switch (event.key()) {
    case Qt::Key_PageUp:
        bar->triggerAction(QScrollBar::SliderPageStepSub);
        return true;
    case Qt::Key_PageDown:
        bar->triggerAction(QScrollBar::SliderPageStepAdd);
        return true;
    default:
        return false;
    }
}

void TerminalView::keyPressEvent(QKeyEvent* event)
{
    if (QAction* action = actionOf(*this, *event))
        return action->trigger();
    if (isKept(*event))
        return event->ignore();
    if (scrollByKey(*event))
        return;
    if (!m_takesKeys) {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            emit entered();
        else
            event->ignore();
        return;
    }
    if (!m_screen->pressKey(event->key(), event->modifiers(), event->text()))
        return;
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    send();
}

void TerminalView::paste(const QString& text)
{
    m_screen->paste(text.toStdString());
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    send();
}

void TerminalView::inputMethodEvent(QInputMethodEvent* event)
{
    m_composed = SafeText::withoutControls(event->preeditString());
    if (!event->commitString().isEmpty() && m_takesKeys) {
        m_screen->pressKey(0, Qt::NoModifier, SafeText::withoutControls(event->commitString()));
        send();
    }
    viewport()->update();
    event->accept();
}

QVariant TerminalView::inputMethodQuery(Qt::InputMethodQuery query) const
{
    if (query == Qt::ImEnabled)
        return m_takesKeys;
    if (query == Qt::ImHints)
        return QVariant::fromValue(Qt::InputMethodHints(Qt::ImhNoPredictiveText));
    if (query != Qt::ImCursorRectangle)
        return QAbstractScrollArea::inputMethodQuery(query);
    const auto cursor = m_screen->cursor();
    return QRectF(
        cursor.column * m_metrics.cellWidth, cursor.row * m_metrics.rowHeight, 1,
        m_metrics.rowHeight);
}

QString TerminalView::selectedText() const
{
    const auto [from, to] = std::minmax(m_selection.first, m_selection.second);
    QStringList lines;
    for (auto line = std::max(from.first, m_screen->firstLine());
         line <= to.first && line < m_screen->endLine(); ++line) {
        const int begin = line == from.first ? from.second : 0;
        const int end = line == to.first ? to.second : m_screen->columns();
        lines << QString::fromStdString(m_screen->textOf(line, begin, end));
    }
    return SafeText::withoutControls(lines.join(u'\n'));
}

void TerminalView::copy()
{
    if (hasSelection())
        QGuiApplication::clipboard()->setText(selectedText());
}

} // namespace sandbench::ui
