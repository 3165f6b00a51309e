// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/clients.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <utility>

namespace sandbench::rest {

namespace {

/// Sent to one client before the others have their turn.
constexpr std::size_t kTurn = 1U << 20;

constexpr std::size_t kDrainPiece = 16U << 10, kMostDrained = 256U << 10;
constexpr std::chrono::seconds kLinger(2), kLastWord(1);

} // namespace

std::shared_ptr<void> Places::take(const std::string& address, std::size_t most)
{
    {
        const std::scoped_lock lock(m_mutex);
        auto& count = m_counts[address];
        if (count >= most)
            return nullptr;
        ++count;
    }
    return std::shared_ptr<void>(this, [this, address](void*) {
        const std::scoped_lock lock(m_mutex);
        if (const auto at = m_counts.find(address); --at->second == 0)
            m_counts.erase(at);
    });
}

Connection::Progress sendTurn(Client& client, Clock::time_point now)
{
    auto& sending = *client.sending;
    const auto before = sending.answer.sentBytes();
    const auto progress = sending.answer.send(client.connection, kTurn);
    sending.patience.moved(sending.answer.sentBytes() - before);
    sending.patience.waited(now - std::exchange(sending.since, now));
    client.deadline = now + sending.patience.next();
    return progress;
}

Clients::Clients(int epoll, std::uint64_t firstId)
    : m_epoll(epoll)
    , m_nextId(firstId)
{
}

ClientPointer Clients::add(Connection connection)
{
    auto client = std::make_shared<Client>(m_nextId++, std::move(connection));
    epoll_event event = {};
    event.events = EPOLLIN | EPOLLRDHUP | EPOLLONESHOT;
    event.data.u64 = client->id;
    if (::epoll_ctl(m_epoll, EPOLL_CTL_ADD, client->connection.fd(), &event) != 0)
        return nullptr;
    m_all.emplace(client->id, client);
    return client;
}

ClientPointer Clients::find(std::uint64_t id) const
{
    const auto at = m_all.find(id);
    return at == m_all.end() ? nullptr : at->second;
}

void Clients::watch(const Client& client, std::uint32_t events) const
{
    epoll_event event = {};
    event.events = events | EPOLLONESHOT;
    // Who ended its side may still read: it is told when it has gone, and not again and again.
    if (client.state != Client::State::Sending)
        event.events |= EPOLLRDHUP;
    event.data.u64 = client.id;
    ::epoll_ctl(m_epoll, EPOLL_CTL_MOD, client.connection.fd(), &event);
}

void Clients::forget(const Client& client)
{
    m_all.erase(client.id);
}

std::vector<ClientPointer> Clients::late(Clock::time_point now) const
{
    std::vector<ClientPointer> late;
    for (const auto& [id, client] : m_all)
        if (client->state != Client::State::Busy && client->deadline <= now)
            late.push_back(client);
    return late;
}

void endPolitely(Client& client, const Clients& clients)
{
    client.state = Client::State::Ending;
    client.deadline = Clock::now() + kLinger;
    client.connection.endSending();
    clients.watch(client, EPOLLIN);
}

bool drain(Client& client)
{
    std::array<char, kDrainPiece> waste;
    const auto count = ::recv(client.connection.fd(), waste.data(), waste.size(), MSG_DONTWAIT);
    const bool isQuiet = count < 0 && (errno == EAGAIN || errno == EINTR);
    client.drained += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    return (count > 0 || isQuiet) && client.drained <= kMostDrained;
}

bool WindDown::step(
    Clients& clients, Clock::time_point now, bool hurries, std::stop_source ending,
    const std::function<bool()>& isBusy)
{
    const auto& all = clients.all();
    const bool isGraceOver = now >= m_graceEnd || hurries;
    // Those that only linger have their answers.
    const bool isAnswered = std::all_of(all.begin(), all.end(), [&](const auto& entry) {
        const auto& client = *entry.second;
        return client.state == Client::State::Ending || (isGraceOver && client.isWaitedFor());
    });
    if (isAnswered && (isGraceOver || !isBusy || !isBusy())) {
        clients.forgetIf([](const Client&) { return true; });
        return true;
    }
    if (!m_isStopped && isGraceOver) {
        m_isStopped = true;
        m_lastWord = now + kLastWord;
        ending.request_stop();
        for (const auto& [id, client] : all)
            client->stop.request_stop();
    }
    if (m_isStopped && !m_isCutOff && now >= m_lastWord) {
        m_isCutOff = true;
        for (const auto& [id, client] : all)
            client->connection.abort();
    }
    return false;
}

} // namespace sandbench::rest
