// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontDatabase>
#include <QStringList>

#include <algorithm>

namespace sandbench::ui {

/// The font of code and output. @p family: empty = the desktop's. Units: points; 0 = the desktop's
/// size. Thread: GUI.
inline QFont codeFont(const QString& family = {}, int size = 0)
{
    constexpr double kSmallest = 6;
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (!family.isEmpty())
        font.setFamilies({family});
    if (size > 0)
        font.setPointSizeF(std::max(double(size), kSmallest));
    return font;
}

} // namespace sandbench::ui
