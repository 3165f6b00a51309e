// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/routes.h"

#include "app/rest/routes/e2b.h"
#include "app/rest/routes/handling.h"

#include <iterator>

namespace sandbench::rest {

std::vector<Route> allRoutes(ServerParts& parts, std::vector<Route> more)
{
    Routes routes;
    for (const auto add :
         {addHealth,      addSessions, addExecutions,    addRuns,         addArtifacts,
          addReports,     addFiles,    addContexts,      addPackages,     addImages,
          addPools,       addCatalogs, addHistory,       addMetrics,      addExecuteCode,
          addLlmSandbox,  addPiston,   addSandboxFusion, addE2bSandboxes, addE2bInterpreter,
          addE2bWatching, addE2bFiles, addE2bProcesses,  addE2bAbsent,    addPages})
        add(routes, parts);
    std::move(more.begin(), more.end(), std::back_inserter(routes));
    addDocument(routes, parts);
    return routes;
}

} // namespace sandbench::rest
