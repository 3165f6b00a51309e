// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace sandbench::lsp {

/// Incremental parser of what a language server writes: messages, each behind a header with its
/// length. Hostile bytes. No I/O. Thread: one at a time.
/// Source: Language Server Protocol 3.17, Base Protocol.
class MessageReader
{
public:
    static constexpr std::size_t kMostHeaderBytes = 4U << 10, kMostMessageBytes = 8U << 20;

    /// @p onMessage: the next message, without its header; its error ends the reading.
    explicit MessageReader(std::function<Result<void>(std::string_view)> onMessage);

    /// Errors: Protocol (no such header), ResourceExhausted (past a bound), those of onMessage. It
    /// stays in that state.
    Result<void> feed(std::string_view bytes);

private:
    Result<void> take(std::string_view bytes);
    Result<void> takeHeader();

    std::function<Result<void>(std::string_view)> m_onMessage;
    std::string m_header, m_message; ///< As far as they came.
    std::size_t m_missing = 0; ///< Of the message. Units: bytes.
    bool m_isInMessage = false;
    Result<void> m_state;
};

/// @p message behind its header.
std::string framed(std::string_view message);

} // namespace sandbench::lsp
