// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QStackedWidget;

namespace sandbench::ui {

class CommandBook;
class SettingRow;
class SettingsStore;
class ShortcutsPage;

/// All settings, by groups, with a field that finds them. There is nothing to confirm: what is
/// changed counts at once, and each has a way back. Thread: GUI.
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    SettingsDialog(SettingsStore& store, CommandBook& book, QWidget* parent);

    /// As if it had been typed.
    void find(const QString& text);

signals:
    void fileWanted();

private:
    void makePages(SettingsStore& store);
    void addPage(const QString& title, QWidget* page);
    QWidget* makeFoot(const SettingsStore& store);
    void filter(const QString& text);
    void showCount(int page, int count);

    QLineEdit* m_search = nullptr;
    QListWidget* m_groups = nullptr;
    QStackedWidget* m_pages = nullptr;
    QList<QList<SettingRow*>> m_rows; ///< By pages; the last page is that of shortcuts.
    ShortcutsPage* m_shortcuts = nullptr;
};

} // namespace sandbench::ui
