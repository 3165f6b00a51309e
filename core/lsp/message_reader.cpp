// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lsp/message_reader.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace sandbench::lsp {

namespace {

constexpr std::string_view kLineEnd = "\r\n", kHeaderEnd = "\r\n\r\n";

Error noHeader(const char* what)
{
    return {ErrorCode::Protocol, std::string("the language server sent ") + what};
}

/// Units: bytes. Nothing where the line tells no length.
Result<std::optional<std::size_t>> lengthIn(std::string_view line)
{
    const auto colon = line.find(':');
    if (colon == std::string_view::npos)
        return noHeader("a header line without a name");
    if (lowerCase(line.substr(0, colon)) != "content-length")
        return std::optional<std::size_t>();
    auto digits = line.substr(colon + 1);
    digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
    std::size_t length = 0;
    const auto* end = digits.data() + digits.size();
    const auto [at, problem] = std::from_chars(digits.data(), end, length);
    if (problem == std::errc::result_out_of_range)
        length = MessageReader::kMostMessageBytes + 1;
    else if (problem != std::errc() || at != end)
        return noHeader("a length that is no number");
    if (length > MessageReader::kMostMessageBytes)
        return Error(ErrorCode::ResourceExhausted, "the language server sent too long a message");
    return std::optional(length);
}

} // namespace

MessageReader::MessageReader(std::function<Result<void>(std::string_view)> onMessage)
    : m_onMessage(std::move(onMessage))
{
}

Result<void> MessageReader::feed(std::string_view bytes)
{
    while (m_state && !bytes.empty()) {
        // Byte by byte within a header, so that nothing behind it is taken for a part of it.
        const auto piece = bytes.substr(0, m_isInMessage ? m_missing : 1);
        m_state = take(piece);
        bytes.remove_prefix(piece.size());
    }
    return m_state;
}

Result<void> MessageReader::take(std::string_view bytes)
{
    if (!m_isInMessage) {
        m_header += bytes;
        if (m_header.ends_with(kHeaderEnd))
            return takeHeader();
        if (m_header.size() >= kMostHeaderBytes)
            return Error(
                ErrorCode::ResourceExhausted, "the language server sent too long a header");
        return {};
    }
    m_message += bytes;
    m_missing -= bytes.size();
    if (m_missing > 0)
        return {};
    m_isInMessage = false;
    return m_onMessage(std::exchange(m_message, {}));
}

Result<void> MessageReader::takeHeader()
{
    const std::string header = std::exchange(m_header, {});
    std::string_view rest(header);
    rest.remove_suffix(kLineEnd.size());
    std::optional<std::size_t> length;
    while (!rest.empty()) {
        const auto end = rest.find(kLineEnd);
        SANDBENCH_TRY(const auto told, lengthIn(rest.substr(0, end)));
        if (told && length)
            return noHeader("two lengths for one message");
        length = told ? told : length;
        rest.remove_prefix(end + kLineEnd.size());
    }
    if (!length)
        return noHeader("a message without its length");
    m_missing = *length;
    m_isInMessage = m_missing > 0;
    return m_isInMessage ? Result<void>() : m_onMessage({});
}

std::string framed(std::string_view message)
{
    return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + std::string(message);
}

} // namespace sandbench::lsp
