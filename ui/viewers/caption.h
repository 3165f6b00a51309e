// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/wrapped_label.h"

#include <QLocale>

namespace sandbench::ui {

/// The line above a result: how much there is of it, and what is not shown. Thread: GUI.
inline QLabel* captionLabel(QWidget* parent, const QString& text = {})
{
    auto* label = wrappedLabel(parent, text);
    label->setContentsMargins(8, 4, 8, 4);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// "1 row", "1,200 rows". @p what: in the singular; its plural ends with an s.
inline QString counted(std::size_t count, const QString& what)
{
    return QLocale().toString(quint64{count}) + QLatin1Char(' ') + what
        + (count == 1 ? QString() : QStringLiteral("s"));
}

} // namespace sandbench::ui
