// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/catalog_json.h"
#include "app/rest/routes/handling.h"

#include <future>

namespace sandbench::rest {

namespace {

using workspace::Scope;

Answer languages(const ServerParts& parts, const Call&)
{
    return jsonAnswer(
        {{"languages", jsonList(parts.workspace.parts().languages().all(), languageJson)}});
}

Json threshold(std::optional<Severity> severity)
{
    return severity ? Json(severityName(*severity)) : Json(nullptr);
}

Result<Answer> policies(const ServerParts& parts, const Call&)
{
    SANDBENCH_TRY(const auto catalog, parts.workspace.parts().policies());
    auto list = Json::array();
    for (const auto& policy : catalog->all()) {
        auto rules = Json::array();
        for (const auto& rule : policy->rules())
            rules.push_back({{"id", rule.id}, {"severity", severityName(rule.severity)}});
        list.push_back(
            {{"id", policy->id},
             {"name", policy->name},
             {"description", policy->description},
             {"thresholds",
              {{"warn", threshold(policy->thresholds.warn)},
               {"ask", threshold(policy->thresholds.ask)},
               {"refuse", threshold(policy->thresholds.refuse)}}},
             {"rules", std::move(rules)}});
    }
    return jsonAnswer({{"policies", std::move(list)}});
}

Answer sizes(const ServerParts& parts, const Call&)
{
    auto list = Json::array();
    for (const auto& size : parts.workspace.parts().sizes().all())
        list.push_back(
            {{"name", size.name}, {"memory_bytes", size.memoryBytes}, {"cpus", size.cpus}});
    auto profiles = Json::array();
    for (const auto& profile : parts.workspace.parts().profiles().all())
        profiles.push_back({{"name", profile.name}, {"description", profile.description}});
    return jsonAnswer({{"sizes", std::move(list)}, {"profiles", std::move(profiles)}});
}

/// Where an engine is reached says where this machine keeps its sockets: for administrators.
Json engineView(const EngineStatus& status, bool whole)
{
    Json view
        = {{"engine", status.engine},
           {"usable", status.usable},
           {"reachable", status.reachable},
           {"version", status.version},
           {"host", {{"memory_bytes", status.host.memoryBytes}, {"cpus", status.host.cpus}}},
           {"layers", status.isolation.layers}};
    if (whole) {
        view["connection"] = status.connection;
        view["problem"] = status.problem;
        view["remedy"] = status.remedy;
    }
    return view;
}

Answer engines(const ServerParts& parts, const Call& call)
{
    std::vector<std::future<EngineStatus>> asked;
    for (auto* const engine : parts.workspace.parts().engines().all())
        asked.push_back(std::async(
            std::launch::async, [engine, stop = call.stop] { return engine->look(stop); }));
    auto list = Json::array();
    for (auto& status : asked)
        list.push_back(engineView(status.get(), call.caller.may(Scope::Admin)));
    return jsonAnswer({{"engines", std::move(list)}});
}

} // namespace

void addCatalogs(Routes& routes, ServerParts& parts)
{
    const auto catalog = [&](std::string_view call, std::string_view id, std::string_view summary,
                             Handler handler) {
        auto& route = add(routes, "catalogs", call, id, summary, std::move(handler));
        route.answer = {{route.path.substr(1), FieldType::ObjectList, "All of them"}};
    };
    catalog("GET /engines", "listEngines", "What can make sandboxes here", with(parts, engines));
    catalog("GET /languages", "listLanguages", "The languages of programs", with(parts, languages));
    catalog(
        "GET /policies", "listPolicies", "What programs can be held against",
        with(parts, policies));
    catalog("GET /sizes", "listSizes", "Named limits of sandboxes", with(parts, sizes));
}

} // namespace sandbench::rest
