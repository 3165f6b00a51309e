// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/reaper.h"

#include <csignal>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sandbench::guest {

static double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

ExitInfo ExitInfo::fromStatus(int status, const rusage& usage)
{
    ExitInfo info;
    info.signaled = WIFSIGNALED(status);
    info.number = info.signaled ? WTERMSIG(status) : WEXITSTATUS(status);
    info.coreDumped = info.signaled && WCOREDUMP(status);
    info.cpuSeconds = secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
    info.maxRssBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    return info;
}

/// Everything but our own faults: code in the sandbox may signal us where it runs as the same user.
static void ignoreSignals()
{
    for (int number = 1; number <= SIGRTMAX; ++number) {
        switch (number) {
        case SIGSEGV:
        case SIGBUS:
        case SIGFPE:
        case SIGILL:
        case SIGABRT:
        case SIGTRAP:
        case SIGSYS:
        case SIGCHLD:
        case SIGTERM:
            continue;
        default:
            ::signal(number, SIG_IGN);
        }
    }
    struct sigaction childAction = {};
    childAction.sa_handler = SIG_DFL;
    childAction.sa_flags = SA_NOCLDSTOP;
    ::sigaction(SIGCHLD, &childAction, nullptr);
}

Reaper::Reaper(EventLoop& loop, std::function<void()> onTerminate)
    : m_loop(loop)
    , m_onTerminate(std::move(onTerminate))
{
    ignoreSignals();
    sigset_t watched;
    sigemptyset(&watched);
    sigaddset(&watched, SIGCHLD);
    sigaddset(&watched, SIGTERM);
    ::sigprocmask(SIG_SETMASK, &watched, nullptr);
    m_signals.reset(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
    m_loop.watch(m_signals.get(), EPOLLIN, [this](std::uint32_t) { readSignals(); });
}

Reaper::~Reaper()
{
    m_loop.forget(m_signals.get());
}

void Reaper::expect(pid_t pid, ExitHandler handler)
{
    m_expected[pid] = std::move(handler);
}

void Reaper::readSignals()
{
    signalfd_siginfo info = {};
    bool terminate = false;
    while (::read(m_signals.get(), &info, sizeof info) == sizeof info) {
        // Id 0 is a sender outside our process namespace; nobody inside can pretend to be that.
        const bool fromAbove = info.ssi_code == SI_USER
            && (info.ssi_pid == 0 || static_cast<pid_t>(info.ssi_pid) == ::getppid());
        terminate = terminate || (info.ssi_signo == SIGTERM && fromAbove);
    }
    reap();
    if (terminate)
        m_onTerminate();
}

void Reaper::deliver(pid_t pid, const ExitInfo& exit)
{
    if (auto node = m_expected.extract(pid))
        node.mapped()(exit);
}

void Reaper::reap()
{
    for (;;) {
        int status = 0;
        rusage usage = {};
        const pid_t pid = ::wait4(-1, &status, WNOHANG | __WALL, &usage);
        if (pid <= 0)
            return;
        const ExitInfo info = ExitInfo::fromStatus(status, usage);
        if (auto node = m_expected.extract(pid))
            node.mapped()(info);
        else if (m_onStray)
            m_onStray(pid, info);
    }
}

bool Reaper::hasNoChildren()
{
    siginfo_t info = {};
    return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0;
}

} // namespace sandbench::guest
