// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/language/language.h"

#include <QStringList>

#include <optional>
#include <stop_token>

namespace sandbench::ui {

/// The programs of a folder, as far as they are opened together.
struct FolderFiles
{
    QStringList paths; ///< At most 20, sorted.
    QString program; ///< The one of them to run; see chooseProgram().
    qsizetype left = 0; ///< Programs beyond them.
    QString problem; ///< Why it cannot be read; foreign text.
};

/// Nothing where @p path is no folder. What projects leave out is left out, see ProjectFolder. For
/// a worker: it reads the disk.
std::optional<FolderFiles>
filesOfFolder(const std::string& path, const LanguageCatalog& languages, std::stop_token stop);

} // namespace sandbench::ui
