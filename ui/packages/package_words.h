// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <QString>

#include <string>
#include <vector>

namespace sandbench::ui {

/// What was typed to be installed.
struct PackageWords
{
    std::vector<std::string> names; ///< Checked; empty where one is wrong.
    QString problem; ///< Of the first that is wrong; safe to show. Empty = all are names.
};

/// Reads names with blanks between them, or commas and blanks, as @p manager calls packages.
PackageWords readPackageWords(const std::string& manager, const QString& text);

/// A request for all that the file lists, for the manager that reads such files. Blocks.
/// Errors: InvalidArgument, NotFound, PermissionDenied, ResourceExhausted, Io.
Result<InstallRequest> readRequirementsFile(const std::string& path);

} // namespace sandbench::ui
