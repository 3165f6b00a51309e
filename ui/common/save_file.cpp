// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/save_file.h"

#include "ui/common/safe_text.h"

#include <QCoreApplication>
#include <QSaveFile>

namespace sandbench::ui {

QString saveFile(const QString& path, QByteArrayView bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes.data(), bytes.size()) == bytes.size()
        && file.commit())
        return {};
    return QCoreApplication::translate(
               "SaveFile", "%1 could not be saved: %2. Choose another place.")
        .arg(SafeText::display(path), file.errorString());
}

} // namespace sandbench::ui
