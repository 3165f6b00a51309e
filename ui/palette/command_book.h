// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QPointer>

class QMainWindow;

namespace sandbench::ui {

/// A command (ui/common/key_action.h) as people see it.
struct Command
{
    QString name; ///< "runFile"
    QString group; ///< Its menu or panel: "Run".
    QString title; ///< "Theme: Dark"
    QPointer<QAction> action; ///< Of several panels' the one that is on top.
    bool isOnTop = false; ///< Else none of its panels is shown now.
};

/// Whether one key cannot start both: one of them works everywhere, or both in the same place.
bool shareKeys(const Command& one, const Command& other);

/// All commands of a window. Nobody lists them: what a menu or a widget inside of the window gets
/// is found, also in panels that are made later. Thread: GUI.
class CommandBook : public QObject
{
    Q_OBJECT

public:
    /// Before the window has any command.
    explicit CommandBook(QMainWindow& window);

    /// Each name once: those of the menus in their order, then those of panels.
    QList<Command> commands() const;
    /// Those that @p key starts where it starts @p command, without itself.
    QList<Command> othersWith(const QKeySequence& key, const Command& command) const;
    /// The user's keys by names; all others get the usual ones.
    void setOwnKeys(const QHash<QString, QList<QKeySequence>>& keys);
    /// As its key does; a panel that hides it comes up first.
    static void run(const Command& command);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void note(QAction* action);
    bool isOurs(const QAction& action) const;

    QMainWindow& m_window;
    QList<QPointer<QAction>> m_actions;
    QHash<QString, QList<QKeySequence>> m_ownKeys;
};

} // namespace sandbench::ui
