// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/late_openssl.h"
#include "core/base/fd.h"
#include "core/base/result.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace sandbench::rest {

struct TlsDeleter
{
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
    void operator()(SSL* session) const { SSL_free(session); }
};
using TlsContext = std::unique_ptr<SSL_CTX, TlsDeleter>;
using TlsSession = std::unique_ptr<SSL, TlsDeleter>;

/// TLS 1.2 and 1.3 of a server; each file PEM, the certificate with its chain.
/// Errors: InvalidArgument for files that are not there, are no PEM or do not belong together.
Result<TlsContext> makeTlsContext(const std::string& certificateFile, const std::string& keyFile);

/// Of a connected, non-blocking socket, before its handshake. Null = no memory.
TlsSession makeTlsSession(SSL_CTX& context, int socket);

/// How long a client may take for bytes: @p stall without any, and never less than 1 KiB/s on the
/// whole. Only time spent waiting counts. Thread: one.
class Patience
{
public:
    explicit Patience(std::chrono::milliseconds stall)
        : m_stall(stall)
    {
    }
    /// How long the next wait may be; 0 = it is over.
    std::chrono::milliseconds next() const;
    void waited(std::chrono::steady_clock::duration time) { m_waited += time; }
    void moved(std::size_t bytes) { m_bytes += bytes; }

private:
    std::chrono::milliseconds m_stall;
    std::chrono::steady_clock::duration m_waited{0};
    std::size_t m_bytes = 0;
};

/// One client's socket, with or without TLS. Thread: one at a time, but abort(): any.
class Connection
{
public:
    /// @p socket: connected and non-blocking, and the user at its other end is looked up. @p tls:
    /// null = none.
    Connection(UniqueFd socket, TlsSession tls, std::string peer);

    int fd() const { return m_socket.get(); }
    const std::string& peer() const { return m_peer; }
    std::optional<uid_t> peerUser() const { return m_peerUser; } ///< As of peer_user.h.

    enum class Progress { Done, WantsRead, WantsWrite, Ended };
    /// Takes the TLS handshake as far as it goes without waiting.
    Progress handshake();
    bool needsHandshake() const { return m_tls && !SSL_is_init_finished(m_tls.get()); }
    /// Appends to received() the bytes that have arrived, 64 KiB at most, and never waits; Done =
    /// some.
    Progress receive();
    /// What came and was not used yet.
    std::string& received() { return m_received; }

    /// Waits for bytes. False = the client ended its side. Errors: Timeout, Cancelled,
    /// ConnectionLost.
    Result<bool> receiveSome(Patience& patience, const std::stop_token& stop);
    /// Takes from @p bytes what the socket takes without waiting; Done = some.
    Progress sendSome(std::string_view& bytes);
    /// Waits for room. Errors: ConnectionLost, also for a client that does not read. On a stop what
    /// the socket takes at once still goes.
    Result<void> send(std::string_view bytes, Patience patience, const std::stop_token& stop);
    /// Says that nothing follows; the client may still be read from.
    void endSending();
    /// Wakes whoever waits for the client, and fails all that comes.
    void abort() const;

private:
    Progress progressOf(int result) const;
    Result<void> wait(short events, Patience& patience, const std::stop_token& stop);

    UniqueFd m_socket;
    TlsSession m_tls;
    std::string m_peer;
    std::optional<uid_t> m_peerUser;
    std::string m_received;
};

} // namespace sandbench::rest
