// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/event_loop.h"

#include "app/rest/transport/head_reader.h"
#include "app/rest/wire/header_text.h"

#include <algorithm>
#include <array>
#include <exception>
#include <sys/epoll.h>
#include <utility>

namespace sandbench::rest {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kWakeId = 0; ///< The sockets' ids follow, then the clients'.
constexpr std::size_t kMostRefusals = 64;
constexpr const char* kNoHttp = "this is no request of HTTP/1.1, whose lines end with CR LF";
constexpr auto kCheckInterval = 250ms;
/// For the rest of a head that has begun to come when the end begins.
constexpr auto kLastHead = 1s;

/// Counts a call as long as it is there.
struct CallCount
{
    explicit CallCount(std::atomic<std::size_t>& of)
        : all(of)
        , calls(++of)
    {
    }
    ~CallCount() { --all; }
    CallCount(const CallCount&) = delete;
    CallCount& operator=(const CallCount&) = delete;

    std::atomic<std::size_t>& all;
    const std::size_t calls;
};

std::string withoutDescriptors(bool hasTls)
{
    return hasTls ? std::string() : refusalText(503, "the server has no descriptors left");
}

} // namespace

EventLoop::EventLoop(
    ListenerOptions options, TlsContext tls, const Listener::Handlers& handlers, std::size_t most,
    bool hasOwnSockets)
    : m_options(std::move(options))
    , m_socketCount(m_options.sockets.size())
    , m_tls(std::move(tls))
    , m_handlers(handlers)
    , m_most(most)
    , m_hasOwnSockets(hasOwnSockets)
    , m_epoll(::epoll_create1(EPOLL_CLOEXEC))
    , m_acceptor(withoutDescriptors(m_tls != nullptr))
    , m_clients(m_epoll.get(), m_socketCount + 1)
    , m_workers(m_options.workers + m_options.reserve)
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
    return {m_connectionCount, m_calls, m_accepted, m_answered, m_refused};
}

void EventLoop::run(
    const std::stop_token& stop, const WindDownRules& rules, const std::stop_token& hurry)
{
    const std::stop_callback onStop(stop, [this] { m_wake.signal(); });
    const std::stop_callback onHurry(hurry, [this] { m_wake.signal(); });
    for (;;) {
        takeBack();
        const auto now = Clock::now();
        if (now >= m_nextCheck)
            expire(now);
        if (stop.stop_requested() && !m_isEnding)
            beginEnd(now, rules, hurry.stop_requested());
        if (m_isEnding
            && m_windDown.step(
                m_clients, now, hurry.stop_requested(), m_handlers.ending, rules.isBusy))
            return;
        m_connectionCount = m_clients.all().size();
        waitOnce();
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
        } else if (id > m_socketCount) {
            if (const auto client = m_clients.find(id))
                guarded(client, [&] { onReady(client); });
        } else if (!m_isEnding) {
            acceptAt(m_options.sockets[id - 1]);
        }
    }
}

void EventLoop::acceptAt(const UniqueFd& listening)
{
    m_refused += m_acceptor.accept(listening.get(), [this](UniqueFd socket, std::string peer) {
        try {
            add(std::move(socket), std::move(peer));
        } catch (const std::exception&) {
            ++m_refused; // There is no memory for one more.
        }
    });
}

int EventLoop::timeout(Clock::time_point now) const
{
    if (m_clients.all().empty() && !m_isDraining)
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_nextCheck - now);
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1000));
}

void EventLoop::add(UniqueFd socket, std::string peer)
{
    ++m_accepted;
    const bool isTooMany = m_clients.all().size() >= m_most;
    auto tls = m_tls && !isTooMany ? makeTlsSession(*m_tls, socket.get()) : nullptr;
    if (m_clients.all().size() >= m_most + kMostRefusals || (m_tls && !tls)) {
        noteRefusal(peer, 503);
        return;
    }
    const bool isSafe = tls != nullptr;
    const auto client
        = m_clients.add(Connection(std::move(socket), std::move(tls), std::move(peer)));
    if (!client)
        return;
    client->state = isSafe ? Client::State::Handshake : Client::State::Idle;
    client->deadline = Clock::now() + (isSafe ? m_options.headPatience : m_options.idlePatience);
    if (isTooMany) {
        refuse(*client, 503, "the server has as many connections as it takes");
        return;
    }
    const auto most = m_options.connectionsPerAddress;
    const auto address = peerAddress(client->connection.peer());
    if (most == 0 || address == "unix")
        return;
    client->place = m_places.take(address, most);
    if (!client->place)
        refuse(*client, 503, "your address has as many connections as one may have");
}

void EventLoop::onReady(const ClientPointer& client)
{
    switch (client->state) {
    case Client::State::Busy:
        // It ended its side or has gone: either way nobody waits for what its call still does.
        client->stop.request_stop();
        return;
    case Client::State::Sending:
        sendOn(client);
        return;
    case Client::State::Ending:
        if (drain(*client))
            m_clients.watch(*client, EPOLLIN);
        else
            m_clients.forget(*client);
        return;
    case Client::State::Handshake:
    case Client::State::Idle:
    case Client::State::Head:
        readOn(client);
        return;
    }
}

void EventLoop::readOn(const ClientPointer& client)
{
    const auto progress = readHead(*client, m_options);
    if (m_isEnding)
        client->deadline = std::min(client->deadline, m_lastHead);
    switch (progress) {
    case HeadProgress::Whole:
        dispatch(client);
        return;
    case HeadProgress::WantsRead:
        m_clients.watch(*client, EPOLLIN);
        return;
    case HeadProgress::WantsWrite:
        m_clients.watch(*client, EPOLLOUT);
        return;
    case HeadProgress::TooLong:
        refuse(*client, 431, "the request's head is too long");
        return;
    case HeadProgress::Foreign:
        refuse(*client, 400, m_tls ? kNoHttp : std::string(kNoHttp) + "; nor is TLS spoken here");
        return;
    case HeadProgress::Gone:
        m_clients.forget(*client);
        return;
    }
}

