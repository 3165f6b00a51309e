// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_stream.h"
#include "core/base/result.h"
#include "core/net/http_client.h"
#include "core/net/websocket_codec.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::net {

/// Messages over an upgraded connection, as its client. Pings are answered while somebody reads.
/// Thread: one reader and any writers at a time; wake(), isWritable() and close() any.
/// Source: RFC 6455, through wslay.
class WebSocketStream
{
public:
    using Message = WebSocketMessage;

    virtual ~WebSocketStream() = default;

    /// The subprotocol that the server chose; may be empty.
    virtual const std::string& protocol() const = 0;
    /// The next message of either kind, of at most 4 MiB. Errors: Timeout after @p wait, Cancelled
    /// after wake() or close(), ConnectionLost (also a close frame: with its code and reason),
    /// Protocol.
    virtual Result<Message> read(std::chrono::milliseconds wait) = 0;
    /// One binary message; blocks while the other side does not read. Errors: ConnectionLost,
    /// Cancelled after close().
    virtual Result<void> write(std::string_view payload) = 0;
    virtual bool isWritable() const = 0;
    virtual void wake() = 0;
    /// Says goodbye where that needs no waiting, and ends both directions. May be called twice.
    virtual void close() = 0;
};

/// What a request for a WebSocket came to.
struct OpenedWebSocket
{
    HttpResponse response; ///< Body only where there is no stream (at most 64 KiB of it).
    std::unique_ptr<WebSocketStream> stream; ///< Unless the server refused (300 and above).
};

/// Asks for a WebSocket with one of @p protocols, the best first. Errors: HttpClient's; Protocol
/// where the server agreed but did not do as RFC 6455 says.
Result<OpenedWebSocket> openWebSocket(
    const HttpClient& client, HttpRequest request, const std::vector<std::string>& protocols,
    std::stop_token stop);

/// Over a connection that is upgraded already.
std::unique_ptr<WebSocketStream>
makeWebSocketStream(std::unique_ptr<ByteStream> connection, std::string protocol);

} // namespace sandbench::net
