// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The second view of EditorTabs: which document it shows, and which of the views is meant.
#include "ui/editor/editor_tabs.h"

#include <QEvent>

#include <utility>

namespace sandbench::ui {

CodeEditor* EditorTabs::current() const
{
    CodeEditor* editor = view();
    return editor ? &editor->original() : nullptr;
}

CodeEditor* EditorTabs::view() const
{
    return m_isSecond ? m_second.data() : editorAt(currentIndex());
}

void EditorTabs::setCurrentWidget(QWidget* document)
{
    QTabWidget::setCurrentWidget(document);
    noteView(false);
}

CodeEditor* EditorTabs::openSecond(CodeEditor& document, QWidget* parent)
{
    closeSecond();
    CodeEditor& original = document.original();
    m_second = new CodeEditor(repository(), parent);
    m_second->mirror(original);
    m_second->setLook(m_look);
    m_second->zoomTo(m_zoom);
    m_second->installEventFilter(this);
    return m_second;
}

void EditorTabs::closeSecond()
{
    if (!m_second)
        return;
    noteView(false);
    CodeEditor* second = std::exchange(m_second, nullptr);
    second->removeEventFilter(this);
    second->hide();
    second->deleteLater(); // it may have been what has the key that closes it
    emit secondClosing();
}

void EditorTabs::noteView(bool isSecond)
{
    if (m_isSecond == isSecond)
        return;
    const CodeEditor* before = current();
    m_isSecond = isSecond;
    if (current() != before)
        emit currentChangedTo(current());
    emit viewChanged();
}

bool EditorTabs::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn)
        noteView(watched == m_second);
    return QTabWidget::eventFilter(watched, event);
}

} // namespace sandbench::ui
