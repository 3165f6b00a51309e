// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/run.h"

#include "core/agent/guest/scratch.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

using namespace std::chrono_literals;
using agent::Channel;

// Longer than that, starting an interpreter of our own is faster.
static constexpr auto kSeatPatience = 2s;
static constexpr int kPatienceWithParent = 3; // samples
/// LIMIT_SIGNAL of resources/guest/python: no program gets this one by accident.
static constexpr int kLimitSignal = 60;
static constexpr auto kDrawingPatience = 1s;

Run::Run(Services& services, KernelHost& kernels, Stream& stream, RunSpec spec)
    : m_services(services)
    , m_kernels(kernels)
    , m_stream(stream)
    , m_spec(std::move(spec))
    , m_owner(services.tree.newOwner())
    , m_results(m_spec.results)
{
}

Run::~Run()
{
    m_services.loop.cancel(m_wallTimer);
    m_services.loop.cancel(m_sampleTimer);
    m_services.loop.cancel(m_graceTimer);
    if (m_report)
        m_services.loop.forget(m_report.get());
    if (m_kernel)
        m_kernel->cancel(m_seatRequest);
    releaseSeat();
    if (m_root > 0) {
        m_services.reaper.forget(m_root);
        m_services.tree.release(m_root);
    }
}

/// As the user that the agent works as, which access(2) does not ask for.
static bool canEnter(const std::string& folder)
{
    struct stat info = {};
    return ::stat((folder + "/.").c_str(), &info) == 0;
}

void Run::start()
{
    auto io = RunIo::open(m_spec);
    if (!io)
        return m_stream.fail(io.error());
    m_io = std::move(*io);
    m_results.remember();
    if (!m_spec.observed.empty())
        m_watch.emplace(m_services, m_owner, m_spec.observed);
    // A folder that cannot be entered is told by the way that can tell it.
    if (!m_spec.kernel.empty() && canEnter(m_spec.cwd))
        m_kernel = m_kernels.find(m_spec.kernel);
    if (!m_kernel)
        return startProgram();
    m_kernel->expectMore(!m_spec.isLast);
    m_seatRequest = m_kernel->acquireSeat(
        m_kernel->wantsFull(m_spec.path), kSeatPatience,
        [this](std::optional<Seat> seat) { startInSeat(std::move(seat)); });
}

Result<void> Run::sendToSeat(const Seat& seat)
{
    agent::KernelMessage message;
    message.op = "run";
    message.add("path", m_spec.path);
    message.add("cwd", m_spec.cwd);
    if (m_spec.pty)
        message.add("pty", "1");
    for (const std::string& argument : m_spec.args)
        message.add("arg", argument);
    for (const std::string& entry : m_spec.env)
        message.add("env", entry);
    addResourceLimits(message, m_spec.limits);
    return agent::sendKernelMessage(seat.control.get(), message, m_io->programFds());
}

void Run::startInSeat(std::optional<Seat> seat)
{
    m_sinceTicks = ticksSinceBoot();
    m_countersBefore = m_services.groups.read();
    m_begin = Clock::now();
    // What runs in a server that programs can change says nothing about what they did.
    if (!seat || !seat->isApart || !sendToSeat(*seat)) {
        if (seat)
            ::kill(seat->pid, SIGKILL);
        releaseSeat();
        return startProgram();
    }
    follow(seat->pid, m_spec.argv);
    onStarted(seat->kind);
}

void Run::releaseSeat()
{
    if (Kernel* kernel = std::exchange(m_kernel, nullptr))
        kernel->onRunEnded();
}

void Run::follow(pid_t root, const std::vector<std::string>& argv)
{
    m_root = root;
    if (m_watch)
        m_watch->noteRoot(root, argv);
    m_services.tree.claim(m_root, m_owner);
    m_services.reaper.expect(m_root, [this](const ExitInfo& exit) { onRootExit(exit); });
    armLimits();
}

SpawnSpec Run::nextProgram()
{
    SpawnSpec spawn{m_spec.argv,          m_spec.env,
                    m_spec.searchPath,    m_spec.cwd,
                    m_io->programFds(),   m_spec.limits.resourceLimits(),
                    m_services.openFiles, m_spec.pty.has_value(),
                    &m_services.rights,   &m_services.observer};
    if (isInStep()) {
        spawn.argv = m_spec.steps[m_step].argv;
        // The input is the program's alone, and so is the terminal.
        spawn.fds = {m_nothing.get(), spawn.fds[1], spawn.fds[2]};
        spawn.terminal = false;
    } else if (m_spec.wantsDisplay) {
        spawn.env.push_back("SANDBENCH_DISPLAY_FD=3");
    }
    if (!isInStep())
        m_hook.install(
            m_spec.hook, writableFolders(m_spec.env, m_services.scratchPaths), spawn.env);
    return spawn;
}

