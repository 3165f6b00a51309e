// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "core/base/fd.h"
#include "core/base/result.h"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::rest {

struct ListenerOptions
{
    std::string address = "127.0.0.1"; ///< Numeric; "::" for all.
    std::uint16_t port = 0; ///< 0 = any.
    std::vector<UniqueFd> sockets = {}; ///< Already listening, of systemd; then no address counts.
    std::string certificateFile = {}, keyFile = {}; ///< PEM; empty = no TLS.
    /// More are refused with 503 and closed. Never more than the limit of open files leaves.
    std::size_t connections = 20'000;
    /// Of one address, see peerAddress(); Unix sockets have none. 0 = as many as there are.
    std::size_t connectionsPerAddress = 0;
    std::size_t workers = 512; ///< Most requests at the same time,
    std::size_t reserve = 32; ///< and so many more with less Call::room.
    std::chrono::milliseconds headPatience{10'000}; ///< For a whole head or TLS handshake, however
                                                    ///< slowly it drips.
    std::chrono::milliseconds idlePatience{60'000}; ///< Before and between requests.
    std::chrono::milliseconds stallPatience{30'000}; ///< Of a body or an answer that does not move
                                                     ///< at all, or less than 1 KiB/s.
};

/// How a listener ends, in this order.
struct WindDownRules
{
    /// It goes on as before, but each answer ends its connection: a load balancer has the time to
    /// notice.
    std::chrono::milliseconds drain{0};
    /// No connection is accepted any more; calls that have begun may go on.
    std::chrono::milliseconds grace{0};
    /// Whether something goes on that no call waits for, which then has the grace as well. Asked
    /// again and again. Empty = there is no such thing. Thread: serve()'s.
    std::function<bool()> isBusy = {};
};

/// HTTP/1.1 for one function. Connections cost a socket and no thread until a whole head has come;
/// requests have a thread each until their answer is there, streams until they end. A client that
/// ends its side, or goes, stops its call, whose answer is still written as far as that is
/// possible. Why there is no library's server: see wire/request_head.h. Thread: serve() blocks, the
/// rest any. Pre: SIGPIPE is ignored, as Signals does.
class Listener
{
public:
    using OnCall = std::function<Answer(Call&)>;
    /// Of what came to no call: 400, 408, 431, 503. Thread: any.
    using OnRefused = std::function<void(const std::string& peer, int status)>;
    struct Handlers
    {
        OnCall onCall;
        OnRefused onRefused = {};
        /// Requested before the calls are stopped because the server ends.
        std::stop_source ending = {};
    };

    /// Errors: InvalidArgument (address, certificate), AlreadyExists (the port is taken),
    /// PermissionDenied.
    static Result<std::unique_ptr<Listener>> open(ListenerOptions options, Handlers handlers);
    ~Listener();

    /// "http://127.0.0.1:8080", of each socket.
    const std::vector<std::string>& addresses() const { return m_addresses; }
    /// Whether only this machine reaches all of the sockets.
    bool isLocal() const { return m_isLocal; }
    /// Until @p stop; then it ends by @p rules. Whom the kernel had accepted by then is served, and
    /// calls that have not ended with the grace are stopped. @p hurry: drain and grace are over.
    /// Once.
    void serve(
        const std::stop_token& stop, const WindDownRules& rules, const std::stop_token& hurry = {});
    struct Counters
    {
        std::size_t connections = 0; ///< That are open.
        std::size_t calls = 0; ///< That have a worker.
        std::uint64_t accepted = 0; ///< Connections since the start.
        std::uint64_t answered = 0; ///< Calls since the start.
        std::uint64_t refused = 0; ///< Connections and requests that came to no call.
    };
    Counters counters() const;

private:
    Listener(const ListenerOptions& options, Handlers handlers);

    const Handlers m_handlers;
    const std::vector<std::string> m_addresses;
    const bool m_isLocal;
    std::unique_ptr<class EventLoop> m_loop;
};

} // namespace sandbench::rest
