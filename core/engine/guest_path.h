// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string_view>

/// Paths and users of sandboxes, as options and manifests name them. Thread: any.
namespace sandbench {

/// Absolute, without "..", ".", empty or control-character components.
bool isPlainPath(std::string_view path);
/// Whether SandboxSpec::workingFolder can be so. Errors: InvalidArgument.
Result<void> checkWorkingFolder(std::string_view path);
/// Whether @p path is @p folder or below it.
bool isWithin(std::string_view path, std::string_view folder);
/// "0", "root", "0:5", "root:adm".
bool isRootUser(std::string_view user);
/// One label: 1 to 63 letters a-z, digits and inner dashes. Source: RFC 1123, 2.1.
bool isHostname(std::string_view name);

} // namespace sandbench
