// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/socket_stream.h"
#include "core/net/curl_session.h"

#include <memory>
#include <mutex>

namespace sandbench::net {

/// A stream over a TLS connection that libcurl made and encrypts (CURLOPT_CONNECT_ONLY).
/// Thread: as ByteStream.
class TlsStream : public SocketStream
{
public:
    /// @p socket: a duplicate of the connection's own, to wait on.
    TlsStream(UniqueFd socket, std::unique_ptr<CurlSession> session);

protected:
    ssize_t receive(std::span<char> into) override;
    ssize_t transmit(std::string_view bytes) override;
    /// OpenSSL may hold a part of a record that the socket gave already.
    bool mayHoldBytes() const override { return true; }

private:
    std::mutex m_mutex; ///< Of the session.
    std::unique_ptr<CurlSession> m_session;
};

} // namespace sandbench::net
