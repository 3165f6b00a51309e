// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/routes.h"

/// One function for each file of routes. They keep @p parts by reference.
namespace sandbench::rest {

using Routes = std::vector<Route>;

void addHealth(Routes& routes, ServerParts& parts);
/// The document of all that @p routes has by then.
void addDocument(Routes& routes, const ServerParts& parts);

} // namespace sandbench::rest
