// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "core/base/fd.h"
#include "core/base/result.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sandbench::rest {

struct ListenerOptions
{
    std::string address = "127.0.0.1"; ///< Numeric; "::" for all.
    std::uint16_t port = 0; ///< 0 = any.
    std::vector<UniqueFd> sockets = {}; ///< Already listening, of systemd; then no address counts.
    std::string certificateFile, keyFile; ///< PEM; empty = no TLS.
    std::size_t connections = 20'000; ///< More are refused with 503 and closed.
    std::size_t workers = 512; ///< Most requests at the same time.
    std::chrono::seconds headPatience{10}; ///< For a whole head, however slowly it drips.
    std::chrono::seconds idlePatience{60}; ///< Between two requests.
    std::chrono::seconds stallPatience{30}; ///< Of a body or an answer that does not move at all.
};

/// HTTP/1.1 (cpp-httplib parses and writes it) for one function. Idle connections cost a socket and
/// no thread; requests have a thread each. Thread: serve() blocks, the rest any.
class Listener
{
public:
    using OnCall = std::function<Answer(Call&)>;

    /// Errors: InvalidArgument (address, certificate), AlreadyExists (the port is taken),
    /// PermissionDenied.
    static Result<std::unique_ptr<Listener>> open(ListenerOptions options, OnCall onCall);
    ~Listener();

    /// "http://127.0.0.1:8080", of each socket.
    const std::vector<std::string>& addresses() const;
    /// Until @p stop; then no connection is accepted any more, calls have @p grace to end, and
    /// those that have not are stopped.
    void serve(std::stop_token stop, std::chrono::seconds grace);
    struct Counters
    {
        std::size_t connections = 0, calls = 0;
        std::uint64_t total = 0, refused = 0;
    };
    Counters counters() const;

private:
    class Impl;
    explicit Listener(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sandbench::rest
