// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>

namespace sandbench {

/// Whether @p path begins like a tar archive, also a compressed one, with at least one entry.
/// Errors: NotFound, PermissionDenied, InvalidArgument.
Result<void> checkIsArchive(const std::string& path);

} // namespace sandbench
