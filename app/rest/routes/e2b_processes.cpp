// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/foreign_run.h"

#include "app/service/client_json.h"
#include "core/base/base64.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <mutex>

namespace sandbench::rest {

namespace {

using service::FieldType;

constexpr std::size_t kMostRequest = 16U << 20;
constexpr std::size_t kMostProcesses = 10'000;
constexpr std::size_t kPrefixBytes = 5;
constexpr std::chrono::seconds kKeepAlive{10};

/// Numbers for runs, as the clients want them. The oldest of whoever has most are forgotten first.
/// Thread: any.
class Processes
{
public:
    std::uint32_t add(const std::string& caller, const std::string& runId)
    {
        const std::lock_guard lock(m_mutex);
        if (m_runs.size() >= kMostProcesses)
            forgetOne();
        m_runs[++m_last] = {caller, runId};
        ++m_counts[caller];
        return m_last;
    }
    std::string find(std::uint32_t number) const
    {
        const std::lock_guard lock(m_mutex);
        const auto at = m_runs.find(number);
        return at == m_runs.end() ? std::string() : at->second.runId;
    }

private:
    struct Process
    {
        std::string caller, runId;
    };

    void forgetOne()
    {
        const auto most
            = std::max_element(m_counts.begin(), m_counts.end(), [](const auto& a, const auto& b) {
                  return a.second < b.second;
              });
        m_runs.erase(std::find_if(m_runs.begin(), m_runs.end(), [&](const auto& entry) {
            return entry.second.caller == most->first;
        }));
        if (--most->second == 0)
            m_counts.erase(most);
    }

