// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/running.h"

#include "app/common/installing.h"
#include "app/rest/event_stream.h"
#include "app/rest/telemetry/open_span.h"
#include "core/base/text.h"
#include "core/workspace/member_names.h"
#include "core/workspace/public_text.h"

namespace sandbench::rest {

namespace {

constexpr double kLongestWait = 24 * 3600;
/// In the JSON that is written, and in its text.
constexpr std::size_t kCopiesOfOutput = 2;

/// What a run keeps until it ends.
std::size_t bytesOf(const RunRequest& request)
{
    auto bytes = request.code.size() + request.stdinBytes.size();
    for (const auto& file : request.files)
        bytes += file.bytes.size();
    return bytes;
}

/// Before an answer is made of @p record: many may wait for the same end. Errors:
/// ResourceExhausted.
Result<void> chargeOutput(const Call& call, const RunRecord& record)
{
    return call.charge(kCopiesOfOutput * (record.stdoutBytes.size() + record.stderrBytes.size()));
}

bool isServerEnding(const Call& call)
{
    return call.ending.stop_requested();
}

/// After the call's stop: the end that a server which ends itself gives to a run; else nobody is
/// there to be told of one. Not null.
Result<workspace::RunEnd> lastWord(const Call& call, const RunPointer& run)
{
    if (isServerEnding(call))
        if (auto end = run->wait(std::chrono::steady_clock::now() + kLastWord, {}))
            return end;
    return Error(ErrorCode::Cancelled, "the client went away before the run ended");
}

/// Both name what the next call is about: a load balancer finds its server by them.
Answer withIds(Answer answer, const RunPointer& run)
{
    answer.headers["x-run-id"] = run->id();
    answer.headers["x-session-id"] = run->sandbox();
    return answer;
}

/// A run's part of its call's trace, which may outlive the call.
class RunSpan
{
public:
    RunSpan(std::shared_ptr<telemetry::OpenSpan> span, const RunPointer& run)
        : m_span(std::move(span))
        , m_run(run)
    {
        m_span->set("sandbench.run.id", run->id());
        m_span->set("sandbench.session.id", run->sandbox());
    }
    ~RunSpan()
    {
        const auto run = m_run.lock();
        const auto end = run ? run->wait({}, {}) : nullptr;
        if (!end)
            return;
        if (!*end) {
            m_span->fail(end->error());
            return;
        }
        const auto& record = **end;
        m_span->set("sandbench.verdict", verdictName(record.verdict));
        if (record.exitCode)
            m_span->set("process.exit.code", *record.exitCode);
        m_span->set("sandbench.engine", record.engine);
        m_span->set("sandbench.language", record.language);
        m_span->set("sandbench.wall_seconds", record.wallSeconds);
    }
    RunSpan(const RunSpan&) = delete;
    RunSpan& operator=(const RunSpan&) = delete;

private:
    const std::shared_ptr<telemetry::OpenSpan> m_span;
    const std::weak_ptr<workspace::HostedRun> m_run;
};

Result<std::shared_ptr<workspace::HostedSandbox>>
openTraced(const ServerParts& parts, const Call& call, workspace::SandboxOpening opening)
{
    const auto span = telemetry::partOf(call.span, "open sandbox");
    if (span) {
        span->set("sandbench.engine", opening.request.engine);
        span->set("sandbench.image", opening.request.session.sandbox.image);
    }
    auto opened = parts.workspace.sandboxes().open(call.caller, std::move(opening), call.stop);
    if (span && !opened)
        span->fail(opened.error());
    if (span && opened) {
        span->set("sandbench.session.id", (*opened)->id());
        span->set("sandbench.pool", (*opened)->pool());
    }
    return opened;
}

} // namespace

bool isCancelledWith(const Call& call)
{
    return jsonString(call.options, "on_disconnect", "cancel") == "cancel";
}

std::string artifactPrefix(const std::string& runId)
{
    return "/runs/" + runId + "/artifacts/";
}

Result<void> letGoOfBody(Call& call, const workspace::RunBody& asked)
{
    call.json = {};
    return call.memory ? call.memory->resize(bytesOf(asked.request)) : Result<void>();
}

Result<RunPointer>
startRun(ServerParts& parts, Call& call, const UsedSandbox& sandbox, workspace::RunBody asked)
{
    SANDBENCH_TRY_VOID(letGoOfBody(call, asked));
    if (!asked.libraries.empty()) {
        const auto installing = telemetry::partOf(call.span, "install packages");
        InstallRequest request;
        request.names = std::move(asked.libraries);
        SANDBENCH_TRY_VOID(installPackages(
            parts.workspace, *sandbox.sandbox, request, asked.request.language, call.stop));
    }
    // The answer's share is another.
    auto held = call.memory;
    if (held)
        call.memory = held->sibling();
    auto span = telemetry::partOf(call.span, "run");
    auto run = parts.workspace.runs().start(
        call.caller, sandbox.sandbox, std::move(asked.request), std::move(held));
    if (span && run)
        (*run)->keepUntilEnd(std::make_shared<RunSpan>(std::move(span), *run));
    else if (span)
        span->fail(run.error());
    return run;
}

Result<workspace::RunEnd> waitFor(const Call& call, const RunPointer& run)
{
    const std::chrono::duration<double> wait(jsonNumber(call.options, "wait", kLongestWait));
    const auto deadline = std::chrono::steady_clock::now()
        + std::chrono::duration_cast<std::chrono::milliseconds>(wait);
    auto end = run->wait(deadline, call.stop);
    if (!end && call.stop.stop_requested()) {
        if (isCancelledWith(call) || isServerEnding(call))
            run->cancel();
        SANDBENCH_TRY(end, lastWord(call, run));
    }
    if (end && !*end)
        return end->error();
    return end;
}

Result<RunRecord> waitForEnd(const Call& call, const RunPointer& run)
{
    auto end = run->wait(std::chrono::steady_clock::time_point::max(), call.stop);
    if (!end) {
        run->cancel();
        SANDBENCH_TRY(end, lastWord(call, run));
    }
    if (*end)
        SANDBENCH_TRY_VOID(chargeOutput(call, **end));
    return *end;
}

Result<Answer> runAnswer(const Call& call, const RunPointer& run)
{
    SANDBENCH_TRY(const auto end, waitFor(call, run));
    if (!end)
        return withIds(
            jsonAnswer(
                {{"run_id", run->id()}, {"session_id", run->sandbox()}, {"status", "running"}},
                202),
            run);
    const auto& record = **end;
    if (const auto room = chargeOutput(call, record); !room)
        return Error(room.error()).within("run " + run->id() + " has ended; ask for it again");
    auto view = workspace::runView(record, artifactPrefix(run->id()));
    view["run_id"] = run->id();
    view["status"] = "ended";
    return withIds(jsonAnswer(view), run);
}

Result<Answer> runStream(const Call& call, const RunPointer& run, workspace::ReadAs as)
{
    SANDBENCH_TRY(const auto after, lastEventId(call));
    EventStreamOptions options;
    options.after = after;
    options.as = as;
    if (isCancelledWith(call))
        options.onVanished = [run] { run->cancel(); };
    options.onStopped = [run, ending = call.ending] {
        if (ending.stop_requested())
            run->cancel();
        return ending.stop_requested();
    };
    return withIds(eventStreamAnswer(run->log(), std::move(options), call.stop), run);
}

Result<workspace::SandboxRequest>
openRequest(const ServerParts& parts, const Call& call, const Json& body)
{
    return workspace::readOpen(
        parts.workspace.parts(), call.caller, body, parts.openDefaults, parts.rules);
}

Result<std::shared_ptr<workspace::HostedSandbox>>
openSandbox(const ServerParts& parts, const Call& call, workspace::SandboxRequest request)
{
    return openTraced(parts, call, {.request = std::move(request)});
}

Result<std::shared_ptr<UsedSandbox>>
openOnce(ServerParts& parts, const Call& call, workspace::SandboxRequest request)
{
    request.isKept = false;
    SANDBENCH_TRY(
        auto sandbox,
        openTraced(parts, call, {.request = std::move(request), .isForOneRun = true}));
    const auto close
        = [&table = parts.workspace.sandboxes(), caller = call.caller](UsedSandbox* once) {
              const auto id = (*once)->id();
              delete once;
              table.closeLater(caller, id);
          };
    return std::shared_ptr<UsedSandbox>(new UsedSandbox(use(std::move(sandbox))), close);
}

const Fields& runQuery()
{
    static const Fields fields
        = {{"on_disconnect",
            FieldType::Text,
            "What a client that goes away, or ends its side of the connection, does to the run",
            false,
            {"cancel", "detach"}},
           {"wait",
            FieldType::Number,
            "Seconds after which the answer is {run_id, status: \"running\"}; else at its end",
            false,
            {},
            0,
            kLongestWait},
           {"after", FieldType::Integer, "Number of the last event that is known"}};
    return fields;
}

Result<Language> foreignLanguage(const ServerParts& parts, std::string_view name)
{
    auto found = parts.workspace.parts().languages().find(name);
    if (!found)
        return workspace::asWrongMember(found.error());
    return found;
}

Result<RunRecord> runForeign(ServerParts& parts, Call& call, ForeignRun run)
{
    SANDBENCH_TRY(auto open, openRequest(parts, call, {{"lang", run.request.language}}));
    auto& memory = open.session.sandbox.limits.memoryBytes;
    if (run.memoryBytes > 0 && (memory == 0 || run.memoryBytes < memory))
        memory = run.memoryBytes;
    workspace::RunBody asked;
    asked.request = std::move(run.request);
    SANDBENCH_TRY_VOID(letGoOfBody(call, asked));
    SANDBENCH_TRY(const auto sandbox, openOnce(parts, call, std::move(open)));
    SANDBENCH_TRY(const auto started, startRun(parts, call, *sandbox, std::move(asked)));
    SANDBENCH_TRY(auto record, waitForEnd(call, started));
    if (run.onEnd)
        run.onEnd(*sandbox);
    return record;
}

std::string publicText(const Error& error)
{
    return oneLine(workspace::publicText(error), kLongestDetail);
}

} // namespace sandbench::rest
