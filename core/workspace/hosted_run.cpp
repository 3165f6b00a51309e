// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/workspace/member_names.h"
#include "core/workspace/public_text.h"
#include "core/workspace/requests.h"
#include "core/workspace/run_board.h"

#include <exception>
#include <utility>

namespace sandbench::workspace {

namespace {

Error isOver()
{
    return Error(ErrorCode::NotFound, "this run is over");
}

/// What a session does not find is what the request names; unknown is only what a path names.
Error wrongMember(const Error& error, const RunRequest& request)
{
    if (error.code() != ErrorCode::NotFound || request.command.empty())
        return asWrongMember(error);
    return asWrongMember(error).within("command");
}

Json errorView(const Error& error)
{
    return {{"error", {{"code", errorCodeName(error.code())}, {"message", publicText(error)}}}};
}

} // namespace

/// Writes a run's events into its log, and what the history shall have of them there.
class HostedRun::Sink : public RunSink
{
public:
    Sink(HostedRun& run, const RunRequest& request, RunHistory* history, std::stop_token stop)
        : m_run(run)
        , m_request(request)
        , m_history(history)
        , m_stop(std::move(stop))
    {
    }

    void onStarted(const std::string& runId) override
    {
        {
            const std::lock_guard lock(m_run.m_mutex);
            m_run.m_sessionsId = runId;
        }
        if (const auto wall = m_request.limits.wallSeconds; wall > 0)
            m_run.m_log->setWallLimit(std::chrono::duration<double>(wall));
        if (m_history)
            m_run.tellBeginning(*m_history);
        add("started", {{"run_id", m_run.id()}, {"session_id", m_run.sandbox()}});
    }
    void onPhase(RunPhase phase, std::string_view name) override
    {
        add("phase", {{"phase", phaseName(phase)}, {"name", name}});
    }
    void onOutput(StreamKind stream, std::string_view bytes) override
    {
        if (m_history) // first: the log waits for its readers
            m_history->print(m_run.id(), stream, bytes);
        m_run.m_log->add(stream == StreamKind::Stdout ? "stdout" : "stderr", bytes, m_stop);
    }
    void onArtifact(const Artifact& artifact) override
    {
        const auto number = m_run.m_artifacts->add(artifact);
        add("artifact", artifactView(artifact, number, m_run.m_links));
    }
    void onResult(std::string_view text) override { add("result", {{"text", text}}); }
    void onNotice(std::string_view text) override { add("notice", {{"text", text}}); }

private:
    void add(std::string_view kind, const Json& data)
    {
        m_run.m_log->add(kind, writeJson(data), m_stop);
    }

