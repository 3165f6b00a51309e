// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/settings.h"

#include <string>

namespace sandbench {

/// Changes of the user's settings file. What else stands in it is kept, also what this version does
/// not know. The file is replaced in one step and is readable for its owner only; its folder is
/// made when it is not there. A file that loadSettings() refuses is left as it is.
/// Errors: those of loadSettings(), PermissionDenied.

/// Errors: also AlreadyExists, InvalidArgument (a name or endpoint that cannot be).
Result<void> addConnection(const std::string& path, const ConnectionProfile& profile);

/// Errors: also NotFound, with the known names.
Result<void> removeConnection(const std::string& path, const std::string& name);

/// Empty fields are taken out of the file. Errors: also InvalidArgument (what PackageSettings
/// cannot hold).
Result<void> setPackageSettings(const std::string& path, const PackageSettings& packages);

/// Puts @p patch into the file as RFC 7396 says: null takes a member out.
Result<void> patchSettings(const std::string& path, const Json& patch);

} // namespace sandbench
