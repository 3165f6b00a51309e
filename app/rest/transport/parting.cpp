// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/parting.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/socket.h>

namespace sandbench::rest {

namespace {

constexpr std::size_t kDrainPiece = 16U << 10, kMostDrained = 256U << 10;
constexpr std::chrono::seconds kLinger(2), kLastWord(1);

bool isBusy(const Client& client)
{
    return client.state == Client::State::Busy || client.state == Client::State::Sending;
}

} // namespace

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

bool WindDown::step(Clients& clients, Clock::time_point now, bool hurries, std::stop_source ending)
{
    const auto& all = clients.all();
    // Those that only linger have their answers.
    if (std::none_of(
            all.begin(), all.end(), [](const auto& entry) { return isBusy(*entry.second); })) {
        clients.forgetIf([](const Client&) { return true; });
        return true;
    }
    if (!m_isStopped && (now >= m_graceEnd || hurries)) {
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
