// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/routes.h"

/// One function for each file of routes. They keep @p parts by reference.
namespace sandbench::rest {

using Routes = std::vector<Route>;

void addHealth(Routes& routes, ServerParts& parts);
void addSessions(Routes& routes, ServerParts& parts);
void addExecutions(Routes& routes, ServerParts& parts);
void addRuns(Routes& routes, ServerParts& parts);
void addArtifacts(Routes& routes, ServerParts& parts);
void addFiles(Routes& routes, ServerParts& parts);
void addContexts(Routes& routes, ServerParts& parts);
void addPackages(Routes& routes, ServerParts& parts);
void addImages(Routes& routes, ServerParts& parts);
void addCatalogs(Routes& routes, ServerParts& parts);
void addHistory(Routes& routes, ServerParts& parts);
void addMetrics(Routes& routes, ServerParts& parts);
void addExecuteCode(Routes& routes, ServerParts& parts);
void addPiston(Routes& routes, ServerParts& parts);
void addSandboxFusion(Routes& routes, ServerParts& parts);
void addPages(Routes& routes, ServerParts& parts);
/// The document of all that @p routes has by then.
void addDocument(Routes& routes, const ServerParts& parts);

} // namespace sandbench::rest