Result<void> Run::spawnNext()
{
    if (isInStep() && !m_nothing) {
        m_nothing.reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        if (!m_nothing)
            return Error::fromErrno(errno, "cannot open /dev/null");
    }
    m_spawn = nextProgram();
    m_sinceTicks = ticksSinceBoot();
    SANDBENCH_TRY(auto child, spawnProcess(m_spawn));
    m_report = std::move(child.report);
    m_services.loop.watch(m_report.get(), EPOLLIN, [this](std::uint32_t) { readReport(); });
    follow(child.pid, m_spawn.argv);
    return {};
}

void Run::startProgram()
{
    m_countersBefore = m_services.groups.read();
    m_begin = Clock::now();
    if (auto started = spawnNext(); !started)
        m_stream.fail(started.error());
}

bool Run::goesOn() const
{
    return isInStep() && m_cause.empty() && m_exit && !m_exit->signaled && m_exit->number == 0;
}

void Run::startAfterStep()
{
    m_stepsCpu += std::max(m_exit->cpuSeconds + m_orphanCpu, m_sampledCpu);
    m_stepsRss = std::max(m_stepsRss, m_exit->maxRssBytes);
    m_stepsKilled += m_killer->killed();
    m_orphanCpu = 0;
    m_sampledCpu = 0;
    m_services.tree.release(m_root);
    m_root = -1;
    m_exit.reset();
    m_killer.reset();
    ++m_step;
    if (auto started = spawnNext(); !started)
        m_stream.fail(started.error());
}

void Run::announceStep()
{
    if (m_spec.steps.empty())
        return;
    const std::string name = isInStep() ? m_spec.steps[m_step].name : std::string();
    m_stream.event("step", Json{{"index", m_step}, {"name", name}});
}

void Run::readReport()
{
    if (!m_report)
        return;
    const auto failure = readSpawnFailure(m_report.get(), m_spawn);
    m_services.loop.forget(m_report.get());
    m_report.reset();
    if (failure)
        return m_stream.fail(*failure);
    onStarted("none");
}

void Run::onStarted(const std::string& kernelKind)
{
    if (!isInStep())
        m_io->closeProgramEnds();
    if (std::exchange(m_started, true))
        return announceStep();
    m_stream.event(
        "started", Json{{"pid", m_root}, {"kernel", kernelKind}, {"clock", m_results.begin()}});
    announceStep();
    m_io->attach(
        m_services.loop, m_stream, m_spec,
        {[this] { stop("output"); }, [this] { replyWhenDrained(); },
         [this] { return hasEnded(m_root); }});
    if (!m_io->input())
        return;
    m_io->input()->append(std::exchange(m_earlyInput, {}));
    if (m_stdinEnded)
        m_io->input()->end();
}

void Run::armLimits()
{
    if (m_spec.limits.wallSeconds > 0 && m_step == 0) {
        const auto wall = std::chrono::duration<double>(std::min(m_spec.limits.wallSeconds, 1e8));
        m_wallTimer = m_services.loop.after(
            std::chrono::ceil<std::chrono::milliseconds>(wall), [this] { stop("wall"); });
    }
    m_services.loop.cancel(m_sampleTimer);
    m_sampleTimer = m_services.loop.after(kSampleEvery, [this] { sample(); });
}

void Run::sample()
{
    m_sampleTimer = 0;
    if (m_exit)
        return;
    m_sampleTimer = m_services.loop.after(kSampleEvery, [this] { sample(); });
    noteFullScratch(m_services.scratchPaths, m_fullScratch);
    const ProcessTable table = readProcessTable();
    m_services.tree.remember(table);
    std::uint64_t ticks = 0;
    const auto members = m_services.tree.members(table, m_owner, m_sinceTicks);
    if (m_watch)
        m_watch->noteProcesses(members.size());
    for (const ProcessInfo& member : members)
        ticks += member.ownTicks + member.childTicks;
    m_sampledCpu = std::max(m_sampledCpu, ticksToSeconds(ticks) + m_orphanCpu);
    if (m_spec.limits.cpuSeconds > 0 && m_stepsCpu + m_sampledCpu >= m_spec.limits.cpuSeconds)
        stop("cpu");
    freeFromParent(table);
}

void Run::freeFromParent(const ProcessTable& table)
{
    const auto root = table.find(m_root);
    if (root == table.end() || root->second.isAlive() || root->second.parent == ::getpid())
        return;
    // Its fork server was stopped or is stuck. Without that parent the dead child is ours to wait
    // for.
    if (++m_unreaped > kPatienceWithParent)
        ::kill(root->second.parent, SIGKILL);
}

void Run::stop(const char* cause)
{
    // A tree that is dying on its own account keeps its own cause; behind a step there is more.
    const bool dies = m_exit && !goesOn();
    if (m_stream.isFinished() || dies)
        return;
    const bool isFirst = m_cause.empty();
    if (isFirst)
        m_cause = cause;
    if (!isFirst || !mayDraw(cause))
        return killTree();
    ::kill(m_root, kLimitSignal);
    m_graceTimer = m_services.loop.after(kDrawingPatience, [this] {
        m_graceTimer = 0;
        killTree();
    });
}

