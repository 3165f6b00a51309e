// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/transport/answer_writer.h"
#include "app/rest/transport/connection.h"
#include "core/base/clock.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::rest {

/// One client of an EventLoop. While it is Busy, its connection is its worker's.
struct Client
{
    enum class State {
        Handshake,
        Idle, ///< Nothing of a request has come.
        Head,
        Busy,
        Sending, ///< It reads its answer.
        Ending, ///< It was told that nothing follows.
    };

    Client(std::uint64_t number, Connection its)
        : id(number)
        , connection(std::move(its))
    {
    }
    /// Not being served, and not read from before its answer is sent.
    bool isWaitedFor() const
    {
        return state == State::Handshake || state == State::Idle || state == State::Head;
    }

    const std::uint64_t id;
    Connection connection;
    State state = State::Idle;
    bool hasAsked = false; ///< A request came.
    Clock::time_point deadline; ///< But of Busy.
    std::size_t searched = 0; ///< Of received(): no head ends there.
    struct Sending
    {
        OutgoingAnswer answer;
        bool goesOn; ///< To the next request.
        Patience patience;
        Clock::time_point since; ///< When it last waited.
    };
    std::optional<Sending> sending;
    std::size_t drained = 0; ///< Bytes thrown away since we ended.
    std::stop_source stop;
    std::shared_ptr<void> place = {}; ///< See Places.
};

/// How many clients each address has. Thread: any.
class Places
{
public:
    /// One more, until what this returns goes, on any thread; it may not outlive this. Null: that
    /// address has @p most already.
    std::shared_ptr<void> take(const std::string& address, std::size_t most);

private:
    std::mutex m_mutex;
    std::map<std::string, std::size_t> m_counts;
};

/// Sends of `sending` what the socket takes, and no more than is one client's turn; sets until when
/// the next step has to come. Thread: the loop's.
Connection::Progress sendTurn(Client& client, Clock::time_point now);

using ClientPointer = std::shared_ptr<Client>;

/// The clients of an EventLoop, and what epoll(7) tells of them: once for each watch(). Thread: the
/// loop's.
class Clients
{
public:
    /// @p epoll: outlives it. @p firstId: its clients' names there; lower ones are others'.
    Clients(int epoll, std::uint64_t firstId);

    /// Watched for input. Null = the system has no more room.
    ClientPointer add(Connection connection);
    ClientPointer find(std::uint64_t id) const;
    /// @p events: EPOLLIN, EPOLLOUT; 0 = only its end.
    void watch(const Client& client, std::uint32_t events) const;
    void forget(const Client& client);
    template <typename Condition> void forgetIf(Condition condition)
    {
        std::erase_if(m_all, [&](const auto& entry) { return condition(*entry.second); });
    }
    std::vector<ClientPointer> late(Clock::time_point now) const;
    const std::map<std::uint64_t, ClientPointer>& all() const { return m_all; }

private:
    const int m_epoll;
    std::uint64_t m_nextId;
    std::map<std::uint64_t, ClientPointer> m_all;
};

/// How clients leave an EventLoop. Thread: the loop's.

/// Says that nothing follows, and waits a little for the client to end its side too: closing what
/// still has unread bytes would take our answer from it.
void endPolitely(Client& client, const Clients& clients);
/// Throws away what such a client still sends. False = it has gone, or sends too much.
bool drain(Client& client);

/// The end of a server: those that are served, or have begun to ask, may go on for a while, are
/// stopped then, and cut off at last.
class WindDown
{
public:
    void begin(Clock::time_point now, std::chrono::milliseconds grace) { m_graceEnd = now + grace; }
    /// @p hurries: the grace is over. @p ending: requested before the clients' stops. @p isBusy:
    /// WindDownRules's. True = all have gone.
    bool step(
        Clients& clients, Clock::time_point now, bool hurries, std::stop_source ending,
        const std::function<bool()>& isBusy);

private:
    Clock::time_point m_graceEnd, m_lastWord;
    bool m_isStopped = false, m_isCutOff = false;
};

} // namespace sandbench::rest
