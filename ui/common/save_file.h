// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace sandbench::ui {

/// Writes to a path that the user chose; replaces an existing file only as a whole. Returns what
/// went wrong as a sentence, empty when nothing did. Blocks. Thread: any.
QString saveFile(const QString& path, QByteArrayView bytes);

} // namespace sandbench::ui
