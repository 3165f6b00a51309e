// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/cell_run.h"

#include "core/agent/guest/scratch.h"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

using namespace std::chrono_literals;
using agent::Channel;

// An interrupt can fall into the moment before the cell's first line; so it is sent twice.
static constexpr auto kBetweenInterrupts = 500ms;
static constexpr int kMostInterrupts = 2;

/// CPU time of one process, finer than /proc has it. Units: seconds.
static double cpuSecondsOf(pid_t pid)
{
    clockid_t clock = {};
    timespec time = {};
    if (pid <= 0 || ::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
        return 0;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

CellRun::CellRun(Services& services, ContextHost& contexts, Stream& stream, RunSpec spec)
    : m_services(services)
    , m_contexts(contexts)
    , m_stream(stream)
    , m_spec(std::move(spec))
    , m_results(m_spec.results)
{
}

CellRun::~CellRun()
{
    m_services.loop.cancel(m_wallTimer);
    m_services.loop.cancel(m_sampleTimer);
    m_services.loop.cancel(m_stopTimer);
    if (m_context)
        m_context->leave(*this);
}

void CellRun::start()
{
    m_context = m_contexts.findForCell(m_spec.context);
    if (!m_context)
        return m_stream.fail(Error(ErrorCode::NotFound, "there is no context " + m_spec.context));
    auto io = m_contexts.openFiles(*m_context, m_spec);
    if (!io)
        return m_stream.fail(io.error());
    m_io = std::move(*io);
    m_context->enqueue(*this);
}

void CellRun::onTurn()
{
    m_results.remember();
    m_countersBefore = m_services.groups.read();
    m_begin = Clock::now();
    m_cpuBefore = cpuSecondsOf(m_context->pid());
    if (!m_spec.observed.empty())
        m_watch.emplace(m_services, m_context->owner(), m_spec.observed);
    if (!m_spec.isCheck)
        m_step = m_contexts.beginCell(*m_context, m_spec.path, m_spec.canBeUndone);
    if (m_step > 0 && m_watch)
        m_contexts.beginFiles(m_spec.context, m_spec.observed, m_watch->before());
    if (auto sent = m_context->sendCell(
            {{}, m_spec.env, {}, m_spec.path, m_spec.name, m_spec.isCheck}, *m_io);
        !sent) {
        std::exchange(m_context, nullptr)->leave(*this);
        return m_stream.fail(sent.error());
    }
    attach();
    armLimits();
}

void CellRun::attach()
{
    m_stream.event(
        "started",
        Json{{"pid", m_context->pid()}, {"kernel", "context"}, {"clock", m_results.begin()}});
    m_io->attach(
        m_services.loop, m_stream, m_spec,
        {[this] { stop("output"); }, [this] { replyWhenDrained(); }});
    m_attached = true;
    if (!m_io->input())
        return;
    m_io->input()->append(std::exchange(m_earlyInput, {}));
    if (m_stdinEnded)
        m_io->input()->end();
}

void CellRun::armLimits()
{
    if (m_spec.limits.wallSeconds > 0) {
        const auto wall = std::chrono::duration<double>(std::min(m_spec.limits.wallSeconds, 1e8));
        m_wallTimer = m_services.loop.after(
            std::chrono::ceil<std::chrono::milliseconds>(wall), [this] { stop("wall"); });
    }
    m_sampleTimer = m_services.loop.after(kSampleEvery, [this] { sample(); });
}

void CellRun::sample()
{
    m_sampleTimer = m_services.loop.after(kSampleEvery, [this] { sample(); });
    if (m_exit || !m_context)
        return;
    noteFullScratch(m_services.scratchPaths, m_fullScratch);
    m_cpu = std::max(m_cpu, cpuSecondsOf(m_context->pid()) - m_cpuBefore);
    if (m_spec.limits.cpuSeconds > 0 && m_cpu >= m_spec.limits.cpuSeconds)
        stop("cpu");
}

void CellRun::stop(const char* cause)
{
    if (m_stream.isFinished() || m_exit || m_interrupts > 0)
        return;
    if (!m_attached) {
        // Still in the queue: nothing of it has run.
        if (m_context)
            std::exchange(m_context, nullptr)->leave(*this);
        return m_stream.fail(Error(ErrorCode::Cancelled, "the cell was stopped before its turn"));
    }
    m_cause = cause;
    escalate();
}

void CellRun::escalate()
{
    m_stopTimer = 0;
    if (m_exit || !m_context)
        return;
    if (m_interrupts == kMostInterrupts)
        return m_context->kill();
    ++m_interrupts;
    // One that cannot be reached is killed next.
    [[maybe_unused]] const auto sent = m_context->signal(SIGINT);
    m_stopTimer = m_services.loop.after(kBetweenInterrupts, [this] { escalate(); });
}

void CellRun::onDone(int code)
{
    m_exit = ExitInfo{};
    m_exit->number = code;
    m_cpu = std::max(m_cpu, cpuSecondsOf(m_context->pid()) - m_cpuBefore);
    const auto table = readProcessTable();
    if (const auto found = table.find(m_context->pid()); found != table.end())
        m_residentBytes
            = found->second.residentPages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    if (m_step > 0)
        m_contexts.endCell(m_context->name(), m_spec.memoryBytes);
    std::exchange(m_context, nullptr)->leave(*this);
    finishOutput();
}

void CellRun::onContextDead(const ExitInfo& exit)
{
    m_contextAlive = false;
    m_exit = exit;
    m_cpu = std::max(m_cpu, exit.cpuSeconds - m_cpuBefore);
    m_residentBytes = exit.maxRssBytes;
}

void CellRun::onContextGone()
{
    const Context* context = std::exchange(m_context, nullptr);
    m_killed = context->killed();
    if (!m_exit)
        return m_stream.fail(
            Error(ErrorCode::NotFound, "the context ended before the cell's turn"));
    finishOutput();
}

void CellRun::finishOutput()
{
    m_end = Clock::now();
    // Before the output is known to have ended, as in Run::onTreeGone().
    if (m_cause != "killed")
        m_results.tell(m_stream);
    m_finishing = true;
    if (m_watch)
        m_activity = m_watch->end();
    if (m_watch && m_step > 0)
        m_contexts.endFiles(m_spec.context, m_step, m_watch->before(), m_watch->after());
    m_io->closeProgramEnds();
    m_services.loop.cancel(m_wallTimer);
    m_services.loop.cancel(m_stopTimer);
    noteFullScratch(m_services.scratchPaths, m_fullScratch);
    m_io->finishSoon(m_cause == "killed");
    replyWhenDrained();
}

void CellRun::replyWhenDrained()
{
    if (m_finishing && !m_stream.isFinished() && m_io->isDone())
        m_stream.reply(summary());
}

Json CellRun::summary() const
{
    std::string cause = m_cause;
    if (cause.empty() && m_exit->signaled && m_exit->number == m_signalSent)
        cause = "signal_requested";
    Json out
        = {{"cause", cause.empty() ? Json() : Json(cause)},
           {"core_dumped", m_exit->coreDumped},
           {"wall_seconds", std::chrono::duration<double>(m_end - m_begin).count()},
           {"cpu_seconds", m_cpu},
           {"max_rss_bytes", m_residentBytes},
           {"stdout_bytes", m_io->bytesOf(Channel::Stdout)},
           {"stderr_bytes", m_io->bytesOf(Channel::Stderr)},
           {"killed_processes", m_killed},
           {"scratch_full", m_fullScratch},
           {"context_alive", m_contextAlive}};
    addCounterChanges(out, m_countersBefore, m_services.groups.read());
    out[m_exit->signaled ? "signal" : "exit_code"] = m_exit->number;
    if (m_step > 0)
        out["step"] = m_step;
    if (m_watch)
        out["activity"] = m_activity;
    return out;
}

Result<void> CellRun::signal(int number)
{
    if (!m_context || !m_attached || m_exit)
        return Error(ErrorCode::NotFound, "the cell does not run");
    SANDBENCH_TRY_VOID(m_context->signal(number));
    m_signalSent = number;
    return {};
}

Result<void> CellRun::resize(PtySize size)
{
    return m_io->resize(size);
}

bool CellRun::onData(Channel channel, std::string_view bytes)
{
    if (channel != Channel::Stdin || !m_spec.wantsStdin)
        return false;
    if (m_stdinEnded || (m_attached && !m_io->input()))
        m_stream.consumed(Channel::Stdin, bytes.size());
    else if (m_attached)
        m_io->input()->append(bytes);
    else
        m_earlyInput.append(bytes);
    return true;
}

bool CellRun::onEof(Channel channel)
{
    if (channel != Channel::Stdin || !m_spec.wantsStdin)
        return false;
    m_stdinEnded = true;
    if (m_attached && m_io->input())
        m_io->input()->end();
    return true;
}

void CellRun::onSendable()
{
    if (m_attached && !m_stream.isFinished())
        m_io->pump();
}

} // namespace sandbench::guest
