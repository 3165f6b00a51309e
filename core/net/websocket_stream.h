// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_stream.h"
#include "core/base/result.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace sandbench::net {

/// Messages over an upgraded connection, as its client. Pings are answered while somebody reads.
/// Thread: one reader and any writers at a time; wake(), isWritable() and close() any.
/// Source: RFC 6455, through wslay.
class WebSocketStream
{
public:
    struct Message
    {
        bool isText = false;
        std::string payload;
    };

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

} // namespace sandbench::net
