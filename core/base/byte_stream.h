// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <span>
#include <string_view>

namespace sandbench {

/// A stream of bytes both ways: to the agent in a sandbox, or to what a daemon attached us to.
/// Thread: one reader and one writer at a time; wake(), isWritable() and close() any.
class ByteStream
{
public:
    virtual ~ByteStream() = default;

    /// Waits until bytes are there; 0 = the other side ended. Errors: Timeout after @p wait,
    /// Cancelled after wake(), Io.
    virtual Result<std::size_t> read(std::span<char> into, std::chrono::milliseconds wait) = 0;
    /// Writes everything; blocks while the other side does not read. Errors: ConnectionLost,
    /// Cancelled after close().
    virtual Result<void> write(std::string_view bytes) = 0;
    /// Whether a few bytes can be written without waiting.
    virtual bool isWritable() const = 0;
    /// Makes a blocked read() return Cancelled once.
    virtual void wake() = 0;
    /// Ends both directions; blocked calls return. May be called twice.
    virtual void close() = 0;
};

} // namespace sandbench
