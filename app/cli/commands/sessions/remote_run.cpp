// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sessions/remote_run.h"

#include "app/cli/console_sink.h"
#include "app/cli/server_events.h"
#include "core/base/base64.h"
#include "core/base/text.h"
#include "core/engine/members.h"

#include <csignal>
#include <memory>
#include <mutex>

namespace sandbench::cli {
namespace {

/// A run that goes on in the keeper.
class RemoteControl : public RunControl
{
public:
    RemoteControl(KeptSession session, std::string run)
        : m_session(std::move(session))
        , m_run("/runs/" + std::move(run))
    {
    }
    Result<void> sendInput(std::string_view bytes) override { return input("/stdin", bytes); }
    Result<void> closeInput() override { return input("/stdin?eof=true", {}); }
    Result<void> signal(int number) override
    {
        return withoutValue(
            tell("POST", "/signal", {{"signal", number == SIGKILL ? "KILL" : "INT"}}));
    }
    Result<void> resize(TerminalSize size) override
    {
        return withoutValue(
            tell("POST", "/resize", {{"rows", size.rows}, {"columns", size.columns}}));
    }
    void cancel() { (void)tell("DELETE", "", nullptr); }

private:
    // Also on the signal thread, which has other things to do than to wait.
    Result<Json> tell(const std::string& method, const std::string& below, const Json& body) const
    {
        return m_session.ask(method, m_run + below, body, {}, std::chrono::seconds(5));
    }
    Result<void> input(const std::string& below, std::string_view bytes) const
    {
        net::HttpRequest request;
        request.method = "POST";
        request.target = m_run + below;
        request.headers = {{"Content-Type", "application/octet-stream"}};
        request.body = bytes;
        request.patience = std::chrono::milliseconds(0); // as long as the program does not read
        return withoutValue(m_session.send(request, {}));
    }

    const KeptSession m_session;
    const std::string m_run;
};

Json filesOf(const RunRequest& request)
{
    auto files = Json::array();
    for (const auto& file : request.files)
        files.push_back(
            {{"path", file.destination},
             {"content", toBase64(file.bytes)},
             {"encoding", "base64"},
             {"executable", (file.mode & 0100U) != 0}});
    return files;
}

/// The limits that were typed; the others are the session's.
void addLimits(Json& body, const RunOptions& options, RunLimits limits)
{
    for (const auto& member : runMembers()) {
        const std::string name(member.field.name);
        if (!options.sandbox.contains(name))
            continue;
        if (const auto* number = std::get_if<double& (*)(RunLimits&)>(&member.slot))
            body[name] = (*number)(limits);
        else if (const auto* count = std::get_if<std::uint64_t& (*)(RunLimits&)>(&member.slot))
            body[name]
                = member.isSize ? Json(std::to_string((*count)(limits))) : Json((*count)(limits));
    }
}

Result<Json> bodyOf(const RunOptions& options, const RunRequest& request)
{
    if (!isValidUtf8(request.code))
        return Error(
            ErrorCode::InvalidArgument,
            options.program
                + " is not UTF-8; hand it over with 'sessions put' and start it with "
                  "'sessions run ID -- COMMAND'");
    Json body
        = {{"env", request.env},
           {"arguments", request.arguments},
           {"files", filesOf(request)},
           {"live_input", request.liveInput}};
    if (request.command.empty()) {
        body["code"] = request.code;
        body["language"] = request.language;
    } else {
        body["command"] = request.command;
    }
    if (!request.fileName.empty() && request.command.empty())
        body["file_name"] = request.fileName;
    if (!request.context.empty())
        body["context"] = request.context;
    if (request.terminal) {
        const auto size = terminalSize();
        body["terminal"] = {{"rows", size.rows}, {"columns", size.columns}};
    }
    addLimits(body, options, request.limits);
    return body;
}

/// The events of one run, for a sink. Thread: the one that reads.
class RunEvents
{
public:
    RunEvents(const KeptSession& session, ConsoleSink& sink)
        : m_session(session)
        , m_sink(sink)
    {
    }

    Result<void> add(std::string_view bytes)
    {
        SANDBENCH_TRY(const auto events, m_events.add(bytes));
        for (const auto& event : events) {
            SANDBENCH_TRY(const auto data, parseJson(event.data, ServerEvents::kMostBytes));
            take(event.kind, data);
        }
        return {};
    }
    /// Thread: any.
    void cancel()
    {
        const std::lock_guard lock(m_mutex);
        m_isCancelled = true;
        if (m_run)
            m_run->cancel();
    }
    /// Null = the stream broke off before.
    const Json& end() const { return m_end; }

private:
    void take(const std::string& kind, const Json& data)
    {
        if (kind == "started")
            start(jsonString(data, "run_id"));
        else if (kind == "stdout" || kind == "stderr")
            output(kind == "stdout" ? StreamKind::Stdout : StreamKind::Stderr, data);
        else if (kind == "result")
            m_sink.onResult(jsonString(data, "text"));
        else if (kind == "ended")
            m_end = data;
    }
    void start(const std::string& id)
    {
        const std::lock_guard lock(m_mutex);
        m_run = std::make_shared<RemoteControl>(m_session, id);
        m_sink.follow(m_run);
        m_sink.onStarted(id);
        if (m_isCancelled)
            m_run->cancel();
    }
    void output(StreamKind stream, const Json& data)
    {
        const auto raw = fromBase64(jsonString(data, "base64"));
        const bool isRaw = data.contains("base64") && raw;
        m_sink.onOutput(stream, isRaw ? *raw : jsonString(data, "text"));
    }

    const KeptSession& m_session;
    ConsoleSink& m_sink;
    ServerEvents m_events;
    Json m_end;
    std::mutex m_mutex;
    std::shared_ptr<RemoteControl> m_run;
    bool m_isCancelled = false;
};

} // namespace

Result<Json> runRemotely(
    const Program& program, const KeptSession& session, const RunOptions& options,
    const RunRequest& request)
{
    SANDBENCH_TRY(auto pump, openInput(options));
    SANDBENCH_TRY(const auto body, bodyOf(options, request));
    auto asking = net::jsonRequest("POST", body);
    asking.target = session.path("/execute/stream");
    asking.patience = std::chrono::milliseconds(0);
    ConsoleSink sink(program.signals, std::move(pump), {options.json, options.terminal});
    RunEvents events(session, sink);
    std::stop_source hurry;
    program.signals.setEmergencyHandler([&] {
        sink.endTerminal();
        hurry.request_stop();
    });
    const std::stop_callback onStop(program.signals.stopToken(), [&] { events.cancel(); });
    const auto answer = session.client().stream(
        asking, [&](std::string_view bytes) { return events.add(bytes); }, hurry.get_token());
    program.signals.setEmergencyHandler({});
    if (!answer)
        return answer.error();
    if (answer->status >= 300)
        return problemOf(*answer);
    if (events.end().is_null())
        return Error(ErrorCode::ConnectionLost, "the keeper went away before the run ended");
    const auto& error = jsonField(events.end(), "error");
    if (!events.end().contains("verdict"))
        return problemOf(jsonString(error, "code"), jsonString(error, "message"));
    return session.ask("GET", "/runs/" + jsonString(events.end(), "run_id"), nullptr, {});
}

} // namespace sandbench::cli
