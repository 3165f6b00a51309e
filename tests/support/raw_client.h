// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench::test {

/// A TCP client that sends what a test wants and hides nothing. Every wait ends after 20 seconds,
/// so that a hang fails instead of blocking. Thread: one.
class RawClient
{
public:
    /// To 127.0.0.1.
    explicit RawClient(std::uint16_t port);

    bool isConnected() const { return bool(m_socket); }
    /// False = the other side does not take it.
    bool send(std::string_view bytes) const;
    /// Until what came holds @p mark, or the other side ended; returns all that came so far.
    const std::string& receiveUntil(std::string_view mark);
    /// Until the other side ended; "(no end)" at the end when it did not.
    std::string receiveAll();
    /// Whether something, or the end, comes within @p time.
    bool hasMore(std::chrono::milliseconds time) const;
    void endSending() const;
    /// With a reset instead of an end.
    void vanish();
    void close() { m_socket.reset(); }
    int fd() const { return m_socket.get(); }

private:
    bool receive();
    UniqueFd m_socket;
    std::string m_received;
};

/// "http://127.0.0.1:8080" -> 8080
std::uint16_t portOf(const std::string& address);

} // namespace sandbench::test
