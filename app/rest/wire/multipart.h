// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandbench::rest {

inline constexpr std::string_view kFormType = "multipart/form-data";

/// The boundary of a multipart/form-data Content-Type; nothing for another type. Errors: Protocol
/// (none, or one that cannot be).
Result<std::optional<std::string>> multipartBoundary(std::string_view contentType);

/// multipart/form-data, piece by piece. Untrusted; at most 1000 parts, 8 KiB of headers each. No
/// I/O. Thread: one at a time. Source: RFC 7578, RFC 2046 section 5.1.
class MultipartParser
{
public:
    MultipartParser(
        std::string_view boundary, BodySource::OnPart onPart, BodySource::Consume consume);

    /// Errors: Protocol, those of the functions.
    Result<void> feed(std::string_view bytes);
    /// Errors: Protocol when the closing delimiter has not come.
    Result<void> finish() const;

private:
    enum class State { Contents, Delimiter, Head, End };
    /// False = more bytes are needed.
    Result<bool> step();
    Result<bool> takeContents();
    Result<bool> takeDelimiter();
    Result<bool> takeHeaders();
    Result<void> give(std::string_view contents);

    const std::string m_delimiter; ///< CR, LF, "--", boundary
    const BodySource::OnPart m_onPart;
    const BodySource::Consume m_consume;
    State m_state = State::Contents;
    bool m_isInPart = false; ///< Else before the first one: nobody's.
    std::size_t m_parts = 0;
    std::string m_buffer = "\r\n"; ///< What the first delimiter would have before it.
};

} // namespace sandbench::rest
