// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace sandbench::ui {

/// A line to type into. @p name is for tests and style sheets, @p title for screen readers.
inline QLineEdit* textField(
    QWidget* parent, const char* name, const QString& title, const QString& placeholder,
    int longest)
{
    auto* field = new QLineEdit(parent);
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(title);
    field->setPlaceholderText(placeholder);
    field->setMaxLength(longest);
    return field;
}

} // namespace sandbench::ui
