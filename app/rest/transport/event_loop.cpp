// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/event_loop.h"

#include "app/rest/transport/answer_writer.h"
#include "app/rest/transport/exchange.h"
#include "app/rest/transport/listen_socket.h"
#include "app/rest/wire/request_head.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>

namespace sandbench::rest {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kWakeId = 0; ///< The sockets' ids follow, then the clients'.
constexpr std::size_t kPiece = 16U << 10, kMostAccepts = 64, kMostRefusals = 64;
constexpr std::size_t kMostDrained = 256U << 10;
constexpr std::chrono::milliseconds kLinger = 2s, kCheckInterval = 250ms, kLastWord = 1s,
                                    kNextRequest = 5ms;

std::string refusalText(int status, std::string_view detail)
{
    auto answer = problemAnswer(status, status == 408 ? "timeout" : "unavailable", detail);
    if (status == 503)
        answer.headers["retry-after"] = "1";
    return answerHead(answer, {.keepsAlive = false}) + answer.body;
}

void setUp(int socket)
{
    // A peer that lost its network says nothing: ask it, so that its run does not go on for ever.
    const int on = 1, idle = 60, interval = 15, count = 4;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

// Who was just served often asks again at once, and this thread is awake: two others need not be.
bool asksAgain(Connection& connection)
{
    auto& received = connection.received();
    if (received.empty()) {
        Patience patience(kNextRequest);
        const auto some = connection.receiveSome(patience, {});
        if (!some || !*some)
            return false;
    }
    // Anything but a whole head the loop can wait for.
    return !received.starts_with('\r') && !received.starts_with('\n') && headEnd(received);
}

} // namespace

EventLoop::EventLoop(
    ListenerOptions options, TlsContext tls, const Listener::OnCall& onCall, std::size_t most)
    : m_options(std::move(options))
    , m_socketCount(m_options.sockets.size())
    , m_tls(std::move(tls))
    , m_onCall(onCall)
    , m_most(most)
    , m_epoll(::epoll_create1(EPOLL_CLOEXEC))
    , m_spare(::open("/dev/null", O_RDONLY | O_CLOEXEC))
    , m_nextId(m_socketCount + 1)
    , m_workers(m_options.workers)
{
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.u64 = kWakeId;
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, m_wake.fd(), &event);
    for (std::size_t i = 0; i < m_socketCount; ++i) {
        event.data.u64 = i + 1;
        ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, m_options.sockets[i].get(), &event);
    }
}

Listener::Counters EventLoop::counters() const
{
    return {m_connectionCount, m_calls, m_total, m_refused};
}

void EventLoop::run(
    const std::stop_token& stop, std::chrono::milliseconds grace, const std::stop_token& hurry)
{
    const std::stop_callback onStop(stop, [this] { m_wake.signal(); });
    const std::stop_callback onHurry(hurry, [this] { m_wake.signal(); });
    for (;;) {
        takeBack();
        const auto now = Clock::now();
        if (now >= m_nextCheck)
            expire(now);
        if (stop.stop_requested() && !m_isEnding) {
            m_graceEnd = now + grace;
            stopAccepting();
        }
        if (m_isEnding && windDown(now, hurry.stop_requested()))
            return;
        waitOnce();
        m_connectionCount = m_clients.size();
    }
}

void EventLoop::waitOnce()
{
    std::array<epoll_event, 256> events;
    const int count = ::epoll_wait(
        m_epoll.get(), events.data(), static_cast<int>(events.size()), timeout(Clock::now()));
    for (int i = 0; i < count; ++i) {
        const auto id = events.at(static_cast<std::size_t>(i)).data.u64;
        if (id == kWakeId) {
            m_wake.clear();
        } else if (id <= m_socketCount) {
            if (!m_isEnding)
                acceptAll(m_options.sockets[id - 1].get());
        } else if (const auto at = m_clients.find(id); at != m_clients.end()) {
            onReady(ClientPointer(at->second));
        }
    }
}

int EventLoop::timeout(Clock::time_point now) const
{
    if (m_clients.empty() && !m_isEnding)
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_nextCheck - now);
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1000));
}

