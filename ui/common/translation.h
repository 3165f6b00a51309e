// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace sandbench::ui {

/// Texts of functions that belong to no QObject. lupdate files them under this namespace, so no
/// other function may stand in for this one.
inline QString tr(const char* text)
{
    return QCoreApplication::translate("sandbench::ui", text);
}

} // namespace sandbench::ui
