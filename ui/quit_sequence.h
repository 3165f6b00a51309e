// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageBox>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace sandbench::ui {

class EditorTabs;
class SessionList;

/// What stands between the wish to close the window and its end: asks about running programs and
/// about unsaved text, waits for saves, and lets the text that nobody needs any more be forgotten.
/// Each step is a signal, never a nested event loop. Thread: GUI.
class QuitSequence : public QObject
{
    Q_OBJECT

public:
    QuitSequence(EditorTabs& editors, const SessionList& sessions, QWidget* window);

    /// For closeEvent(). False: not now; goes on by itself and closes the window when it may.
    bool mayClose();

signals:
    /// Why the window is still open.
    void waiting(const QString& sentence);

private:
    void ask(const QString& sentence, bool savesText);
    void askAboutRuns();
    bool forgetText();

    EditorTabs& m_editors;
    const SessionList& m_sessions;
    QWidget* m_window;
    QTimer m_patience;
    QPointer<QMessageBox> m_box;
    bool m_endsRuns = false;
    bool m_waitsForSaves = false;
    bool m_discard = false;
    bool m_forgotten = false;
};

} // namespace sandbench::ui
