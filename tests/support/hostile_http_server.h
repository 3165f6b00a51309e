// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/private_folder.h"
#include "core/net/endpoint.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sandbench::test {

/// One request that a client sent, and the way to answer it as wrongly as a test likes.
class Conversation
{
public:
    explicit Conversation(int socket)
        : m_socket(socket)
    {
    }

    std::string line; ///< "GET /_ping HTTP/1.1"
    std::string head; ///< With the line.
    std::string body;

    /// "/_ping", without the query.
    std::string path() const;
    /// False when the client is gone.
    bool send(std::string_view bytes) const;
    /// A proper answer. @p more: further header lines, each with its end.
    bool answer(int status, std::string_view body, std::string_view more = {}) const;
    /// The same bytes until the client, or the server, has enough.
    void sendForEver(std::string_view bytes) const;
    /// Says nothing until the client is gone, or until @p patience is over.
    bool isGoneWithin(std::chrono::milliseconds patience) const;
    /// Says nothing until the client is gone; returns what it sent meanwhile.
    std::string awaitEnd() const;
    /// Up to @p size bytes; empty = the client ended.
    std::string receive(std::size_t size) const;
    /// The connection ends when the handler returns.
    void cut() { m_isCut = true; }
    bool isCut() const { return m_isCut; }
    int socket() const { return m_socket; }

private:
    int m_socket;
    bool m_isCut = false;
};

/// An HTTP server that does what a test tells it, on a socket of its own; also an engine's API as
/// far as a test wants one. Destroying it ends every connection. Thread: any; the handler is called
/// on the connection's own thread.
class HostileHttpServer
{
public:
    using Handler = std::function<void(Conversation&)>;
    enum class Listen { Unix, Tcp };

    explicit HostileHttpServer(Handler handler, Listen listen = Listen::Unix);
    ~HostileHttpServer();

    net::Endpoint endpoint() const { return m_endpoint; }
    /// How many connections came until now.
    int connections() const { return m_connections; }
    /// Ends every connection of now, in the middle of whatever it does.
    void cutAll();
    /// Lines of the requests until now.
    std::vector<std::string> requests() const;

private:
    void acceptAll();
    void serve(int socket);
    bool readRequest(int socket, std::string& rest, Conversation& conversation);

    Handler m_handler;
    PrivateFolder m_folder;
    net::Endpoint m_endpoint;
    UniqueFd m_listener;
    WakeEvent m_end;
    std::atomic<int> m_connections = 0;
    mutable std::mutex m_mutex;
    std::list<UniqueFd> m_sockets;
    std::vector<std::string> m_requests;
    std::list<std::thread> m_threads;
    std::thread m_acceptor;
};

/// An engine that says hello properly and hands everything else to @p handler.
HostileHttpServer::Handler afterHello(
    HostileHttpServer::Handler handler, std::string newest = "1.41", std::string oldest = "1.24");

} // namespace sandbench::test
