// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/wrapped_label.h"

namespace sandbench::ui {

/// The line above a result: how much there is of it, and what is not shown. Thread: GUI.
inline QLabel* captionLabel(QWidget* parent, const QString& text = {})
{
    auto* label = wrappedLabel(parent, text);
    label->setContentsMargins(8, 4, 8, 4);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace sandbench::ui
