// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/routes.h"

#include "app/rest/routes/topics.h"

#include <iterator>

namespace sandbench::rest {

std::vector<Route> allRoutes(ServerParts& parts, std::vector<Route> more)
{
    Routes routes;
    addHealth(routes, parts);
    std::move(more.begin(), more.end(), std::back_inserter(routes));
    addDocument(routes, parts);
    return routes;
}

} // namespace sandbench::rest
