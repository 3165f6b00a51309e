// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

class QAction;
class QToolButton;

namespace sandbench::ui {

class CodeEditor;
class EditorTabs;
class ElidedLabel;

/// The tabs, and beside or below them a second view of a document, which stays with it whatever
/// the tabs show. It goes when its document is closed. Thread: GUI.
class SplitView : public QSplitter
{
    Q_OBJECT

public:
    /// Takes @p editors in.
    SplitView(EditorTabs& editors, QWidget* parent);

    bool isSplit() const;
    /// Shows the current document a second time, where it is now, and goes there; nothing without
    /// one.
    void split();
    void unsplit();
    /// From the one view to the other.
    void switchViews();
    /// The button at the head of the second view does it.
    void setCloseAction(QAction* action);

signals:
    /// null = it is gone.
    void secondChanged(CodeEditor* second);

private:
    void showName();

    EditorTabs& m_editors;
    QWidget* m_pane = nullptr; ///< The second view below its head.
    ElidedLabel* m_name = nullptr;
    QToolButton* m_close = nullptr;
};

} // namespace sandbench::ui
