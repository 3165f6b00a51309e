// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_stream.h"
#include "core/base/fd.h"

#include <atomic>
#include <string>
#include <sys/types.h>

namespace sandbench {

/// A ByteStream over a connected stream socket that it owns.
class SocketStream : public ByteStream
{
public:
    explicit SocketStream(UniqueFd socket);

    Result<std::size_t> read(std::span<char> into, std::chrono::milliseconds wait) override;
    Result<void> write(std::string_view bytes) override;
    bool isWritable() const override;
    void wake() override;
    void close() override;

    int fd() const { return m_socket.get(); }
    /// The next read() gets these first. Before the stream is given to its reader.
    void putBack(std::string_view bytes) { m_putBack.insert(0, bytes); }

protected:
    /// As recv(2) and send(2) without waiting: -1 and errno, EAGAIN where they would have to wait.
    virtual ssize_t receive(std::span<char> into);
    virtual ssize_t transmit(std::string_view bytes);
    /// Whether receive() may have bytes that poll(2) on the socket does not see.
    virtual bool mayHoldBytes() const { return !m_putBack.empty(); }

private:
    UniqueFd m_socket;
    std::string m_putBack;
    WakeEvent m_wake; ///< For the reader only.
    WakeEvent m_closedEvent;
    std::atomic<bool> m_closed = false;
};

} // namespace sandbench