void EventLoop::dispatch(const ClientPointer& client)
{
    client->state = Client::State::Busy;
    client->hasAsked = true;
    m_clients.watch(*client, 0);
    const auto place = std::make_shared<Returned>();
    place->emplace_back(client, Exchange());
    if (!m_workers.start([this, client, place] { serve(client, *place); }))
        refuse(*client, 503, "the server has as many requests at once as it takes");
}

Room EventLoop::roomFor(std::size_t calls) const
{
    if (calls <= m_options.workers)
        return Room::Plenty;
    return calls <= m_options.workers + m_options.reserve * 3 / 4 ? Room::Little : Room::Last;
}

void EventLoop::serve(const ClientPointer& client, Returned& place)
{
    try {
        serveAll(client, place.front().second);
    } catch (const std::exception&) {
        // Such as memory that is not there: one connection's end, not ours.
        place.front().second = Exchange();
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_returned.splice(m_returned.end(), place);
    }
    m_wake.signal();
}

void EventLoop::serveAll(const ClientPointer& client, Exchange& exchange)
{
    do {
        const CallCount counted(m_calls);
        exchange = serveRequest(
            client->connection, m_handlers.onCall,
            {.stall = m_options.stallPatience,
             .isEnding = m_isDraining,
             .room = roomFor(counted.calls)},
            client->stop.get_token());
        if (exchange.refused == 0)
            ++m_answered;
        else
            noteRefusal(client->connection.peer(), exchange.refused);
    } while (exchange.goesOn && !exchange.rest && !m_isDraining && asksAgain(client->connection));
}

void EventLoop::takeBack()
{
    Returned returned;
    {
        const std::scoped_lock lock(m_mutex);
        returned.swap(m_returned);
    }
    for (auto& one : returned)
        guarded(one.first, [&] { takeBackOne(one.first, one.second); });
}

void EventLoop::takeBackOne(const ClientPointer& client, Exchange& exchange)
{
    if (!exchange.rest) {
        goOn(client, exchange.goesOn);
        return;
    }
    client->state = Client::State::Sending;
    client->sending.emplace(Client::Sending{
        std::move(*exchange.rest), exchange.goesOn, Patience(m_options.stallPatience),
        Clock::now()});
    sendOn(client);
}

void EventLoop::sendOn(const ClientPointer& client)
{
    switch (sendTurn(*client, Clock::now())) {
    case Connection::Progress::WantsRead:
        m_clients.watch(*client, EPOLLIN);
        return;
    case Connection::Progress::WantsWrite:
        m_clients.watch(*client, EPOLLOUT);
        return;
    case Connection::Progress::Ended:
        m_clients.forget(*client);
        return;
    case Connection::Progress::Done: {
        const bool goesOn = client->sending->goesOn;
        client->sending.reset();
        goOn(client, goesOn);
        return;
    }
    }
}

void EventLoop::goOn(const ClientPointer& client, bool toNext)
{
    if (!toNext) {
        endPolitely(*client, m_clients);
        return;
    }
    awaitRequest(*client, m_options);
    readOn(client);
    // It was not told that nothing follows, and may have asked already.
    if (m_isEnding && client->state == Client::State::Idle)
        endPolitely(*client, m_clients);
}

void EventLoop::noteRefusal(const std::string& peer, int status)
{
    ++m_refused;
    if (m_handlers.onRefused)
        m_handlers.onRefused(peer, status);
}

void EventLoop::refuse(Client& client, int status, std::string_view detail)
{
    noteRefusal(client.connection.peer(), status);
    // As much as its socket takes at once: this thread waits for nobody.
    (void)client.connection.send(refusalText(status, detail), Patience(0ms), {});
    endPolitely(client, m_clients);
}

void EventLoop::expire(Clock::time_point now)
{
    m_nextCheck = now + kCheckInterval;
    for (const auto& client : m_clients.late(now)) {
        if (client->state == Client::State::Head)
            guarded(
                client, [&] { refuse(*client, 408, "the request's head did not come in time"); });
        else
            m_clients.forget(*client);
    }
}

void EventLoop::beginEnd(Clock::time_point now, const WindDownRules& rules, bool hurries)
{
    if (!m_isDraining.exchange(true))
        m_drainEnd = now + rules.drain;
    if (now >= m_drainEnd || hurries)
        stopAccepting(now, rules.grace);
}

void EventLoop::stopAccepting(Clock::time_point now, std::chrono::milliseconds grace)
{
    for (const auto& socket : m_options.sockets) {
        // Whom the kernel has accepted for us would hear nothing of what became of its call.
        for (std::uint64_t before = m_accepted - 1; m_hasOwnSockets && before != m_accepted;) {
            before = m_accepted;
            acceptAt(socket);
        }
        ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, socket.get(), nullptr);
    }
    m_options.sockets.clear();
    m_isEnding = true;
    m_lastHead = now + std::min<std::chrono::milliseconds>(kLastHead, grace);
    m_windDown.begin(now, grace);
    std::vector<ClientPointer> waitedFor;
    for (const auto& [id, client] : m_clients.all())
        if (client->isWaitedFor())
            waitedFor.push_back(client);
    for (const auto& client : waitedFor) {
        guarded(client, [&] { readOn(client); });
        if (client->state == Client::State::Idle && client->hasAsked)
            m_clients.forget(*client);
    }
}

} // namespace sandbench::rest
