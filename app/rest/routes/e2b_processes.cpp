// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/e2b_process_table.h"
#include "app/rest/routes/e2b_requests.h"
#include "app/rest/routes/running.h"

#include "core/base/base64.h"
#include "core/base/text.h"

#include <algorithm>
#include <csignal>

namespace sandbench::rest {

namespace {

constexpr std::chrono::seconds kProcessKeepAlive{10};

Answer streamAnswer(std::function<void(BodySink&)> stream)
{
    return {.contentType = std::string(kE2bStreamType), .stream = std::move(stream)};
}

/// What a stream ends with. A command that could not be started has no end, but an error.
std::string lastOf(const RunPointer& run)
{
    // The log ends just before the run does.
    const auto ended = run->wait(std::chrono::steady_clock::time_point::max(), {});
    if (ended && !*ended)
        return e2bEndOfStream(&ended->error());
    const auto& record = **ended;
    const bool exited = record.verdict == Verdict::Exited;
    const auto code = exited ? record.exitCode.value_or(0) : 128 + record.signal.value_or(SIGKILL);
    Json end
        = {{"exitCode", code},
           {"exited", exited},
           {"status",
            exited ? "exit status " + std::to_string(code)
                   : std::string(verdictName(record.verdict))}};
    if (!exited)
        end["error"] = replaceInvalidUtf8(verdictSentence(record));
    return e2bEnvelope({{"event", {{"end", std::move(end)}}}}) + e2bEndOfStream();
}

std::string startOf(std::uint32_t number)
{
    return e2bEnvelope({{"event", {{"start", {{"pid", number}}}}}});
}

/// Empty for what their clients do not know.
std::string outputOf(const workspace::RunEvent& event, bool isTerminal)
{
    if (event.kind != "stdout" && event.kind != "stderr")
        return {};
    const auto name = isTerminal ? std::string("pty") : event.kind;
    return e2bEnvelope({{"event", {{"data", {{name, toBase64(event.data)}}}}}});
}

/// @p begun: the client has been told the number.
void writeEvents(
    const RunPointer& run, std::uint32_t number, bool isTerminal, bool begun, BodySink& sink,
    const std::stop_token& stop)
{
    const auto as = begun ? workspace::ReadAs::Watcher : workspace::ReadAs::Starter;
    const auto reader = workspace::EventLog::read(run->log(), 0, as);
    if (begun && !sink.write(startOf(number)))
        return;
    while (!reader->isOver()) {
        const auto events
            = reader->next(std::chrono::steady_clock::now() + kProcessKeepAlive, stop);
        std::string bytes;
        for (const auto& event : events)
            bytes += event.kind == "started" && !begun ? startOf(number)
                                                       : outputOf(event, isTerminal);
        if (events.empty() && !reader->isOver())
            bytes = e2bEnvelope({{"event", {{"keepalive", Json::object()}}}});
        // Theirs go on in the background when the client leaves.
        if (stop.stop_requested() || (!bytes.empty() && !sink.write(bytes)))
            return;
    }
    sink.write(lastOf(run));
}

Result<Json> messageOf(const Call& call)
{
    std::string body;
    if (call.body) {
        SANDBENCH_TRY(body, call.body->readAll(kMostE2bRequest));
    }
    return readE2bEnvelope(body);
}

Result<Answer> start(ServerParts& parts, E2bProcessTable& processes, Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    SANDBENCH_TRY(const auto message, messageOf(call));
    workspace::RunBody asked;
    SANDBENCH_TRY(asked.request, e2bProcessRequest(message, sandbox->asked().runLimits));
    const bool isTerminal = asked.request.terminal.has_value();
    auto view = e2bProcessView(message, asked.request.command);
    SANDBENCH_TRY(const auto run, startRun(parts, call, sandbox, std::move(asked)));
    const auto number
        = processes.add({call.caller.id, sandbox->id(), run->id(), isTerminal, std::move(view)});
    return streamAnswer([run, number, isTerminal, stop = call.stop](BodySink& sink) {
        writeEvents(run, number, isTerminal, false, sink, stop);
    });
}

std::uint32_t numberOf(const Json& message)
{
    const auto& selector = jsonField(message, "process");
    return static_cast<std::uint32_t>(jsonInt(selector, "pid"));
}

/// A command that goes on, or has just ended: all that it printed and is still kept, then the rest.
Result<Answer> connectToProcess(ServerParts& parts, E2bProcessTable& processes, Call& call)
{
    SANDBENCH_TRY(const auto message, messageOf(call));
    const auto number = numberOf(message);
    const auto process = processes.find(call.caller.id, number);
    SANDBENCH_TRY(const auto run, parts.workspace.runs().find(call.caller, process.runId));
    return streamAnswer(
        [run, number, isTerminal = process.isTerminal, stop = call.stop](BodySink& sink) {
            writeEvents(run, number, isTerminal, true, sink, stop);
        });
}

Result<Answer>
listProcesses(const ServerParts& parts, const E2bProcessTable& processes, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    auto views = Json::array();
    for (const auto& [number, process] : processes.list(call.caller.id, sandbox->id())) {
        const auto run = parts.workspace.runs().find(call.caller, process.runId);
        if (!run || (*run)->hasEnded())
            continue;
        views.push_back(process.view);
        views.back()["pid"] = number;
    }
    return jsonAnswer({{"processes", std::move(views)}});
}

Result<RunPointer>
selected(const ServerParts& parts, const E2bProcessTable& processes, const Call& call)
{
    const auto process = processes.find(call.caller.id, numberOf(call.json));
    return parts.workspace.runs().find(call.caller, process.runId);
}

Result<Answer>
sendInput(const ServerParts& parts, const E2bProcessTable& processes, const Call& call)
{
    SANDBENCH_TRY(const auto run, selected(parts, processes, call));
    const auto& input = jsonField(call.json, "input");
    const auto text = jsonString(input, "stdin", jsonString(input, "pty"));
    const auto bytes = fromBase64(text);
    if (!bytes)
        return Error(ErrorCode::InvalidArgument, "input: the bytes are not base64");
    SANDBENCH_TRY_VOID(run->sendInput(*bytes, call.stop));
    return jsonAnswer(Json::object());
}

Result<Answer>
closeInput(const ServerParts& parts, const E2bProcessTable& processes, const Call& call)
{
    SANDBENCH_TRY(const auto run, selected(parts, processes, call));
    SANDBENCH_TRY_VOID(run->closeInput());
    return jsonAnswer(Json::object());
}

Result<Answer>
sendSignal(const ServerParts& parts, const E2bProcessTable& processes, const Call& call)
{
    SANDBENCH_TRY(const auto run, selected(parts, processes, call));
    if (run->hasEnded())
        return Error(ErrorCode::NotFound, "this command has ended");
    if (jsonString(call.json, "signal") == "SIGNAL_SIGTERM")
        SANDBENCH_TRY_VOID(run->signal(SIGTERM));
    else
        run->cancel();
    return jsonAnswer(Json::object());
}

Result<Answer>
resizeProcess(const ServerParts& parts, const E2bProcessTable& processes, const Call& call)
{
    SANDBENCH_TRY(const auto run, selected(parts, processes, call));
    SANDBENCH_TRY_VOID(run->resize(e2bTerminalSize(jsonField(call.json, "pty"))));
    return jsonAnswer(Json::object());
}

using ProcessCall = Result<Answer> (*)(const ServerParts&, const E2bProcessTable&, const Call&);

Field process()
{
    return {
        .name = "process",
        .type = FieldType::Object,
        .description = "Which command",
        .isRequired = true,
        .fields = {{"pid", FieldType::Integer, "Its number", true}}};
}

Field input()
{
    return {
        .name = "input",
        .type = FieldType::Object,
        .description = "Base64",
        .isRequired = true,
        .fields = {{"stdin", FieldType::Text, "For a pipe"}, {"pty", FieldType::Text, "Typed"}}};
}

Field terminal()
{
    const Field size
        = {.name = "size",
           .type = FieldType::Object,
           .isRequired = true,
           .fields
           = {{"rows", FieldType::Integer, "Lines", true, {}, 1, 1000},
              {"cols", FieldType::Integer, "Characters of a line", true, {}, 1, 1000}}};
    return {
        .name = "pty",
        .type = FieldType::Object,
        .description = "Its size",
        .isRequired = true,
        .fields = {size}};
}

} // namespace

void addE2bProcesses(Routes& routes, ServerParts& parts)
{
    const auto processes = std::make_shared<E2bProcessTable>();
    using Stream = Result<Answer> (*)(ServerParts&, E2bProcessTable&, Call&);
    const auto stream = [&](std::string_view path, std::string_view id, std::string_view summary,
                            Stream work) {
        auto& made = addE2b(
            routes, path, id, summary, [&parts, processes, work](Call& call) -> Result<Answer> {
                auto answer = work(parts, *processes, call);
                return answer ? *std::move(answer) : e2bFailedStream(answer.error());
            });
        made.bodyType = made.answerType = kE2bStreamType;
    };
    stream("POST /e2b/process.Process/Start", "e2bStart", "Runs a command", start);
    stream(
        "POST /e2b/process.Process/Connect", "e2bConnectProcess", "Follows a command",
        connectToProcess);
    // What the document says of a body; the router checks less, as protobuf's JSON leaves defaults
    // out.
    const auto rpc = [&](std::string_view path, std::string_view id, std::string_view summary,
                         ProcessCall work, Fields members) {
        auto& made = addE2b(routes, path, id, summary, [&parts, processes, work](const Call& call) {
            return work(parts, *processes, call);
        });
        made.body
            = {{"process", FieldType::Any},
               {"input", FieldType::Any},
               {"signal", FieldType::Any},
               {"pty", FieldType::Any}};
        made.members = std::move(members);
    };
    rpc("POST /e2b/process.Process/List", "e2bListProcesses", "The commands that go on",
        listProcesses, {});
    rpc("POST /e2b/process.Process/SendInput", "e2bSendInput", "Bytes for a command", sendInput,
        {process(), input()});
    rpc("POST /e2b/process.Process/CloseStdin", "e2bCloseStdin", "No more bytes for it", closeInput,
        {process()});
    rpc("POST /e2b/process.Process/SendSignal", "e2bSendSignal", "Ends a command", sendSignal,
        {process(),
         {"signal", FieldType::Text, "Which one", true, {"SIGNAL_SIGKILL", "SIGNAL_SIGTERM"}}});
    rpc("POST /e2b/process.Process/Update", "e2bUpdate", "The size of a terminal", resizeProcess,
        {process(), terminal()});
    addE2bMissing(routes, "POST /e2b/process.Process/{method}", "e2bOtherProcessCall");
}

} // namespace sandbench::rest
