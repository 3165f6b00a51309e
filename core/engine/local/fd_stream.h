// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/engine/engine.h"

#include <atomic>

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

private:
    UniqueFd m_socket;
    WakeEvent m_wake; ///< For the reader only.
    WakeEvent m_closedEvent;
    std::atomic<bool> m_closed = false;
};

} // namespace sandbench