    mutable std::mutex m_mutex;
    std::uint32_t m_last = 1000;
    std::map<std::uint32_t, Process> m_runs;
    std::map<std::string, std::size_t> m_counts; ///< By caller.
};

/// A message of a stream. Source: the Connect protocol, "streaming RPCs".
std::string envelope(const Json& message, char flags = 0)
{
    const auto text = writeJson(message);
    std::string bytes(1, flags);
    for (const int shift : {24, 16, 8, 0})
        bytes += static_cast<char>((text.size() >> shift) & 0xff);
    return bytes + text;
}

constexpr char kEndOfStream = 2;

/// The only message of a request. Untrusted.
Result<Json> readEnvelope(std::string_view bytes)
{
    if (bytes.size() < kPrefixBytes || bytes[0] != 0)
        return Error(ErrorCode::InvalidArgument, "the body is no plain Connect message");
    std::size_t size = 0;
    for (std::size_t i = 1; i < kPrefixBytes; ++i)
        size = size << 8 | static_cast<unsigned char>(bytes[i]);
    if (size != bytes.size() - kPrefixBytes)
        return Error(ErrorCode::InvalidArgument, "the body's length is not what it says");
    return service::parseClientJson(bytes.substr(kPrefixBytes), kMostRequest);
}

Json endOf(const Json& record)
{
    const auto verdict = jsonString(record, "verdict");
    const bool exited = verdict == "exited";
    const auto code = exited ? jsonInt(record, "exit_code") : 128 + jsonInt(record, "signal", 9);
    Json end
        = {{"exitCode", code},
           {"exited", exited},
           {"status", exited ? "exit status " + std::to_string(code) : verdict}};
    if (!exited)
        end["error"] = jsonString(record, "sentence", verdict);
    return {{"event", {{"end", std::move(end)}}}};
}

Json eventOf(const service::RunEvent& event, std::uint32_t number, bool isTerminal)
{
    if (event.kind == "started")
        return {{"event", {{"start", {{"pid", number}}}}}};
    if (event.kind == "stdout" || event.kind == "stderr") {
        const auto name = isTerminal ? std::string("pty") : event.kind;
        return {{"event", {{"data", {{name, toBase64(event.data)}}}}}};
    }
    if (event.kind == "ended")
        return endOf(parseJson(event.data, 64U << 20).value_or(Json::object()));
    return nullptr;
}

void writeEvents(
    const RunPointer& run, std::uint32_t number, bool isTerminal, BodySink& sink,
    const std::stop_token& stop)
{
    const auto reader = service::EventLog::read(run->log(), 0);
    while (!reader->isOver()) {
        const auto events = reader->next(std::chrono::steady_clock::now() + kKeepAlive, stop);
        std::string bytes;
        for (const auto& event : events)
            if (const auto message = eventOf(event, number, isTerminal); !message.is_null())
                bytes += envelope(message);
        if (events.empty() && !reader->isOver())
            bytes = envelope({{"event", {{"keepalive", Json::object()}}}});
        // Theirs go on in the background when the client leaves.
        if (stop.stop_requested() || (!bytes.empty() && !sink.write(bytes)))
            return;
    }
    sink.write(envelope(Json::object(), kEndOfStream));
}

Result<RunRequest> requestOf(const Json& message, const RunLimits& limits)
{
    const auto& process = jsonField(message, "process");
    RunRequest request;
    request.language.clear();
    request.limits = limits;
    request.command.push_back(jsonString(process, "cmd"));
    if (const auto& arguments = jsonField(process, "args"); arguments.is_array())
        for (const auto& argument : arguments)
            request.command.push_back(argument.is_string() ? argument.get<std::string>() : "");
    if (const auto& env = jsonField(process, "envs"); env.is_object())
        for (const auto& [name, value] : env.items())
            request.env[name] = value.is_string() ? value.get<std::string>() : "";
    request.folder = jsonString(process, "cwd");
    request.liveInput = jsonBool(message, "stdin");
    if (const auto& pty = jsonField(message, "pty"); pty.is_object()) {
        const auto& size = jsonField(pty, "size");
        request.terminal = TerminalSize{
            static_cast<unsigned>(std::clamp<std::int64_t>(jsonInt(size, "rows", 24), 1, 1000)),
            static_cast<unsigned>(std::clamp<std::int64_t>(jsonInt(size, "cols", 80), 1, 1000))};
        request.liveInput = true;
    }
    if (request.command.front().empty())
        return Error(ErrorCode::InvalidArgument, "process.cmd: no program is named");
    return request;
}

Answer failedStream(const Error& error)
{
    auto problem = parseJson(e2bProblem(error).body).value_or(Json::object());
    return {
        .contentType = "application/connect+json",
        .body = envelope({{"error", std::move(problem)}}, kEndOfStream)};
}

Result<Answer> start(ServerParts& parts, Processes& processes, Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    std::string body;
    if (call.body) {
        SANDBENCH_TRY(body, call.body->readAll(kMostRequest));
    }
    SANDBENCH_TRY(const auto message, readEnvelope(body));
    service::RunWish wish;
    SANDBENCH_TRY(wish.request, requestOf(message, sandbox->asked().runLimits));
    const bool isTerminal = wish.request.terminal.has_value();
    SANDBENCH_TRY(const auto run, startRun(parts, call, sandbox, std::move(wish)));
    const auto number = processes.add(call.caller.id, run->id());
    return Answer{
        .contentType = "application/connect+json",
        .stream = [run, number, isTerminal, stop = call.stop](BodySink& sink) {
            writeEvents(run, number, isTerminal, sink, stop);
        }};
}

Result<RunPointer> selected(const ServerParts& parts, const Processes& processes, const Call& call)
{
    const auto& selector = jsonField(call.json, "process");
    const auto id = processes.find(static_cast<std::uint32_t>(jsonInt(selector, "pid")));
    return parts.runs.find(call.caller, id);
}

Result<Answer> sendInput(const ServerParts& parts, const Processes& processes, const Call& call)
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

Result<Answer> closeInput(const ServerParts& parts, const Processes& processes, const Call& call)
{
    SANDBENCH_TRY(const auto run, selected(parts, processes, call));
    SANDBENCH_TRY_VOID(run->closeInput());
    return jsonAnswer(Json::object());
}

Result<Answer> sendSignal(const ServerParts& parts, const Processes& processes, const Call& call)
{
    SANDBENCH_TRY(const auto run, selected(parts, processes, call));
    if (jsonString(call.json, "signal") == "SIGNAL_SIGTERM")
        SANDBENCH_TRY_VOID(run->signal(SIGTERM));
    else
        run->cancel();
    return jsonAnswer(Json::object());
}

Result<Answer> resize(const ServerParts& parts, const Processes& processes, const Call& call)
{
    SANDBENCH_TRY(const auto run, selected(parts, processes, call));
    const auto& pty = jsonField(call.json, "pty");
    const auto& size = jsonField(pty, "size");
    SANDBENCH_TRY_VOID(run->resize(
        {static_cast<unsigned>(std::clamp<std::int64_t>(jsonInt(size, "rows", 24), 1, 1000)),
         static_cast<unsigned>(std::clamp<std::int64_t>(jsonInt(size, "cols", 80), 1, 1000))}));
    return jsonAnswer(Json::object());
}

} // namespace

void addE2bProcesses(Routes& routes, ServerParts& parts)
{
    const auto processes = std::make_shared<Processes>();
    auto starting = e2bRoute(
        "POST", "/e2b/process.Process/Start", "e2bStart", "Runs a command",
        [&parts, processes](Call& call) -> Result<Answer> {
            auto answer = start(parts, *processes, call);
            return answer ? *std::move(answer) : failedStream(answer.error());
        });
    starting.bodyType = starting.answerType = "application/connect+json";
    routes.push_back(std::move(starting));
    using Work = Result<Answer> (*)(const ServerParts&, const Processes&, const Call&);
    const auto rpc = [&](std::string_view path, std::string_view id, std::string_view summary,
                         Work work) {
        auto made
            = e2bRoute("POST", path, id, summary, [&parts, processes, work](const Call& call) {
                  return work(parts, *processes, call);
              });
        made.body
            = {{"process", FieldType::Any, "{pid}"},
               {"input", FieldType::Any, "{stdin} or {pty}, base64"},
               {"signal", FieldType::Any, "SIGNAL_SIGTERM or SIGNAL_SIGKILL"},
               {"pty", FieldType::Any, "{size: {rows, cols}}"}};
        routes.push_back(std::move(made));
    };
    rpc("/e2b/process.Process/SendInput", "e2bSendInput", "Bytes for a command", sendInput);
    rpc("/e2b/process.Process/CloseStdin", "e2bCloseStdin", "No more bytes for it", closeInput);
    rpc("/e2b/process.Process/SendSignal", "e2bSendSignal", "Ends a command", sendSignal);
    rpc("/e2b/process.Process/Update", "e2bUpdate", "The size of a terminal", resize);
}

} // namespace sandbench::rest