void EventLoop::acceptAll(int listening)
{
    for (std::size_t i = 0; i < kMostAccepts; ++i) {
        sockaddr_storage address = {};
        socklen_t size = sizeof address;
        UniqueFd socket(::accept4(
            listening, reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket) {
            if (errno == EMFILE || errno == ENFILE)
                acceptToRefuse(listening);
            if (errno != EINTR && errno != ECONNABORTED)
                return;
            continue;
        }
        setUp(socket.get());
        add(std::move(socket), addressText(address, size));
    }
}

void EventLoop::acceptToRefuse(int listening)
{
    m_spare.reset();
    {
        const UniqueFd socket(::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (socket && !m_tls) {
            const auto text = refusalText(503, "the server has no descriptors left");
            [[maybe_unused]] const auto sent
                = ::send(socket.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        }
    }
    m_spare.reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    ++m_refused;
    errno = EAGAIN;
}

void EventLoop::add(UniqueFd socket, std::string peer)
{
    ++m_total;
    const bool isTooMany = m_clients.size() >= m_most;
    auto tls = m_tls && !isTooMany ? makeTlsSession(*m_tls, socket.get()) : nullptr;
    if (m_clients.size() >= m_most + kMostRefusals || (m_tls && !tls)) {
        ++m_refused;
        return;
    }
    const bool isSafe = tls != nullptr;
    const auto client = std::make_shared<Client>(
        m_nextId++, Connection(std::move(socket), std::move(tls), std::move(peer)));
    client->state = isSafe ? State::Handshake : State::Idle;
    client->deadline = Clock::now() + (isSafe ? m_options.headPatience : m_options.idlePatience);
    epoll_event event = {};
    event.events = EPOLLIN | EPOLLRDHUP | EPOLLONESHOT;
    event.data.u64 = client->id;
    if (::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, client->connection.fd(), &event) != 0)
        return;
    m_clients.emplace(client->id, client);
    if (isTooMany)
        refuse(client, 503, "the server has as many connections as it takes");
}

void EventLoop::watch(const Client& client, std::uint32_t events)
{
    epoll_event event = {};
    event.events = events | EPOLLRDHUP | EPOLLONESHOT;
    event.data.u64 = client.id;
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_MOD, client.connection.fd(), &event);
}

void EventLoop::onReady(const ClientPointer& client)
{
    switch (client->state) {
    case State::Busy:
        // It ended its side or has gone: either way nobody waits for what its call still does.
        client->stop.request_stop();
        return;
    case State::Ending:
        drain(client);
        return;
    case State::Handshake:
        if (!handshake(client))
            return;
        [[fallthrough]];
    case State::Idle:
    case State::Head:
        readHead(client);
        return;
    }
}

bool EventLoop::handshake(const ClientPointer& client)
{
    switch (client->connection.handshake()) {
    case Connection::Progress::Done:
        client->state = State::Idle;
        client->deadline = Clock::now() + m_options.idlePatience;
        return true;
    case Connection::Progress::WantsRead:
        watch(*client, EPOLLIN);
        return false;
    case Connection::Progress::WantsWrite:
        watch(*client, EPOLLOUT);
        return false;
    case Connection::Progress::Ended:
        break;
    }
    forget(client);
    return false;
}

void EventLoop::readHead(const ClientPointer& client)
{
    switch (client->connection.receive()) {
    case Connection::Progress::Ended:
        forget(client);
        return;
    case Connection::Progress::WantsRead:
        watch(*client, EPOLLIN);
        return;
    case Connection::Progress::WantsWrite:
        watch(*client, EPOLLOUT);
        return;
    case Connection::Progress::Done:
        break;
    }
    if (!dispatch(client) && client->state != State::Ending)
        watch(*client, EPOLLIN);
}

bool EventLoop::dispatch(const ClientPointer& client)
{
    auto& received = client->connection.received();
    // Empty lines before a request are nobody's. Source: RFC 9112, 2.2.
    if (client->state == State::Idle)
        received.erase(0, std::min(received.find_first_not_of("\r\n"), received.size()));
    if (received.empty())
        return false;
    if (client->state == State::Idle) {
        client->state = State::Head;
        client->deadline = Clock::now() + m_options.headPatience;
        client->searched = 0;
    }
    if (!headEnd(received, client->searched)) {
        client->searched = received.size();
        if (received.size() > HeadLimits::kHead)
            refuse(client, 431, "the request's head is too long");
        return false;
    }
    client->state = State::Busy;
    watch(*client, 0);
    if (m_workers.start([this, client] { serve(client); }))
        return true;
    refuse(client, 503, "the server has as many requests at once as it takes");
    return false;
}

void EventLoop::serve(const ClientPointer& client)
{
    bool goesOn = true;
    do {
        ++m_calls;
        goesOn = serveRequest(
            client->connection, m_onCall,
            {.stall = m_options.stallPatience, .isEnding = m_isEnding}, client->stop.get_token());
        --m_calls;
    } while (goesOn && !m_isEnding && asksAgain(client->connection));
    {
        const std::scoped_lock lock(m_mutex);
        m_returned.emplace_back(client, goesOn);
    }
    m_wake.signal();
}

void EventLoop::takeBack()
{
    std::vector<std::pair<ClientPointer, bool>> returned;
    {
        const std::scoped_lock lock(m_mutex);
        returned.swap(m_returned);
    }
    for (const auto& [client, goesOn] : returned) {
        if (!goesOn || m_isEnding) {
            endPolitely(client);
            continue;
        }
        client->state = State::Idle;
        client->deadline = Clock::now() + m_options.idlePatience;
        client->connection.received().shrink_to_fit();
        // It may have sent the next request already, and TLS may hold it where epoll looks not.
        if (!dispatch(client) && client->state != State::Ending)
            readHead(client);
    }
}

void EventLoop::refuse(const ClientPointer& client, int status, std::string_view detail)
{
    ++m_refused;
    // As much as its socket takes at once: this thread waits for nobody.
    (void)client->connection.send(refusalText(status, detail), Patience(0ms));
    endPolitely(client);
}

void EventLoop::endPolitely(const ClientPointer& client)
{
    // Closing what still has unread bytes would take our answer from the client.
    client->state = State::Ending;
    client->deadline = Clock::now() + kLinger;
    client->connection.endSending();
    watch(*client, EPOLLIN);
}

void EventLoop::drain(const ClientPointer& client)
{
    std::array<char, kPiece> waste;
    const auto count = ::recv(client->connection.fd(), waste.data(), waste.size(), MSG_DONTWAIT);
    const bool isQuiet = count < 0 && (errno == EAGAIN || errno == EINTR);
    client->drained += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    if ((count <= 0 && !isQuiet) || client->drained > kMostDrained)
        forget(client);
    else
        watch(*client, EPOLLIN);
}

void EventLoop::expire(Clock::time_point now)
{
    m_nextCheck = now + kCheckInterval;
    std::vector<ClientPointer> late;
    for (const auto& [id, client] : m_clients)
        if (client->state != State::Busy && client->deadline <= now)
            late.push_back(client);
    for (const auto& client : late) {
        if (client->state == State::Head)
            refuse(client, 408, "the request's head did not come in time");
        else
            forget(client);
    }
}

void EventLoop::stopAccepting()
{
    m_isEnding = true;
    // Those of systemd are open there as well: it keeps who comes for the next server.
    for (const auto& socket : m_options.sockets)
        ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, socket.get(), nullptr);
    m_options.sockets.clear();
    std::erase_if(m_clients, [](const auto& entry) {
        return entry.second->state == State::Handshake || entry.second->state == State::Idle
            || entry.second->state == State::Head;
    });
}

bool EventLoop::windDown(Clock::time_point now, bool hurries)
{
    const bool isBusy = std::any_of(m_clients.begin(), m_clients.end(), [](const auto& entry) {
        return entry.second->state == State::Busy;
    });
    if (!isBusy) {
        // Those that only linger have their answers.
        m_clients.clear();
        return true;
    }
    if (!m_isStopped && (now >= m_graceEnd || hurries)) {
        m_isStopped = true;
        m_lastWord = now + kLastWord;
        for (const auto& [id, client] : m_clients)
            client->stop.request_stop();
    }
    if (m_isStopped && !m_isAborted && now >= m_lastWord) {
        m_isAborted = true;
        for (const auto& [id, client] : m_clients)
            client->connection.abort();
    }
    return false;
}

} // namespace sandbench::rest
