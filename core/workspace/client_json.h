// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <string_view>

/// JSON that a client sent. No I/O. Thread: any.
namespace sandbench::workspace {

/// As parseJson(). Errors: ResourceExhausted past a limit, Protocol for anything that is not JSON,
/// or has a member twice.
Result<Json> parseClientJson(std::string_view text, std::size_t maxBytes);

} // namespace sandbench::workspace
