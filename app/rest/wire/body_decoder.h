// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/wire/request_head.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench::rest {

/// Finds the contents of a request's body among its bytes, and where it ends. Untrusted; strict
/// about chunks, see RequestHead. No I/O. Thread: one at a time. Source: RFC 9112, section 7.1.
class BodyDecoder
{
public:
    explicit BodyDecoder(const RequestHead& head);

    /// Appends contents to @p into and returns how many of @p bytes belonged to the body; the rest
    /// is the next request's. Errors: Protocol; the decoder stays in that state.
    Result<std::size_t> feed(std::string_view bytes, std::string& into);
    bool isDone() const { return m_state == State::Done; }

private:
    enum class State { Length, Size, Data, DataEnd, Trailer, Done, Broken };
    bool takeLine(std::string_view& bytes);
    void takeData(std::string_view& bytes, std::string& into, State next);
    Result<void> endLine();
    Result<void> takeSize();

    State m_state;
    std::uint64_t m_left = 0; ///< Of the body, or of the chunk.
    std::size_t m_trailers = 0; ///< Units: bytes.
    std::string m_line; ///< With its CR and LF at the end.
};

} // namespace sandbench::rest