/// A program of our kernel's that has figures open draws them when it hears of the limit.
bool Run::mayDraw(std::string_view cause) const
{
    return !m_spec.kernel.empty() && (cause == "wall" || cause == "cpu") && m_root > 0 && !m_exit
        && catchesSignal(m_root, kLimitSignal);
}

void Run::killTree()
{
    m_services.loop.cancel(std::exchange(m_graceTimer, 0));
    if (m_root < 0)
        return;
    if (!m_killer)
        m_killer = std::make_unique<TreeKiller>(
            m_services.loop, m_services.tree, TreeKiller::Target{m_owner, m_sinceTicks, m_root},
            m_services.isInit);
    if (m_exit)
        m_killer->setRootGone();
    m_killer->start([this] { onTreeGone(); });
}

void Run::onRootExit(const ExitInfo& exit)
{
    m_end = Clock::now();
    m_exit = exit;
    m_services.observer.noteExit(m_root, exit);
    m_hook.remove();
    if (m_report)
        readReport(); // it exited before we came to look
    if (m_stream.isFinished())
        return;
    if (!goesOn())
        m_services.loop.cancel(m_wallTimer);
    noteFullScratch(m_services.scratchPaths, m_fullScratch);
    killTree();
}

void Run::onTreeGone()
{
    if (goesOn())
        return startAfterStep();
    // Before the output is known to have ended, which may be the moment of the Reply. Who stops a
    // run does not wait for its files.
    if (m_cause != "killed" && m_exit)
        m_results.tell(m_stream);
    m_treeGone = true;
    if (!m_exit)
        return m_stream.fail(Error(ErrorCode::Internal, "the program cannot be killed"));
    m_services.loop.cancel(m_wallTimer);
    if (m_watch)
        m_activity = m_watch->end();
    m_io->closeProgramEnds();
    m_io->finishSoon(m_cause == "killed");
    replyWhenDrained();
}

void Run::replyWhenDrained()
{
    if (m_treeGone && !m_stream.isFinished() && m_io->isDone())
        m_stream.reply(summary());
}

std::string Run::cause(double cpuSeconds) const
{
    if (!m_cause.empty() || !m_exit->signaled)
        return m_cause;
    // A program can send itself any signal; the kernel does when the time is used up: first
    // SIGXCPU, and SIGKILL where that is ignored.
    // For the first it counts whole ticks, which on a busy machine is more than it tells later.
    constexpr double kTicksAreMore = 0.5;
    const double limit = m_spec.limits.cpuSeconds;
    if (limit > 0
        && ((m_exit->number == SIGXCPU && cpuSeconds >= limit * kTicksAreMore)
            || (m_exit->number == SIGKILL && cpuSeconds >= limit)))
        return "cpu";
    return m_signalSent != 0 && m_exit->number == m_signalSent ? "signal_requested" : "";
}

Json Run::summary() const
{
    const double cpu = m_stepsCpu + std::max(m_exit->cpuSeconds + m_orphanCpu, m_sampledCpu);
    const auto why = cause(cpu);
    Json out
        = {{"cause", why.empty() ? Json() : Json(why)},
           {"core_dumped", m_exit->coreDumped},
           {"wall_seconds", std::chrono::duration<double>(m_end - m_begin).count()},
           {"cpu_seconds", cpu},
           {"max_rss_bytes", std::max(m_stepsRss, m_exit->maxRssBytes)},
           {"stdout_bytes", m_io->bytesOf(Channel::Stdout)},
           {"stderr_bytes", m_io->bytesOf(Channel::Stderr)},
           {"killed_processes", m_stepsKilled + (m_killer ? m_killer->killed() : 0)},
           {"scratch_full", m_fullScratch},
           {"context_alive", false}};
    addCounterChanges(out, m_countersBefore, m_services.groups.read());
    out[m_exit->signaled ? "signal" : "exit_code"] = m_exit->number;
    if (m_watch)
        out["activity"] = m_activity;
    return out;
}

Result<void> Run::signal(int number)
{
    if (m_root < 0 || m_exit || !m_started)
        return Error(ErrorCode::NotFound, "the run is over");
    if (::kill(-m_root, number) != 0)
        return Error::fromErrno(errno, "cannot signal the run");
    m_signalSent = number;
    return {};
}

Result<void> Run::resize(PtySize size)
{
    return m_io->resize(size);
}

bool Run::onData(Channel channel, std::string_view bytes)
{
    if (channel != Channel::Stdin || !m_spec.wantsStdin)
        return false;
    if (m_io && m_io->input() && !m_stdinEnded)
        m_io->input()->append(bytes);
    else if (m_started || m_stdinEnded)
        m_stream.consumed(Channel::Stdin, bytes.size());
    else
        m_earlyInput.append(bytes);
    return true;
}

bool Run::onEof(Channel channel)
{
    if (channel != Channel::Stdin || !m_spec.wantsStdin)
        return false;
    m_stdinEnded = true;
    if (m_io && m_io->input())
        m_io->input()->end();
    return true;
}

void Run::onSendable()
{
    if (m_started && !m_stream.isFinished())
        m_io->pump();
}

} // namespace sandbench::guest
