// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/handling.h"

#include <memory>
#include <utility>

namespace sandbench::rest {

namespace {

Answer health(const ServerParts& parts)
{
    const auto uptime = std::chrono::system_clock::now() - parts.startedAt;
    return jsonAnswer(
        {{"status", "healthy"},
         {"service", "sandbench"},
         {"version", parts.version},
         {"uptime_seconds", std::chrono::duration_cast<std::chrono::seconds>(uptime).count()}});
}

Answer readiness(const ServerParts& parts)
{
    const bool isEnding = parts.quitting.stop_requested();
    return jsonAnswer({{"status", isEnding ? "ending" : "ready"}}, isEnding ? 503 : 200);
}

} // namespace

void addHealth(Routes& routes, ServerParts& parts)
{
    using Probe = Answer (*)(const ServerParts&);
    const auto probe = [&](std::string_view path, std::string_view id, std::string_view summary,
                           const Fields& answer, Probe work) {
        routes.push_back(
            {.method = "GET",
             .path = path,
             .id = id,
             .tag = "server",
             .summary = summary,
             .scope = {},
             .answer = answer,
             .takesUnknown = true, // probes add what keeps caches away
             .handler = [&parts, work](const Call&) { return work(parts); }});
    };
    const Fields healthy
        = {{"status", FieldType::Text, "\"healthy\""},
           {"service", FieldType::Text, "\"sandbench\""},
           {"version", FieldType::Text, "Of the server"},
           {"uptime_seconds", FieldType::Integer, "Since it was started"}};
    for (const auto& [path, id] : {std::pair{"/", "root"}, std::pair{"/health", "health"}})
        probe(path, id, "Whether the server works", healthy, health);
    probe(
        "/ready", "ready", "Whether the server shall get calls; 503 from the signal that ends it",
        {{"status", FieldType::Text, "What it is", false, {"ready", "ending"}}}, readiness);
}

void addDocument(Routes& routes, const ServerParts& parts)
{
    const auto document = std::make_shared<std::string>();
    routes.push_back(
        {.method = "GET",
         .path = "/openapi.json",
         .id = "openApi",
         .tag = "server",
         .summary = "This document",
         .scope = {},
         .handler = [document](const Call&) { return Answer{.fixed = *document}; }});
    *document = writeJson(openApiOf(routes, parts.version));
}

} // namespace sandbench::rest
