// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVBoxLayout>

namespace sandbench::ui {

/// What @p widget has, from top to bottom and without room around it. Units: pixels between the
/// parts; -1 = as the style has it.
inline QVBoxLayout* columnOf(QWidget* widget, int spacing = -1)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(spacing);
    return column;
}

} // namespace sandbench::ui
