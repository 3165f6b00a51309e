// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/toolbox.h"

#include <stop_token>

namespace sandbench::mcp {

/// [{id, name, extensions, contexts, packages, compiled}]
Json languagesJson(const LanguageCatalog& languages);
/// [{engine, usable, version, problem, remedy}], asked at once, 10 seconds at most. Why one is not
/// usable may say where this machine keeps its sockets: only with @p isWhole.
Json enginesJson(const EngineRegistry& engines, bool isWhole, const std::stop_token& stop);

} // namespace sandbench::mcp
