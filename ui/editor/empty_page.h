// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QMenu;

namespace sandbench::ui {

/// What stands in the centre while no document is open: what one can do about it.
/// Thread: GUI.
class EmptyPage : public QWidget
{
    Q_OBJECT

public:
    /// One button per action, with its shortcut, and one for the menu of examples.
    EmptyPage(const QList<QAction*>& actions, QMenu* examples, QWidget* parent = nullptr);
};

} // namespace sandbench::ui
