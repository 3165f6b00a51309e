// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/running.h"
#include "core/workspace/requests.h"

namespace sandbench::rest {

namespace {

using workspace::Scope;

const Fields kSession
    = {{"session_id", FieldType::Text, "Names the session in later calls"},
       {"status",
        FieldType::Text,
        "How it is; \"lost\" went away without being closed",
        false,
        {workspace::kReady, workspace::kLost, workspace::kClosed}},
       {"engine", FieldType::Text, "What made its sandbox"},
       {"image", FieldType::Text, "What it was made from"},
       {"language", FieldType::Text, "Of runs that name none"},
       {"network", FieldType::Text, "\"none\", or which one it has"},
       {"pool", FieldType::Text, "The pool that it came from, or null"}};

Result<Answer> openSession(ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto request, openRequest(parts, call, call.json));
    SANDBENCH_TRY(const auto sandbox, openSandbox(parts, call, std::move(request)));
    auto answer = jsonAnswer(workspace::sandboxView(*sandbox), 201);
    answer.headers["location"] = "/sessions/" + sandbox->id();
    answer.headers["x-session-id"] = sandbox->id();
    return answer;
}

Answer listSessions(const ServerParts& parts, const Call& call)
{
    return jsonAnswer(
        {{"sessions",
          jsonList(parts.workspace.sandboxes().list(call.caller), [](const auto& sandbox) {
              return workspace::sandboxView(*sandbox);
          })}});
}

Result<Answer> showSession(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(
        const auto sandbox, parts.workspace.sandboxes().look(call.caller, parameter(call, "id")));
    return jsonAnswer(workspace::sandboxView(*sandbox));
}

Result<Answer> closeSession(const ServerParts& parts, const Call& call)
{
    const auto id = parameter(call, "id");
    SANDBENCH_TRY_VOID(parts.workspace.sandboxes().close(call.caller, id));
    return jsonAnswer({{"session_id", id}, {"status", workspace::kClosed}});
}

Result<Answer> sessionMetrics(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(
        const auto sandbox, parts.workspace.sandboxes().look(call.caller, parameter(call, "id")));
    const auto metrics = sandbox->session().metrics(call.stop);
    if (!metrics)
        return ofSession(*sandbox, metrics.error());
    return jsonAnswer(
        {{"cpu_seconds", metrics->cpuSeconds},
         {"memory_bytes", metrics->memoryBytes},
         {"memory_limit_bytes", metrics->memoryLimitBytes},
         {"processes", metrics->processes}});
}

} // namespace

void addSessions(Routes& routes, ServerParts& parts)
{
    auto& opening = add(
        routes, "sessions", "POST /sessions", "createSession", "Opens a sandbox",
        with(parts, openSession));
    opening.body = workspace::openFields();
    opening.takesForm = true;
    opening.answer = kSession;
    opening.goodStatus = 201;
    add(routes, "sessions", "GET /sessions", "listSessions",
        "The caller's sessions, the oldest first", with(parts, listSessions))
        .answer
        = {{"sessions", FieldType::ObjectList, "The sessions", true, {}, 0, 0, kSession}};
    add(routes, "sessions", "GET /sessions/{id}", "getSession", "One session",
        with(parts, showSession))
        .answer
        = kSession;
    add(routes, "sessions", "GET /sessions/{id}/metrics", "getSessionMetrics",
        "What the sandbox uses now", with(parts, sessionMetrics))
        .answer
        = {{"cpu_seconds", FieldType::Number, "Since the sandbox began"},
           {"memory_bytes", FieldType::Integer, "Now"},
           {"memory_limit_bytes", FieldType::Integer, "0 = none"},
           {"processes", FieldType::Integer, "Now"}};
    add(routes, "sessions", "DELETE /sessions/{id}", "deleteSession",
        "Ends a session with all that is in its sandbox", with(parts, closeSession))
        .answer
        = kSession;
}

} // namespace sandbench::rest
