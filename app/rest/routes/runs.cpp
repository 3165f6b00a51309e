// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/event_stream.h"
#include "app/rest/routes/running.h"
#include "core/session/activity_words.h"

#include <array>
#include <csignal>

namespace sandbench::rest {

namespace {

using workspace::Scope;

constexpr std::size_t kMostInput = 16U << 20;

Result<RunPointer> runOf(const ServerParts& parts, const Call& call)
{
    return parts.workspace.runs().find(call.caller, parameter(call, "run"));
}

Json stateOf(const RunPointer& run)
{
    return {
        {"run_id", run->id()},
        {"session_id", run->sandbox()},
        {"status", run->log()->hasEnded() ? "ended" : "running"}};
}

Answer listRuns(const ServerParts& parts, const Call& call)
{
    return jsonAnswer({{"runs", jsonList(parts.workspace.runs().list(call.caller), stateOf)}});
}

Result<Answer> showRun(const ServerParts& parts, const Call& call)
{
    const auto run = runOf(parts, call);
    if (!run) {
        SANDBENCH_TRY(
            auto record, parts.workspace.runs().past(call.caller, parameter(call, "run")));
        // Another server on the same history may have it.
        const bool goesOn = record["verdict"].is_null();
        record["status"] = goesOn ? "running" : "ended";
        return jsonAnswer(record, goesOn ? 202 : 200);
    }
    // Somebody who only looks does not end it by going away.
    Call looking = call;
    looking.options["on_disconnect"] = "detach";
    if (!looking.options.contains("wait"))
        looking.options["wait"] = 0;
    return runAnswer(looking, *run);
}

/// One who only looks at a run, and takes what there is of it.
Call lookingOf(const Call& call)
{
    Call looking = call;
    looking.options["on_disconnect"] = "detach";
    looking.options["wait"] = 0;
    return looking;
}

Result<Answer> showActivity(const ServerParts& parts, const Call& call)
{
    Json record;
    if (const auto run = runOf(parts, call)) {
        SANDBENCH_TRY(const auto end, waitFor(lookingOf(call), *run));
        if (!end)
            return jsonAnswer(stateOf(*run), 202);
        record = toJson(**end);
    } else {
        SANDBENCH_TRY(record, parts.workspace.runs().past(call.caller, parameter(call, "run")));
    }
    return jsonAnswer(
        {{"run_id", parameter(call, "run")},
         {"session_id", jsonString(record, "session_id")},
         {"status", jsonField(record, "verdict").is_null() ? "running" : "ended"},
         {"activity", jsonField(record, "activity")},
         {"lines", activityLines(record)}});
}

Result<Answer> events(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto run, runOf(parts, call));
    SANDBENCH_TRY(const auto after, lastEventId(call));
    // Browsers' EventSource comes again after every end but this one (WHATWG HTML, 9.2.3).
    if (workspace::EventLog::read(run->log(), after)->isOver())
        return Answer{.status = 204};
    Call looking = call;
    if (!looking.options.contains("on_disconnect"))
        looking.options["on_disconnect"] = "detach";
    return runStream(looking, run, workspace::ReadAs::Watcher);
}

Result<Answer> cancel(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto run, runOf(parts, call));
    run->cancel();
    return jsonAnswer(stateOf(run), 202);
}

/// What @p done says of a run that is there: one that is over is not an unknown one.
Result<Answer> toldOf(const RunPointer& run, const Result<void>& done)
{
    if (done)
        return jsonAnswer(stateOf(run), 202);
    if (done.error().code() == ErrorCode::NotFound)
        return problemAnswer(409, "run_ended", done.error().text());
    return done.error();
}

Result<Answer> input(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto run, runOf(parts, call));
    std::string bytes;
    if (call.body) {
        SANDBENCH_TRY(bytes, call.body->readAll(kMostInput));
    }
    auto done = bytes.empty() ? Result<void>() : run->sendInput(bytes, call.stop);
    if (done && jsonBool(call.options, "eof")) {
        const auto closed = run->closeInput();
        // What it just read may have been its end.
        if (!closed && (bytes.empty() || closed.error().code() != ErrorCode::NotFound))
            done = closed;
    }
    return toldOf(run, done);
}

