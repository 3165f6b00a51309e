// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/signals.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace sandbench {

namespace {
constexpr int kEmergencyMilliseconds = 1000;
}

Signals::Signals()
{
    sigset_t taken;
    sigemptyset(&taken);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGWINCH})
        sigaddset(&taken, number);
    pthread_sigmask(SIG_BLOCK, &taken, &m_formerMask);
    std::signal(SIGPIPE, SIG_IGN);
    m_signalFd.reset(::signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK));
    m_thread = std::thread([this] { watch(); });
}

Signals::~Signals()
{
    m_end.signal();
    m_thread.join();
    pthread_sigmask(SIG_SETMASK, &m_formerMask, nullptr);
}

void Signals::setInterruptHandler(std::function<bool()> handler)
{
    const std::scoped_lock lock(m_mutex);
    m_onInterrupt = std::move(handler);
}

void Signals::setResizeHandler(std::function<void()> handler)
{
    const std::scoped_lock lock(m_mutex);
    m_onResize = std::move(handler);
}

void Signals::setEmergencyHandler(std::function<void()> handler)
{
    const std::scoped_lock lock(m_mutex);
    m_onEmergency = std::move(handler);
}

void Signals::watch()
{
    pollfd waits[] = {{m_signalFd.get(), POLLIN, 0}, {m_end.fd(), POLLIN, 0}};
    for (;;) {
        if (::poll(waits, 2, -1) < 0)
            continue;
        if (waits[1].revents)
            return;
        signalfd_siginfo info = {};
        if (::read(m_signalFd.get(), &info, sizeof info) == sizeof info)
            take(static_cast<int>(info.ssi_signo));
    }
}

void Signals::take(int signalNumber)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (signalNumber == SIGWINCH) {
            if (m_onResize)
                m_onResize();
            return;
        }
        if (signalNumber == SIGINT && m_onInterrupt && m_onInterrupt())
            return;
        if (++m_taken > 1 && m_onEmergency)
            m_onEmergency();
    }
    m_stop.request_stop();
    if (m_taken < 2)
        return;
    // What ends the program in time also removes its temporary files; only a stuck one is cut off.
    pollfd end = {m_end.fd(), POLLIN, 0};
    if (::poll(&end, 1, kEmergencyMilliseconds) == 0)
        ::_exit(128 + signalNumber);
}

} // namespace sandbench
