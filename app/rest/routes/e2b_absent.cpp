// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/running.h"

#include <array>

namespace sandbench::rest {

namespace {

struct Absent
{
    std::string_view name, why;
};

/// Of a sandbox that is there: what its clients would else take for a sandbox that is not.
constexpr Absent kOfSandboxes[]
    = {{"metrics",
        "use and limits over time are not kept here; GET /sessions/{id}/metrics of this server "
        "says what a sandbox uses now"},
       {"pause",
        "sandboxes cannot be paused here; one stays until its timeout, which setTimeout prolongs"},
       {"resume", "sandboxes cannot be paused here, so there is nothing to resume"},
       {"snapshots", "no images are made of running sandboxes here"},
       {"fork", "sandboxes cannot be copied here; create another one"},
       {"logs", "programs' output goes to whoever runs them, and to this server's GET /history"},
       {"network", "the network of a sandbox is chosen when it is created"},
       {"refreshes", "each call prolongs a sandbox; setTimeout says by how long"}};

constexpr Absent kOfServers[]
    = {{"templates",
        "templates are images here: GET /images of this server lists them, POST /images/pull "
        "gets one"},
       {"snapshots", "no images are made of running sandboxes here"},
       {"volumes", "there are no volumes here; write files into a sandbox"},
       {"volumecontent", "there are no volumes here; write files into a sandbox"},
       {"secrets", "there are no secrets here; give a sandbox envs"},
       {"ports",
        "ports of sandboxes cannot be reached from outside; call the program from another one in "
        "the same sandbox"}};

std::string takeWord(std::string& path)
{
    const auto slash = path.find('/');
    auto word = path.substr(0, slash);
    path.erase(0, slash == std::string::npos ? slash : slash + 1);
    return word;
}

Error unsupported(const Absent& absent)
{
    return Error(ErrorCode::Unsupported, std::string(absent.name) + ": " + std::string(absent.why));
}

Result<Answer> answerAbsent(const ServerParts& parts, const Call& call)
{
    auto path = parameter(call, "rest");
    auto kind = takeWord(path);
    if (kind == "v2" || kind == "v3")
        kind = takeWord(path);
    if (kind == "sandboxes") {
        const auto id = takeWord(path);
        const auto what = takeWord(path);
        for (const auto& absent : kOfSandboxes)
            if (absent.name == what) {
                SANDBENCH_TRY_VOID(parts.workspace.sandboxes().look(call.caller, id));
                return unsupported(absent);
            }
    }
    for (const auto& absent : kOfServers)
        if (absent.name == kind)
            return unsupported(absent);
    return Error(ErrorCode::NotFound, "there is nothing at this path; see /openapi.json");
}

} // namespace

void addE2bAbsent(Routes& routes, ServerParts& parts)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kCalls
        = {{{"GET /e2b/{rest...}", "e2bOtherGet"},
            {"POST /e2b/{rest...}", "e2bOtherPost"},
            {"PUT /e2b/{rest...}", "e2bOtherPut"},
            {"PATCH /e2b/{rest...}", "e2bOtherPatch"},
            {"DELETE /e2b/{rest...}", "e2bOtherDelete"}}};
    for (const auto& [call, id] : kCalls)
        addE2bSandboxRoute(
            routes, call, id, "Any other call: 501 with the reason, or 404",
            with(parts, answerAbsent))
            .body
            = std::nullopt;
}

} // namespace sandbench::rest
