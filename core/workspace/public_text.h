// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <string>

namespace sandbench::workspace {

/// What a caller elsewhere is told of @p error: no path of this machine, and of what went wrong in
/// the server itself only that.
std::string publicText(const Error& error);

} // namespace sandbench::workspace
