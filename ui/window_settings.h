// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/theme.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <string_view>

namespace sandbench::ui {

class CommandBook;
class EditorTabs;
class MessageBar;
class SessionViews;
class SettingsDialog;
class SettingsStore;

/// Has the window obey the user's settings, shows them, and tells what is wrong with their file.
/// Thread: GUI.
class WindowSettings : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        SettingsStore& store;
        CommandBook& commands;
        EditorTabs& editors;
        SessionViews& views;
        MessageBar& message;
    };

    /// All parts outlive it, or die with @p window.
    WindowSettings(const Parts& parts, QWidget* window);

    /// The dialog. @p find: as if typed into its search.
    void show(const QString& find = {});
    /// settings.json as a document. @p line: from 1; 0 = where it begins.
    void openFile(int line = 0);

private:
    void obey(std::string_view id);
    void obeyEditor();
    void tellProblems();

    Parts m_parts;
    QWidget* m_window;
    Theme m_theme;
    QPointer<SettingsDialog> m_dialog;
};

} // namespace sandbench::ui
