// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench::agent {

/// A byte stream that survives its connection: both ends keep what the other has not confirmed, and
/// send it again over the next connection. It lies under the agent protocol where an engine's own
/// stream may be cut (a proxy, an API server that restarts) while agent and host live on.
///
/// Over each connection every frame is
///
///     u8 type | u32 length | payload[length]          (little-endian)
///
///  - Hello    token[32] | u64 received    first frame each way; received: bytes of all Data so far
///  - Data     bytes
///  - Ack      u64 received
///  - Bye      nothing more will come, ever
///  - Keep     the agent's end shall wait for another host when its agent has ended
///  - Anew     as Hello, instead of it: the host before is gone, its agent shall end. The
///  connection
///             lasts until it has; the next Hello, of the same token, begins with a new agent
///
/// The token is chosen by the host, before any untrusted program runs; the first connection brings
/// it, later ones must show it. An end that claims to have received what was never sent, or less
/// than it confirmed, breaks the rules.
///
/// No I/O. Thread: one at a time.
class Link
{
public:
    static constexpr std::size_t kTokenBytes = 32;
    using Token = std::array<char, kTokenBytes>;
    /// Bytes that may be unconfirmed at most, each way.
    static constexpr std::size_t kWindow = 4U << 20;
    static constexpr std::size_t kMostFrameBytes = 1U << 20;

    explicit Link(const Token& token)
        : m_token(token)
    {
    }

    bool hasToken(const Token& token) const;
    /// A new connection: what the last one left half done is forgotten, and Hello is to be written.
    void begin();
    /// What the connection brought. Appends data to @p received. Errors: Protocol,
    /// PermissionDenied (another token).
    Result<void> feed(std::string_view bytes, std::string& received);
    /// Hello has come over this connection.
    bool isGreeted() const { return m_isGreeted; }
    /// From now on every connection begins with Keep, and one that is there hears of it.
    void sendKeep();
    bool isKept() const { return m_isKept; }
    /// The other end said Bye.
    bool hasEnded() const { return m_hasEnded; }

    /// Bytes that send() takes now.
    std::size_t room() const { return kWindow - unconfirmed(); }
    void send(std::string_view bytes);
    void sendBye();
    /// Bytes for the connection; it takes them out.
    std::string takeOutput();
    bool hasOutput() const { return !m_output.empty(); }

private:
    Result<void> take(std::uint8_t type, std::string_view payload, std::string& received);
    Result<void> takeHello(std::string_view payload);
    Result<void> confirm(std::uint64_t count);
    void acknowledge();
    std::size_t unconfirmed() const { return m_kept.size() - m_dropped; }

    const Token m_token;
    std::string m_partial; ///< A frame that is not yet whole.
    std::string m_output;
    std::string m_kept; ///< Sent and not confirmed, behind m_dropped bytes that are.
    std::size_t m_dropped = 0;
    std::uint64_t m_confirmed = 0; ///< Of ours, by the other end.
    std::uint64_t m_received = 0, m_acknowledged = 0; ///< Of theirs.
    bool m_isGreeted = false, m_hasEnded = false;
    bool m_sendsKeep = false, m_isKept = false;
};

/// The token of a Hello or Anew at the start of @p bytes: nothing until it is whole. For an end
/// that does not know it yet. Errors: Protocol.
Result<bool> readToken(std::string_view bytes, Link::Token& token);
/// Whether what readToken() read is Anew.
bool asksAnew(std::string_view bytes);
std::string anewFrame(const Link::Token& token);

} // namespace sandbench::agent
