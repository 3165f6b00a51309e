// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QWidget>

#include <functional>

namespace sandbench::ui {

/// Commands: actions with a name that stays the same from version to version, by which the command
/// palette, the user's shortcuts and the tests know them. Several panels may have the same one.
/// Thread: GUI.

/// Makes @p action one, with the keys that it usually has. Its tool tip is @p tip, or else its
/// text, with the first key. To be called before any widget has it.
void nameCommand(
    QAction& action, const char* name, const QList<QKeySequence>& keys, const QString& tip = {});
bool isCommand(const QAction& action);
/// A command's keys before anybody changed them.
QList<QKeySequence> usualKeys(const QAction& command);
/// The tool tip follows.
void setKeys(QAction& command, const QList<QKeySequence>& keys);
/// A command that cannot be used now says so in its tool tip. @p whyNot: empty = it can be used.
void explainCommand(QAction& command, const QString& whyNot);
QString whyNot(const QAction& command);

/// A command of @p owner that its keys start wherever inside of it the focus is.
QAction* keyAction(
    QWidget& owner, const char* name, const QString& text, const QList<QKeySequence>& keys,
    std::function<void()> run, const QString& tip = {});

} // namespace sandbench::ui
