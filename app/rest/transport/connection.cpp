// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/connection.h"

#include "app/rest/transport/peer_user.h"
#include "core/base/clock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <poll.h>
#include <sys/socket.h>

namespace sandbench::rest {

namespace {

constexpr std::size_t kLeastBytesPerSecond = 1024, kPiece = 64U << 10;

Error gone()
{
    return Error(ErrorCode::ConnectionLost, "the client has gone");
}

Error tlsError(const std::string& what)
{
    const auto code = ERR_get_error();
    ERR_clear_error();
    const char* const reason = code == 0 ? nullptr : ERR_reason_error_string(code);
    return Error(ErrorCode::InvalidArgument, what + (reason ? std::string(": ") + reason : ""));
}

} // namespace

std::chrono::milliseconds Patience::next() const
{
    const auto earned = std::chrono::seconds(m_bytes / kLeastBytesPerSecond);
    const auto left
        = std::chrono::duration_cast<std::chrono::milliseconds>(m_stall + earned - m_waited);
    return std::clamp(left, std::chrono::milliseconds(0), m_stall);
}

Connection::Connection(UniqueFd socket, TlsSession tls, std::string peer)
    : m_socket(std::move(socket))
    , m_tls(std::move(tls))
    , m_peer(std::move(peer))
    , m_peerUser(userAtOtherEnd(m_socket.get()))
{
}

Connection::Progress Connection::progressOf(int result) const
{
    switch (SSL_get_error(m_tls.get(), result)) {
    case SSL_ERROR_NONE:
        return Progress::Done;
    case SSL_ERROR_WANT_READ:
        return Progress::WantsRead;
    case SSL_ERROR_WANT_WRITE:
        return Progress::WantsWrite;
    default:
        ERR_clear_error();
        return Progress::Ended;
    }
}

Connection::Progress Connection::handshake()
{
    ERR_clear_error();
    return progressOf(SSL_do_handshake(m_tls.get()));
}

Connection::Progress Connection::receive()
{
    // Not into m_received itself: idle connections would keep the room.
    std::array<char, kPiece> bytes;
    std::size_t count = 0;
    auto progress = Progress::Done;
    if (m_tls) {
        ERR_clear_error();
        // Several records may be there, and what TLS holds no poll(2) shows.
        while (count < bytes.size() && progress == Progress::Done) {
            const int some = SSL_read(
                m_tls.get(), bytes.data() + count, static_cast<int>(bytes.size() - count));
            progress = progressOf(some);
            count += static_cast<std::size_t>(std::max(some, 0));
        }
    } else {
        const auto some = ::recv(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
        const bool waits = some < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
        progress = some > 0 ? Progress::Done : waits ? Progress::WantsRead : Progress::Ended;
        count = static_cast<std::size_t>(std::max<ssize_t>(some, 0));
    }
    m_received.append(bytes.data(), count);
    return count > 0 ? Progress::Done : progress;
}

Result<bool> Connection::receiveSome(Patience& patience, const std::stop_token& stop)
{
    for (;;) {
        const auto before = m_received.size();
        const auto progress = receive();
        patience.moved(m_received.size() - before);
        if (progress == Progress::Done)
            return true;
        if (progress == Progress::Ended)
            return false;
        SANDBENCH_TRY_VOID(
            wait(progress == Progress::WantsRead ? POLLIN : POLLOUT, patience, stop));
    }
}

Connection::Progress Connection::sendSome(std::string_view& bytes)
{
    if (m_tls) {
        ERR_clear_error();
        const auto most = static_cast<int>(std::min<std::size_t>(bytes.size(), 1U << 20));
        const int count = SSL_write(m_tls.get(), bytes.data(), most);
        if (count <= 0)
            return progressOf(count);
        bytes.remove_prefix(static_cast<std::size_t>(count));
        return Progress::Done;
    }
    const auto count
        = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? Progress::WantsWrite
                                                                         : Progress::Ended;
    bytes.remove_prefix(static_cast<std::size_t>(count));
    return Progress::Done;
}

Result<void>
Connection::send(std::string_view bytes, Patience patience, const std::stop_token& stop)
{
    while (!bytes.empty()) {
        const auto before = bytes.size();
        const auto progress = sendSome(bytes);
        patience.moved(before - bytes.size());
        if (progress == Progress::Ended)
            return gone();
        if (progress == Progress::Done)
            continue;
        const short events = progress == Progress::WantsWrite ? POLLOUT : POLLIN;
        if (const auto waited = wait(events, patience, stop); !waited)
            return gone();
    }
    return {};
}

Result<void> Connection::wait(short events, Patience& patience, const std::stop_token& stop)
{
    const auto most = patience.next();
    if (most.count() == 0)
        return Error(ErrorCode::Timeout, "the client is too slow");
    // Waiting is rare, a descriptor for each call would not be.
    std::optional<WakeEvent> wake;
    if (stop.stop_possible())
        wake.emplace();
    const std::stop_callback onStop(stop, [&] {
        if (wake)
            wake->signal();
    });
    pollfd waits[] = {{m_socket.get(), events, 0}, {wake ? wake->fd() : -1, POLLIN, 0}};
    const auto begin = Clock::now();
    const int count = ::poll(waits, 2, static_cast<int>(most.count()));
    patience.waited(Clock::now() - begin);
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "the call was stopped");
    if (count == 0)
        return Error(ErrorCode::Timeout, "the client is too slow");
    return {};
}

void Connection::endSending()
{
    if (m_tls && !needsHandshake()) {
        ERR_clear_error();
        SSL_shutdown(m_tls.get());
        ERR_clear_error();
    }
    ::shutdown(m_socket.get(), SHUT_WR);
}

void Connection::abort() const
{
    ::shutdown(m_socket.get(), SHUT_RDWR);
}

Result<TlsContext> makeTlsContext(const std::string& certificateFile, const std::string& keyFile)
{
    ERR_clear_error();
    TlsContext context(SSL_CTX_new(TLS_server_method()));
    if (!context)
        return tlsError("cannot set up TLS");
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    SSL_CTX_set_options(
        context.get(),
        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // Answers are written from wherever they are, as far as the socket takes them. Idle
    // connections keep no buffers.
    SSL_CTX_set_mode(
        context.get(),
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
            | SSL_MODE_RELEASE_BUFFERS);
    if (SSL_CTX_use_certificate_chain_file(context.get(), certificateFile.c_str()) != 1)
        return tlsError("cannot use the certificate " + certificateFile);
    if (SSL_CTX_use_PrivateKey_file(context.get(), keyFile.c_str(), SSL_FILETYPE_PEM) != 1)
        return tlsError("cannot use the key " + keyFile);
    if (SSL_CTX_check_private_key(context.get()) != 1)
        return tlsError("the key " + keyFile + " is not the certificate's");
    return context;
}

TlsSession makeTlsSession(SSL_CTX& context, int socket)
{
    TlsSession session(SSL_new(&context));
    if (!session || SSL_set_fd(session.get(), socket) != 1)
        return nullptr;
    SSL_set_accept_state(session.get());
    return session;
}

} // namespace sandbench::rest
