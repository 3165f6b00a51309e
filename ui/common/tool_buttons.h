// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QBoxLayout>
#include <QToolButton>

#include <initializer_list>

namespace sandbench::ui {

/// A flat button of @p parent for each action, at the end of @p row. Thread: GUI.
inline void
addToolButtons(QBoxLayout& row, QWidget* parent, std::initializer_list<QAction*> actions)
{
    for (QAction* action : actions) {
        auto* button = new QToolButton(parent);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        row.addWidget(button);
    }
}

} // namespace sandbench::ui
