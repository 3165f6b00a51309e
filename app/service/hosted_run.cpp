// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/service/requests.h"
#include "app/service/run_board.h"

#include <unistd.h>

namespace sandbench::service {

namespace {

Error isOver()
{
    return Error(ErrorCode::NotFound, "this run is over");
}

Json errorView(const Error& error)
{
    return {{"error", {{"code", errorCodeName(error.code())}, {"message", error.text()}}}};
}

} // namespace

/// Writes a run's events into its log.
class HostedRun::Sink : public RunSink
{
public:
    Sink(HostedRun& run, std::stop_token stop)
        : m_run(run)
        , m_stop(std::move(stop))
    {
    }

    void onStarted(const std::string& runId) override
    {
        {
            const std::lock_guard lock(m_run.m_mutex);
            m_run.m_sessionsId = runId;
        }
        add("started", {{"run_id", m_run.id()}, {"session_id", m_run.sandbox()}});
    }
    void onPhase(RunPhase phase, std::string_view name) override
    {
        add("phase", {{"phase", phaseName(phase)}, {"name", name}});
    }
    void onOutput(StreamKind stream, std::string_view bytes) override
    {
        m_run.m_log->add(stream == StreamKind::Stdout ? "stdout" : "stderr", bytes, m_stop);
    }
    void onArtifact(const Artifact& artifact) override
    {
        std::size_t number = 0;
        {
            const std::lock_guard lock(m_run.m_mutex);
            number = m_run.m_artifacts.size();
            m_run.m_artifacts.push_back(artifact);
        }
        add("artifact", artifactView(artifact, number, {}));
    }
    void onResult(std::string_view text) override { add("result", {{"text", text}}); }
    void onNotice(std::string_view text) override { add("notice", {{"text", text}}); }

private:
    void add(std::string_view kind, const Json& data)
    {
        m_run.m_log->add(kind, writeJson(data), m_stop);
    }

    HostedRun& m_run;
    const std::stop_token m_stop;
};

HostedRun::~HostedRun()
{
    m_thread = {};
    // Nobody can name them any more.
    for (const auto& artifact : m_artifacts)
        if (!artifact.storedPath.empty())
            ::unlink(artifact.storedPath.c_str());
}

void HostedRun::work(
    const RunRequest& request, RunHistory* history, HostedSandbox& sandbox,
    const std::stop_token& stop)
{
    Sink sink(*this, stop);
    auto end = sandbox.session().run(request, sink, stop);
    if (end)
        end->runId = m_id; // unique also after the sandbox was adopted
    finish(std::move(end), history);
}

void HostedRun::finish(Result<RunRecord> end, RunHistory* history)
{
    auto view = end ? runView(*end, {}) : errorView(end.error());
    if (history && end)
        (void)history->add(m_caller, view).has_value();
    // Readers have got them already.
    view.erase("stdout");
    view.erase("stderr");
    m_log->end(writeJson(view));
    const std::lock_guard lock(m_mutex);
    m_sandbox.reset();
    m_end.emplace(std::move(end));
    m_endedAt = std::chrono::steady_clock::now();
    m_changed.notify_all();
}

std::optional<Result<RunRecord>>
HostedRun::wait(std::chrono::steady_clock::time_point deadline, std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_until(lock, std::move(stop), deadline, [this] { return m_end.has_value(); });
    return m_end;
}

void HostedRun::cancel()
{
    m_thread.request_stop();
}

bool HostedRun::hasEnded() const
{
    const std::lock_guard lock(m_mutex);
    return m_end.has_value();
}

std::vector<Artifact> HostedRun::artifacts() const
{
    const std::lock_guard lock(m_mutex);
    return m_artifacts;
}

std::size_t HostedRun::keptBytes() const
{
    const bool hasRecord = m_end && *m_end;
    return m_log->bytes()
        + (hasRecord ? (*m_end)->stdoutBytes.size() + (*m_end)->stderrBytes.size() : 0);
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

} // namespace sandbench::service
