// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/tls_stream.h"
#include "core/net/late_curl.h"

#include <cerrno>

namespace sandbench::net {

namespace {

ssize_t asSystemCall(CURLcode code, std::size_t moved)
{
    if (code == CURLE_OK)
        return static_cast<ssize_t>(moved);
    errno = code == CURLE_AGAIN ? EAGAIN : ECONNRESET;
    return -1;
}

} // namespace

TlsStream::TlsStream(UniqueFd socket, std::unique_ptr<CurlSession> session)
    : SocketStream(std::move(socket))
    , m_session(std::move(session))
{
}

ssize_t TlsStream::receive(std::span<char> into)
{
    if (SocketStream::mayHoldBytes())
        return SocketStream::receive(into);
    const std::lock_guard lock(m_mutex);
    std::size_t moved = 0;
    const auto code = curl_easy_recv(m_session->easy(), into.data(), into.size(), &moved);
    return asSystemCall(code, moved);
}

ssize_t TlsStream::transmit(std::string_view bytes)
{
    const std::lock_guard lock(m_mutex);
    std::size_t moved = 0;
    const auto code = curl_easy_send(m_session->easy(), bytes.data(), bytes.size(), &moved);
    return asSystemCall(code, moved);
}

} // namespace sandbench::net
