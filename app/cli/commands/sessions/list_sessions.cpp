// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sessions/find_sandboxes.h"
#include "app/cli/commands/sessions/sessions.h"
#include "app/cli/failure.h"
#include "app/cli/text.h"
#include "core/workspace/composition.h"

#include <algorithm>
#include <ctime>

namespace sandbench::cli {

namespace {

using Row = std::vector<std::string>;

Json sandboxJson(const SandboxInfo& sandbox, std::int64_t now)
{
    return {
        {"engine", sandbox.engine},
        {"session", sandbox.sessionId},
        {"id", sandbox.id},
        {"state", sandbox.state},
        {"image", sandbox.image},
        {"created_at", sandbox.createdAt},
        {"age_seconds", std::max<std::int64_t>(now - sandbox.createdAt, 0)},
        {"owner", sandbox.owner},
        {"owner_alive", sandbox.isOwnerAlive},
        {"ours", isOurs(sandbox)},
        {"stale", sandbox.isStale}};
}

Row rowOf(const SandboxInfo& sandbox, std::int64_t now)
{
    return {
        sandbox.engine,
        sandbox.sessionId,
        sandbox.state + (sandbox.isStale ? ", stale" : ""),
        ageWords(sandbox.createdAt, now),
        ownerWords(sandbox),
        sandbox.image,
        shortId(sandbox)};
}

std::string listText(const SandboxSearch& search, const std::vector<FoundSandbox>& shown)
{
    std::vector<Row> rows = {{"ENGINE", "SESSION", "STATE", "AGE", "OWNER", "IMAGE", "ID"}};
    const auto now = std::time(nullptr);
    for (const auto& each : shown)
        rows.push_back(rowOf(each.info, now));
    std::string text = shown.empty() ? "No sandboxes.\n" : tableText(rows);
    if (const auto hidden = search.found.size() - shown.size(); hidden > 0)
        text += std::to_string(hidden) + " of other users or machines; --all shows them\n";
    return text;
}

} // namespace

Result<int> listSessions(const Program& program, const SessionsOptions& options)
{
    SANDBENCH_TRY(const auto composition, Composition::create(options.connection, options.engine));
    SANDBENCH_TRY(
        const auto search,
        findSandboxes(composition->engines(), options.engine, program.signals.stopToken()));
    std::vector<FoundSandbox> shown;
    for (const auto& each : search.found)
        if (options.all || isOurs(each.info) || each.info.isStale)
            shown.push_back(each);
    // An engine that is not there has no sandboxes; one that refuses us may have some.
    for (const auto& problem : search.problems)
        if (problem.error.code() != ErrorCode::Unavailable)
            note(problem.engine + ": " + problem.error.text());
    Json json = {{"schema", "sandbench.sessions/1"}, {"sessions", Json::array()}};
    for (const auto& each : shown)
        json["sessions"].push_back(sandboxJson(each.info, std::time(nullptr)));
    json["problems"] = Json::array();
    for (const auto& problem : search.problems)
        json["problems"].push_back({{"engine", problem.engine}, {"problem", problem.error.text()}});
    return printed(options.json, json, listText(search, shown));
}

} // namespace sandbench::cli
