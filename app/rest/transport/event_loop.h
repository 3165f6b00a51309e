// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/listener.h"
#include "app/rest/transport/clients.h"
#include "app/rest/transport/exchange.h"
#include "app/rest/transport/listen_socket.h"
#include "app/rest/transport/worker_pool.h"
#include "core/base/clock.h"

#include <atomic>
#include <exception>
#include <list>
#include <mutex>
#include <stop_token>
#include <vector>

namespace sandbench::rest {

/// Accepts clients, waits for their heads without a thread for each, hands those that have one to a
/// worker, and sends what of an answer its client did not take at once; while a worker is at it, it
/// only watches whether the client goes. Source: epoll(7).
/// Thread: run() one, counters() any.
class EventLoop
{
public:
    /// @p options: with its sockets. @p tls: null = none. @p most: connections. @p hasOwnSockets:
    /// who waits there when the end begins has nobody else to wait for.
    EventLoop(
        ListenerOptions options, TlsContext tls, const Listener::Handlers& handlers,
        std::size_t most, bool hasOwnSockets);

    /// See Listener::serve().
    void run(const std::stop_token& stop, const WindDownRules& rules, const std::stop_token& hurry);
    Listener::Counters counters() const;

private:
    void add(UniqueFd socket, std::string peer);
    void onReady(const ClientPointer& client);
    void readOn(const ClientPointer& client);
    void dispatch(const ClientPointer& client);
    using Returned = std::list<std::pair<ClientPointer, Exchange>>;
    /// @p place: made before, since what was served must come back whatever memory there is.
    void serve(const ClientPointer& client, Returned& place);
    void serveAll(const ClientPointer& client, Exchange& exchange);
    void takeBackOne(const ClientPointer& client, Exchange& exchange);
    /// What fails for want of memory ends @p client alone.
    template <typename Work> void guarded(const ClientPointer& client, Work work)
    {
        try {
            work();
        } catch (const std::exception&) {
            m_clients.forget(*client);
        }
    }
    Room roomFor(std::size_t calls) const;
    void takeBack();
    void sendOn(const ClientPointer& client);
    void goOn(const ClientPointer& client, bool toNext);
    void noteRefusal(const std::string& peer, int status);
    void refuse(Client& client, int status, std::string_view detail);
    void expire(Clock::time_point now);
    void acceptAt(const UniqueFd& listening);
    void beginEnd(Clock::time_point now, const WindDownRules& rules, bool hurries);
    void stopAccepting(Clock::time_point now, std::chrono::milliseconds grace);
    int timeout(Clock::time_point now) const;
    void waitOnce();

    ListenerOptions m_options; ///< Its sockets are closed when the end begins.
    const std::size_t m_socketCount;
    const TlsContext m_tls;
    const Listener::Handlers& m_handlers;
    const std::size_t m_most;
    const bool m_hasOwnSockets;
    UniqueFd m_epoll;
    WakeEvent m_wake;
    Acceptor m_acceptor;
    Places m_places; ///< Before whose clients are counted.
    Clients m_clients;
    WindDown m_windDown;
    Clock::time_point m_nextCheck;
    /// Each answer ends its connection; no connection is accepted any more.
    std::atomic<bool> m_isDraining = false, m_isEnding = false;
    Clock::time_point m_drainEnd, m_lastHead; ///< Until when a head may come, when it is ending.
    std::atomic<std::size_t> m_connectionCount = 0, m_calls = 0;
    std::atomic<std::uint64_t> m_accepted = 0, m_answered = 0, m_refused = 0;
    std::mutex m_mutex;
    Returned m_returned;
    WorkerPool m_workers; ///< Last: joined before what its jobs use goes.
};

} // namespace sandbench::rest
