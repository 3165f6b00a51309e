// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/http_head.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench::net {

/// The body of a refusal that came on a connection of our own (libcurl reads all others), for
/// hostile bytes: what is past @p limit is left out. No I/O. Thread: one at a time.
/// Source: RFC 9112, sections 6 and 7.
class HttpBodyParser
{
public:
    HttpBodyParser(const HttpHead& head, std::size_t limit);

    /// Errors: Protocol; the parser stays in that state.
    Result<void> feed(std::string_view bytes);
    /// Complete, or full; a body of unknown length ends with the connection.
    bool isDone() const { return m_state == State::Done || m_body.size() >= m_limit; }
    const std::string& body() const { return m_body; }

private:
    enum class State { ChunkSize, ChunkData, ChunkEnd, Trailer, Length, ToTheEnd, Done, Broken };
    Result<void> takeLine(char byte);
    Result<void> endLine();
    void take(std::string_view& bytes, bool isCounted);

    std::size_t m_limit;
    State m_state = State::ToTheEnd;
    std::uint64_t m_left = 0; ///< Of the chunk, or of the body.
    std::string m_line, m_body;
};

} // namespace sandbench::net