    HostedRun& m_run;
    const RunRequest& m_request;
    RunHistory* const m_history;
    const std::stop_token m_stop;
};

HostedRun::~HostedRun()
{
    m_thread = {};
}

void HostedRun::work(
    const RunRequest& request, RunBoard& board, HostedSandbox& sandbox, const std::stop_token& stop)
{
    std::stop_source either;
    const std::stop_callback onCancel(stop, [&either] { either.request_stop(); });
    const std::stop_callback onClosing(sandbox.closing(), [&either] { either.request_stop(); });
    // Memory that is not there is this run's end, not the server's.
    try {
        Sink sink(*this, request, board.m_history, either.get_token());
        auto end = sandbox.session().run(request, sink, either.get_token());
        if (end)
            end->runId = m_id; // unique also after the sandbox was adopted
        if (end && sandbox.beginsAnew(request.context)) {
            const auto lost = "The context '" + request.context
                + "' begins anew: what one of this name had ended with the server's restart";
            sink.onNotice(lost);
            end->warnings.push_back(lost);
        }
        if (const auto before = sandbox.usesBefore(); end && before > 0)
            end->isolation.relaxations.push_back(
                "sandbox of pool " + sandbox.pool() + " that ran " + std::to_string(before)
                + " of this caller's programs before");
        if (const auto why = sandbox.whyClosed(); end && !why.empty())
            end->warnings.push_back(why);
        if (!end && sandbox.asked().blamesRequest)
            end = wrongMember(end.error(), request);
        finish(request, std::move(end), board);
    } catch (const std::exception& failure) {
        const Error error(ErrorCode::Internal, failure.what());
        finishWith(error, writeJson(errorView(error)), board);
    }
}

void HostedRun::tellBeginning(RunHistory& history)
{
    const std::lock_guard lock(m_mutex);
    if (!m_beginning.is_null())
        history.begin(m_caller, std::exchange(m_beginning, nullptr));
}

void HostedRun::forgetBeginning()
{
    const std::lock_guard lock(m_mutex);
    m_beginning = nullptr;
}

void HostedRun::finish(const RunRequest& request, Result<RunRecord> end, RunBoard& board)
{
    forgetBeginning();
    auto view = end ? runView(*end, {}) : errorView(end.error());
    if (board.m_history && end) {
        view["program"] = programView(request);
        board.m_history->end(m_caller, view, end->artifacts.empty() ? nullptr : m_artifacts);
        view.erase("program"); // who started it has it
    }
    // A history outlives the bytes of artifacts.
    if (end)
        view["artifacts"] = artifactViews(end->artifacts, m_links);
    // Readers have got them already.
    view.erase("stdout");
    view.erase("stderr");
    finishWith(std::move(end), writeJson(view), board);
}

void HostedRun::finishWith(Result<RunRecord> end, const std::string& lastEvent, RunBoard& board)
{
    forgetBeginning();
    if (board.m_history && !end)
        board.m_history->breakOff(m_id, "Interrupted: " + publicText(end.error()));
    board.count(m_caller, end, keptSizes(&end)); // first: who hears of the end may start the next
    // Together: who reads the last event may ask for the end at once.
    {
        const std::lock_guard lock(m_mutex);
        m_use.reset(); // first: who hears of the end may close the sandbox, or give it back
        m_log->end(lastEvent);
        m_sandbox.reset();
        m_end = std::make_shared<const Result<RunRecord>>(std::move(end));
        m_endedAt = std::chrono::steady_clock::now();
    }
    m_changed.notify_all();
}

RunEnd HostedRun::wait(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_until(lock, stop, deadline, [this] { return bool(m_end); });
    return m_end;
}

void HostedRun::cancel()
{
    m_thread.request_stop();
}

void HostedRun::keepUntilEnd(std::shared_ptr<void> kept)
{
    const std::lock_guard lock(m_mutex);
    if (!m_end)
        m_kept.push_back(std::move(kept));
}

/// Without the mutex: who is let go may take a while.
void HostedRun::letGo()
{
    std::vector<std::shared_ptr<void>> kept;
    const std::lock_guard lock(m_mutex);
    kept.swap(m_kept);
}

bool HostedRun::hasEnded() const
{
    const std::lock_guard lock(m_mutex);
    return bool(m_end);
}

std::vector<Artifact> HostedRun::artifacts() const
{
    return m_artifacts->all();
}

std::optional<std::chrono::steady_clock::time_point> HostedRun::endedAt() const
{
    const std::lock_guard lock(m_mutex);
    return m_end ? std::optional(m_endedAt) : std::nullopt;
}

KeptSizes HostedRun::keptSizes(const Result<RunRecord>* end) const
{
    KeptSizes sizes = {1, m_log->bytes(), 0};
    if (end && *end)
        sizes[1] += (*end)->stdoutBytes.size() + (*end)->stderrBytes.size();
    sizes[2] = m_artifacts->bytes();
    return sizes;
}

Result<HostedRun::Target> HostedRun::target()
{
    const std::lock_guard lock(m_mutex);
    if (!m_sandbox)
        return isOver();
    if (m_sessionsId.empty())
        return Error(ErrorCode::Unavailable, "this run has not started yet; try again");
    return Target{m_sandbox, m_sessionsId};
}

Result<void> HostedRun::sendInput(std::string_view bytes, std::stop_token stop)
{
    SANDBENCH_TRY(const auto to, target());
    return to.sandbox->session().sendInput(to.runId, bytes, std::move(stop));
}

Result<void> HostedRun::closeInput()
{
    SANDBENCH_TRY(const auto to, target());
    return to.sandbox->session().closeInput(to.runId);
}

Result<void> HostedRun::signal(int number)
{
    SANDBENCH_TRY(const auto to, target());
    return to.sandbox->session().signal(to.runId, number);
}

Result<void> HostedRun::resize(TerminalSize size)
{
    SANDBENCH_TRY(const auto to, target());
    return to.sandbox->session().resize(to.runId, size);
}

} // namespace sandbench::workspace
