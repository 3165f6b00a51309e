// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/tool.h"

#include <string_view>

namespace sandbench::mcp {

/// {content, structuredContent, isError} as protocol @p version knows them. The last block of the
/// content is the structured result as JSON text, for clients that know no other; where that would
/// be long, its texts are cut and "shortened" is true, and where that does not help it is left out.
Json toolResultJson(ToolResult made, std::string_view version);

} // namespace sandbench::mcp
