// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/front.h"
#include "app/rest/listener.h"
#include "app/rest/router.h"
#include "app/rest/sandbox_keys.h"
#include "core/workspace/server_rules.h"
#include "core/workspace/workspace.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::rest {

/// What the handlers work with. Outlives the routes.
struct ServerParts
{
    workspace::Workspace& workspace;
    std::string version;
    /// Of sandboxes whose caller says nothing else: {"engine": "docker"}; see
    /// workspace::readOpen().
    Json openDefaults = Json::object();
    workspace::ServerRules rules = {}; ///< For every caller.
    SandboxKeys keys = {}; ///< The gate knows the same.
    std::chrono::system_clock::time_point startedAt = std::chrono::system_clock::now();
    /// For the metrics; empty = there is no listener.
    std::function<Listener::Counters()> traffic = {};
    /// Requested when the server was told to end: it is not ready any more.
    std::stop_token quitting = {};
    /// For the metrics; null = there are none.
    const telemetry::TraceExporter* traces = nullptr;
    /// Front::answers(), for the metrics; empty = there is no front.
    std::function<Front::Answers()> answers = {};
};

/// The whole API, with its document at /openapi.json and its pages. @p more: routes of others (MCP)
/// that the document shall name.
std::vector<Route> allRoutes(ServerParts& parts, std::vector<Route> more = {});

} // namespace sandbench::rest
