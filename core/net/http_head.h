// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::net {

struct HttpHead
{
    int status = 0;
    std::map<std::string, std::string> headers; ///< Names in lower case; of repeated ones the last.

    /// Empty where there is none.
    std::string header(const std::string& lowerCaseName) const;
};

/// Incremental parser of a response's status line and headers, for hostile bytes: at most 64 KiB
/// and 256 headers. No I/O. Thread: one at a time. Source: RFC 9112, sections 4 and 5.
class HttpHeadParser
{
public:
    /// Takes what belongs to the head and returns how many of @p bytes that were; the rest is the
    /// body's. Errors: Protocol; the parser stays in that state.
    Result<std::size_t> feed(std::string_view bytes);
    /// Once the blank line was seen.
    const std::optional<HttpHead>& head() const { return m_head; }

private:
    Result<bool> takeLine(std::string_view line);
    Result<void> takeStatus(std::string_view line);
    Result<void> takeHeader(std::string_view line);

    std::string m_line; ///< Not yet complete.
    std::size_t m_size = 0, m_lines = 0;
    HttpHead m_growing;
    std::optional<HttpHead> m_head;
    std::optional<Error> m_error;
};

} // namespace sandbench::net