Result<Answer> resizeRun(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto run, runOf(parts, call));
    const TerminalSize size
        = {static_cast<unsigned>(jsonInt(call.json, "rows")),
           static_cast<unsigned>(jsonInt(call.json, "columns"))};
    return toldOf(run, run->resize(size));
}

Result<Answer> signal(const ServerParts& parts, const Call& call)
{
    static constexpr std::array<std::pair<std::string_view, int>, 7> kSignals
        = {{{"INT", SIGINT},
            {"TERM", SIGTERM},
            {"KILL", SIGKILL},
            {"HUP", SIGHUP},
            {"QUIT", SIGQUIT},
            {"USR1", SIGUSR1},
            {"USR2", SIGUSR2}}};
    SANDBENCH_TRY(const auto run, runOf(parts, call));
    const auto wanted = jsonString(call.json, "signal");
    Result<void> done;
    for (const auto& [name, number] : kSignals)
        if (name == wanted)
            done = run->signal(number);
    return toldOf(run, done);
}

const Fields kState
    = {{"run_id", FieldType::Text, "Names the run"},
       {"session_id", FieldType::Text, "Its session"},
       {"status", FieldType::Text, "\"running\" or \"ended\""}};

void addLooking(Routes& routes, ServerParts& parts)
{
    add(routes, "runs", "GET /runs", "listRuns", "Runs that go on, or ended some minutes ago",
        with(parts, listRuns))
        .answer
        = {{"runs", FieldType::ObjectList, "The runs", true, {}, 0, 0, kState}};
    auto& one = add(
        routes, "runs", "GET /runs/{run}", "getRun",
        "A run's state, and its record when it has ended", with(parts, showRun));
    one.query
        = {{"wait", FieldType::Number, "Seconds to wait for its end", false, {}, 0, 24 * 3600}};
    one.answer = kState;
    auto& doing = add(
        routes, "runs", "GET /runs/{run}/activity", "getRunActivity",
        "What a run did: files, programs, addresses, refused calls; when it has ended",
        with(parts, showActivity));
    doing.answer = kState;
    doing.answer.push_back(
        {.name = "activity",
         .type = FieldType::Object,
         .description = "Null where nothing is known, as of a run that was not started",
         .fields = activityFields()});
    doing.answer.push_back(
        {"lines", FieldType::TextList, "The same in words; names in them are the program's"});
    auto& following = add(
        routes, "runs", "GET /runs/{run}/events", "getRunEvents",
        "A run's events, from the beginning or after Last-Event-ID", with(parts, events));
    following.query = runQuery();
    following.headers = {kLastEventId};
    following.answerType = "text/event-stream";
}

/// What is answered with the run's state.
Route& addChange(
    Routes& routes, std::string_view call, std::string_view id, std::string_view summary,
    Handler handler)
{
    auto& change = add(routes, "runs", call, id, summary, std::move(handler));
    change.answer = kState;
    change.goodStatus = 202;
    return change;
}

} // namespace

void addRuns(Routes& routes, ServerParts& parts)
{
    addLooking(routes, parts);
    addChange(
        routes, "DELETE /runs/{run}", "cancelRun", "Ends a run with all its processes",
        with(parts, cancel));
    auto& typing = addChange(
        routes, "POST /runs/{run}/stdin", "sendInput",
        "Bytes for a program that was started with live input", with(parts, input));
    typing.query = {{"eof", FieldType::Boolean, "These are the last ones"}};
    typing.bodyType = "application/octet-stream";
    addChange(
        routes, "POST /runs/{run}/resize", "resizeTerminal",
        "The size of the terminal that a program was started with", with(parts, resizeRun))
        .body
        = {{"rows", FieldType::Integer, "Lines", true, {}, 1, 4096},
           {"columns", FieldType::Integer, "Characters of a line", true, {}, 1, 4096}};
    addChange(
        routes, "POST /runs/{run}/signal", "signalRun", "Sends a signal to the program",
        with(parts, signal))
        .body
        = {{"signal",
            FieldType::Text,
            "Its name",
            true,
            {"INT", "TERM", "KILL", "HUP", "QUIT", "USR1", "USR2"}}};
}

} // namespace sandbench::rest
