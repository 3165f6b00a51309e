// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/kernel_server.h"

#include <algorithm>
#include <csignal>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

/// A whole packet must fit, whatever the default is.
static void widen(int socket)
{
    const int bytes = static_cast<int>(2 * agent::kMaxKernelPacket);
    ::setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

/// What an interpreter says about ids is believed only where it can do no harm.
static pid_t plausiblePid(const agent::KernelMessage& message)
{
    const auto number = message.number("pid");
    return number > 1 && number < (1 << 22) + 1 && number != ::getpid() ? static_cast<pid_t>(number)
                                                                        : -1;
}

KernelServer::KernelServer(
    Services& services, OwnerId owner, std::string kind, pid_t pid, UniqueFd control,
    Listener listener)
    : m_services(services)
    , m_owner(owner)
    , m_kind(std::move(kind))
    , m_pid(pid)
    , m_control(std::move(control))
    , m_listener(std::move(listener))
{
    widen(m_control.get());
    m_services.tree.claim(m_pid, m_owner);
    m_services.reaper.expect(m_pid, [this](const ExitInfo&) { die(); });
    m_services.loop.watch(m_control.get(), EPOLLIN, [this](std::uint32_t) { readMessages(); });
}

KernelServer::~KernelServer()
{
    m_services.loop.forget(m_control.get());
    m_services.reaper.forget(m_pid);
    m_services.tree.release(m_pid);
    if (!m_dead)
        ::kill(m_pid, SIGKILL);
    dropSeat();
}

void KernelServer::dropSeat()
{
    if (!m_seat)
        return;
    m_services.tree.release(m_seat->pid);
    ::kill(m_seat->pid, SIGKILL);
    m_seat.reset();
}

void KernelServer::die()
{
    if (m_dead)
        return;
    m_dead = true;
    m_ready = false;
    m_services.loop.forget(m_control.get());
    ::kill(m_pid, SIGKILL);
    dropSeat();
    // The owner destroys us; not while one of our handlers is running.
    m_services.loop.defer(m_listener.onDead);
}

void KernelServer::readMessages()
{
    while (!m_dead) {
        auto message = agent::receiveKernelMessage(m_control.get(), m_pid);
        if (message)
            handle(std::move(*message));
        else if (message.error().code() == ErrorCode::Timeout)
            return;
        else
            die();
    }
}

void KernelServer::handle(agent::KernelMessage message)
{
    if (message.op == "ready") {
        m_ready = true;
        m_isApart = message.number("apart") == 1;
        m_modules = message.values("module");
        m_listener.onReady();
    } else if (message.op == "seat") {
        acceptSeat(std::move(message));
    } else if (message.op == "server") {
        const pid_t pid = plausiblePid(message);
        if (pid > 0 && message.fds.size() == 1)
            m_listener.onServer(pid, std::move(message.fds[0]));
    } else if (message.op == "exited") {
        tellExit(message);
    }
    // Anything else is from a newer kernel; it does not concern us.
}

void KernelServer::acceptSeat(agent::KernelMessage message)
{
    const pid_t pid = plausiblePid(message);
    m_seatComing = false;
    if (pid < 0 || message.fds.size() != 1 || m_seat)
        return;
    widen(message.fds[0].get());
    m_seat = Seat{pid, std::move(message.fds[0]), m_kind, m_isApart};
    m_services.tree.claim(pid, m_owner);
    m_listener.onSeat();
}

void KernelServer::tellExit(const agent::KernelMessage& message)
{
    const pid_t pid = plausiblePid(message);
    ExitInfo exit = ExitInfo::fromStatus(static_cast<int>(message.number("status")), {});
    exit.cpuSeconds = message.seconds("utime") + message.seconds("stime");
    exit.maxRssBytes
        = static_cast<std::uint64_t>(std::max<std::int64_t>(message.number("maxrss"), 0));
    if (m_seat && m_seat->pid == pid) {
        m_services.tree.release(pid);
        m_seat.reset();
        requestSeat();
    } else if (pid > 0) {
        m_services.reaper.deliver(pid, exit);
    }
}

Seat KernelServer::takeSeat()
{
    Seat seat = std::move(*m_seat);
    m_seat.reset();
    m_services.tree.release(seat.pid);
    return seat;
}

void KernelServer::requestSeat()
{
    if (!m_ready || m_seat || m_seatComing)
        return;
    m_seatComing = true;
    agent::KernelMessage message;
    message.op = "fork";
    if (!agent::sendKernelMessage(m_control.get(), message, {}))
        m_seatComing = false;
}

void KernelServer::preload(const std::vector<std::string>& modules)
{
    agent::KernelMessage message;
    message.op = "preload";
    for (const std::string& module : modules)
        message.add("module", module);
    // Where it cannot be asked, it is about to be found dead.
    [[maybe_unused]] const auto sent = agent::sendKernelMessage(m_control.get(), message, {});
}

} // namespace sandbench::guest
