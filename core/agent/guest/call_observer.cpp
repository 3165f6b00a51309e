// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/call_observer.h"

#include "core/agent/guest/fd_passing.h"
#include "core/agent/guest/observed_filter.h"
#include "core/agent/guest/process_table.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

namespace {

constexpr int kMostAncestors = 64;

// Newer than the headers of the oldest system that we build on.
constexpr unsigned long kSetFlags = SECCOMP_IOW(4, __u64);
constexpr unsigned long kWakeAtOnce = 1;
constexpr std::uint32_t kGoOn = 1; // SECCOMP_USER_NOTIF_FLAG_CONTINUE

std::optional<seccomp_notif_sizes> notificationSizes()
{
    seccomp_notif_sizes sizes = {};
    if (::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0U, &sizes) != 0
        || sizes.seccomp_notif < sizeof(seccomp_notif)
        || sizes.seccomp_notif_resp < sizeof(seccomp_notif_resp))
        return std::nullopt;
    return sizes;
}

} // namespace

CallObserver::CallObserver(EventLoop& loop, const ProcessTree& tree)
    : m_loop(loop)
    , m_tree(tree)
{
    if (const auto sizes = notificationSizes()) {
        m_call.resize(sizes->seccomp_notif);
        m_answer.resize(sizes->seccomp_notif_resp);
    }
}

CallObserver::~CallObserver()
{
    for (const auto& [fd, channel] : m_channels)
        m_loop.forget(fd);
    for (const auto& [fd, listener] : m_listeners)
        m_loop.forget(fd);
}

bool CallObserver::isPossible()
{
    const std::uint32_t action = SECCOMP_RET_USER_NOTIF;
    return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0U, &action) == 0 && notificationSizes()
        && procIsOurs();
}

void CallObserver::expect(UniqueFd channel, std::vector<sock_filter> filter)
{
    const int fd = channel.get();
    m_channels.emplace(fd, std::move(channel));
    m_loop.watch(fd, EPOLLIN, [this, fd, filter = std::move(filter)](std::uint32_t) mutable {
        receive(fd, std::move(filter));
    });
}

void CallObserver::receive(int channel, std::vector<sock_filter> filter)
{
    auto listener = receiveFd(channel);
    m_loop.forget(channel);
    m_channels.erase(channel);
    // It could not start, or the kernel has a listener for it already.
    if (!listener)
        return;
    hear(std::move(listener), std::move(filter), false);
}

void CallObserver::hear(UniqueFd listener, std::vector<sock_filter> filter, bool hasStarted)
{
    m_isDeaf = false;
    // Without it, the program and the agent may wait for each other on two processors.
    ::ioctl(listener.get(), kSetFlags, kWakeAtOnce);
    const int fd = listener.get();
    auto kept
        = std::make_shared<Listener>(Listener{std::move(listener), std::move(filter), hasStarted});
    m_listeners.emplace(fd, kept);
    m_loop.watch(fd, EPOLLIN, [this, fd, kept](std::uint32_t events) {
        if ((events & EPOLLIN) != 0)
            return serve(*kept);
        // Nobody is left behind the filter.
        m_loop.forget(fd);
        m_listeners.erase(fd);
    });
}

void CallObserver::begin(OwnerId owner)
{
    m_logs.try_emplace(owner, Clock::now());
    if (m_logs.size() > 1)
        for (auto& [other, log] : m_logs)
            log.missed("files_shared");
}

CallLog* CallObserver::find(OwnerId owner)
{
    const auto found = m_logs.find(owner);
    return found == m_logs.end() ? nullptr : &found->second;
}

Json CallObserver::end(OwnerId owner)
{
    auto node = m_logs.extract(owner);
    if (!node)
        return Json::object();
    CallLog& log = node.mapped();
    if (m_isDeaf)
        log.missed("calls");
    else
        for (const auto* word : {"outcomes", "engine_filter", "unwatched_calls"})
            log.missed(word);
    return log.describe();
}

void CallObserver::noteExit(pid_t pid, const ExitInfo& exit)
{
    for (auto& [owner, log] : m_logs)
        log.noteExit(pid, exit);
}

void CallObserver::serve(Listener& listener)
{
    std::fill(m_call.begin(), m_call.end(), 0);
    seccomp_notif call = {};
    if (::ioctl(listener.fd.get(), SECCOMP_IOCTL_NOTIF_RECV, m_call.data()) != 0)
        return; // who made it is gone
    std::memcpy(&call, m_call.data(), sizeof call);
    const auto thread = static_cast<pid_t>(call.pid);
    const auto said = answerOf(listener.filter, call.data);
    const bool isAllowed = said == SECCOMP_RET_ALLOW && isObserved(call.data.nr);
    CallLog* const log = m_logs.empty() ? nullptr : find(ownerOf(thread));
    if (log && isAllowed)
        observe(*log, listener, call.data, thread);
    else if (log)
        log->addRefusal(call.data.nr);
    else
        listener.hasStarted = true; // an interpreter that waits for its runs
    std::fill(m_answer.begin(), m_answer.end(), 0);
    seccomp_notif_resp answer = {};
    answer.id = call.id;
    if (isAllowed)
        answer.flags = kGoOn;
    else
        answer.error = (said & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_ERRNO
            ? -static_cast<int>(said & SECCOMP_RET_DATA)
            : -EPERM;
    std::memcpy(m_answer.data(), &answer, sizeof answer);
    // Who made it may be gone by now.
    ::ioctl(listener.fd.get(), SECCOMP_IOCTL_NOTIF_SEND, m_answer.data());
}

OwnerId CallObserver::ownerOf(pid_t thread) const
{
    if (const OwnerId owner = m_tree.claimOf(thread))
        return owner;
    // Programs begin as leaders of a session of their own.
    if (const OwnerId owner = m_tree.claimOf(::getsid(thread)))
        return owner;
    auto process = readProcessIds(thread);
    for (int i = 0; process && i < kMostAncestors; ++i) {
        if (const OwnerId owner = m_tree.ownerOf(process->pid))
            return owner;
        process = readProcessIds(process->parent);
    }
    // With one run there is no doubt whose it is.
    return m_logs.size() == 1 ? m_logs.begin()->first : 0;
}

void CallObserver::observe(CallLog& log, Listener& listener, const seccomp_data& call, pid_t thread)
{
    switch (call.nr) {
    case SYS_execve:
    case SYS_execveat:
        return observeProgram(log, listener, call, thread);
    case SYS_connect:
        return observeAddress(log, "connect", call, thread);
    case SYS_bind:
        return observeAddress(log, "bind", call, thread);
    case SYS_sendto:
        return observeDatagram(log, call, thread);
    case SYS_sendmmsg:
        return observeMessages(log, call, thread);
    default:
        return;
    }
}

} // namespace sandbench::guest
