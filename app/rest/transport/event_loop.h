// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/listener.h"
#include "app/rest/transport/connection.h"
#include "app/rest/transport/worker_pool.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace sandbench::rest {

/// Accepts clients, waits for their heads without a thread for each, and hands those that have one
/// to a worker; meanwhile it only watches whether they go. Source: epoll(7).
/// Thread: run() one, counters() any.
class EventLoop
{
public:
    /// @p options: with its sockets. @p tls: null = none. @p most: connections.
    EventLoop(
        ListenerOptions options, TlsContext tls, const Listener::OnCall& onCall, std::size_t most);

    /// See Listener::serve().
    void
    run(const std::stop_token& stop, std::chrono::milliseconds grace, const std::stop_token& hurry);
    Listener::Counters counters() const;

private:
    using Clock = std::chrono::steady_clock;
    enum class State { Handshake, Idle, Head, Busy, Ending };
    struct Client
    {
        Client(std::uint64_t number, Connection its)
            : id(number)
            , connection(std::move(its))
        {
        }
        const std::uint64_t id;
        Connection connection;
        State state = State::Idle;
        Clock::time_point deadline;
        std::size_t searched = 0; ///< Of received(): no head ends there.
        std::size_t drained = 0; ///< Bytes thrown away since we ended.
        std::stop_source stop;
    };
    using ClientPointer = std::shared_ptr<Client>;

    void acceptAll(int listening);
    /// Without a free descriptor the client would wait in the queue, and we would spin.
    void acceptToRefuse(int listening);
    void add(UniqueFd socket, std::string peer);
    void watch(const Client& client, std::uint32_t events);
    void onReady(const ClientPointer& client);
    bool handshake(const ClientPointer& client);
    void readHead(const ClientPointer& client);
    /// Whether a whole head is there now, and is being served.
    bool dispatch(const ClientPointer& client);
    void serve(const ClientPointer& client);
    void takeBack();
    void refuse(const ClientPointer& client, int status, std::string_view detail);
    void endPolitely(const ClientPointer& client);
    void drain(const ClientPointer& client);
    void forget(const ClientPointer& client) { m_clients.erase(client->id); }
    void expire(Clock::time_point now);
    void stopAccepting();
    /// True = all is over.
    bool windDown(Clock::time_point now, bool hurries);
    int timeout(Clock::time_point now) const;
    void waitOnce();

    ListenerOptions m_options; ///< Its sockets are closed when the end begins.
    const std::size_t m_socketCount;
    const TlsContext m_tls;
    const Listener::OnCall& m_onCall;
    const std::size_t m_most;
    UniqueFd m_epoll, m_spare;
    WakeEvent m_wake;
    std::map<std::uint64_t, ClientPointer> m_clients;
    std::uint64_t m_nextId;
    Clock::time_point m_nextCheck, m_graceEnd, m_lastWord;
    bool m_isStopped = false, m_isAborted = false;
    std::atomic<bool> m_isEnding = false;
    std::atomic<std::size_t> m_connectionCount = 0, m_calls = 0;
    std::atomic<std::uint64_t> m_total = 0, m_refused = 0;
    std::mutex m_mutex;
    std::vector<std::pair<ClientPointer, bool>> m_returned; ///< And whether they go on.
    WorkerPool m_workers; ///< Last: joined before what its jobs use goes.
};

} // namespace sandbench::rest
