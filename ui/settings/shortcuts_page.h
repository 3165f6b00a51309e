// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/palette/command_book.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace sandbench::ui {

class KeyField;
class SettingsStore;

/// All commands and their keys, which are changed by pressing others. Keys that another command has
/// in the same place are taken from it only when the user says so. Thread: GUI.
class ShortcutsPage : public QWidget
{
    Q_OBJECT

public:
    ShortcutsPage(CommandBook& book, SettingsStore& store, QWidget* parent);

    /// Shows what holds all words of @p text in its name or keys. Returns how many those are.
    int filter(const QString& text);

private:
    void makeTree();
    QWidget* makeFoot();
    QWidget* makeConflict();
    void refreshKeys();
    void refreshButtons();
    QTreeWidgetItem* current() const;
    Command currentCommand() const;
    void askForKeys();
    void takeKeys(const QKeySequence& key);
    void replace();
    void endAsking();

    CommandBook& m_book;
    SettingsStore& m_store;
    QList<Command> m_commands;
    QTreeWidget* m_tree = nullptr;
    QPushButton *m_change = nullptr, *m_remove = nullptr, *m_reset = nullptr, *m_resetAll = nullptr;
    KeyField* m_field = nullptr;
    QWidget* m_conflict = nullptr;
    QLabel* m_conflictText = nullptr;
    QKeySequence m_wanted; ///< What the conflict is about.
};

} // namespace sandbench::ui
