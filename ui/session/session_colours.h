// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace sandbench::ui {

/// The colours that sessions are told apart by; they stand out on light and on dark grounds. Their
/// names say the same to who does not see them.
inline constexpr int kSessionColours = 8;

/// @p number: any; they repeat.
QColor sessionColour(int number);
/// "Blue"
QString sessionColourName(int number);
QIcon sessionColourIcon(int number);

} // namespace sandbench::ui
