// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/running.h"
#include "app/rest/wire/header_text.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

using workspace::HostedRun;

const Fields kRun
    = {{"run_id", FieldType::Text, "Names the run in later calls"},
       {"session_id", FieldType::Text, "Its session"},
       {"status", FieldType::Text, "\"ended\" or \"running\""},
       {"verdict", FieldType::Text, "How it ended: exited, signaled, wall_timeout …"},
       {"stdout", FieldType::Text, "What it printed"},
       {"stderr", FieldType::Text, "What it printed there"},
       {"exit_code", FieldType::Integer, "Null unless it exited"},
       {"result", FieldType::Text, "Text of a context's last expression, or null"},
       {"artifacts", FieldType::ObjectList, "Pictures, tables and files, each with its url"}};

bool has(const Fields& fields, std::string_view name)
{
    return std::any_of(
        fields.begin(), fields.end(), [&](const Field& field) { return field.name == name; });
}

/// The members of @p body that @p fields name; those of @p but not.
Json partOf(const Json& body, const Fields& fields, const Fields& but = {})
{
    Json part = Json::object();
    for (const auto& [name, value] : body.items())
        if (has(fields, name) && !has(but, name))
            part[name] = value;
    return part;
}

/// A sandbox and a run in one body.
Fields onceFields()
{
    auto fields = workspace::openFields();
    for (const auto& field : workspace::runFields())
        if (!has(fields, field.name))
            fields.push_back(field);
    return fields;
}

bool wantsEvents(const Call& call)
{
    return prefersEvents(call.header("accept"));
}

enum class As { Record, Events, Either };

/// Who may leave before the end finds the run later, whatever becomes of this server.
void makeKnown(ServerParts& parts, const Call& call, HostedRun& run)
{
    if (!isCancelledWith(call) || call.options.contains("wait"))
        parts.workspace.runs().makeKnown(run, call.stop);
}

Result<Answer> answerAs(const Call& call, const RunPointer& run, As as)
{
    const bool isStream = as == As::Events || (as == As::Either && wantsEvents(call));
    return isStream ? runStream(call, run, workspace::ReadAs::Starter) : runAnswer(call, run);
}

Result<Answer> inSession(ServerParts& parts, Call& call, As as)
{
    SANDBENCH_TRY(const auto sandbox, sandboxOf(parts, call));
    SANDBENCH_TRY(
        auto asked, workspace::readRun(parts.workspace.parts(), sandbox->asked(), call.json));
    const bool events = asked.wantsEvents && as == As::Either;
    const auto run = startRun(parts, call, sandbox, std::move(asked));
    if (!run)
        return ofSession(*sandbox.sandbox, run.error());
    makeKnown(parts, call, **run);
    auto answer = answerAs(call, *run, events ? As::Events : as);
    if (!answer)
        return ofSession(*sandbox.sandbox, std::move(answer.error()));
    return answer;
}

Result<Answer> once(ServerParts& parts, Call& call, As as)
{
    SANDBENCH_TRY(
        auto request, openRequest(parts, call, partOf(call.json, workspace::openFields())));
    // Before anything is opened: what is wrong costs nothing.
    SANDBENCH_TRY(
        auto asked,
        workspace::readRun(
            parts.workspace.parts(), request,
            partOf(call.json, workspace::runFields(), workspace::openFields())));
    SANDBENCH_TRY_VOID(letGoOfBody(call, asked));
    const bool events = asked.wantsEvents && as == As::Either;
    SANDBENCH_TRY(const auto sandbox, openOnce(parts, call, std::move(request)));
    SANDBENCH_TRY(const auto run, startRun(parts, call, *sandbox, std::move(asked)));
    makeKnown(parts, call, *run);
    auto answer = answerAs(call, run, events ? As::Events : as);
    // It closes with the run; with its reader where that one ends the run by leaving.
    if (answer && answer->stream && isCancelledWith(call))
        answer->stream
            = [sandbox, stream = std::move(answer->stream)](BodySink& sink) { stream(sink); };
    else
        run->keepUntilEnd(sandbox);
    return answer;
}

using Execution = Result<Answer> (*)(ServerParts&, Call&, As);

} // namespace

void addExecutions(Routes& routes, ServerParts& parts)
{
    const auto execution = [&](std::string_view call, std::string_view id, std::string_view summary,
                               Fields body, Execution work, As as) {
        auto& route = add(
            routes, "runs", call, id, summary,
            handling([&parts, work, as](Call& made) { return work(parts, made, as); }));
        route.query = runQuery();
        route.body = std::move(body);
        route.answer = kRun;
        route.answerType = as == As::Events ? "text/event-stream" : "application/json";
        route.otherType = as == As::Either ? "text/event-stream" : "";
    };
    execution(
        "POST /sessions/{id}/execute", "executeInSession",
        "Runs code; events with Accept: text/event-stream", workspace::runFields(), inSession,
        As::Either);
    execution(
        "POST /sessions/{id}/execute/stream", "streamInSession", "Runs code, telling its events",
        workspace::runFields(), inSession, As::Events);
    execution(
        "POST /execute", "execute", "Runs code in a sandbox of its own", onceFields(), once,
        As::Either);
    execution(
        "POST /execute/stream", "executeStream",
        "Runs code in a sandbox of its own, telling its events", onceFields(), once, As::Events);
}

} // namespace sandbench::rest
