// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/wire/body_decoder.h"

#include "app/rest/wire/header_text.h"

#include <algorithm>
#include <charconv>

namespace sandbench::rest {

namespace {
constexpr std::size_t kLongestLine = 4096, kMostTrailers = 8192;
}

BodyDecoder::BodyDecoder(const RequestHead& head)
    : m_state(
        head.isChunked                     ? State::Size
            : head.length.value_or(0) == 0 ? State::Done
                                           : State::Length)
    , m_left(head.length.value_or(0))
{
}

Result<std::size_t> BodyDecoder::feed(std::string_view bytes, std::string& into)
{
    const auto size = bytes.size();
    while (!bytes.empty() && m_state != State::Done) {
        if (m_state == State::Broken)
            return Error(ErrorCode::Protocol, "the body was already broken");
        if (m_state == State::Length) {
            takeData(bytes, into, State::Done);
        } else if (m_state == State::Data) {
            takeData(bytes, into, State::DataEnd);
        } else if (takeLine(bytes)) {
            if (auto ended = endLine(); !ended) {
                m_state = State::Broken;
                return std::move(ended.error());
            }
            m_line.clear();
        } else if (m_line.size() > kLongestLine) {
            m_state = State::Broken;
            return Error(ErrorCode::Protocol, "a line between chunks is too long");
        }
    }
    return size - bytes.size();
}

void BodyDecoder::takeData(std::string_view& bytes, std::string& into, State next)
{
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), m_left));
    into += bytes.substr(0, count);
    bytes.remove_prefix(count);
    m_left -= count;
    if (m_left == 0)
        m_state = next;
}

bool BodyDecoder::takeLine(std::string_view& bytes)
{
    const auto end = bytes.find('\n');
    // One byte more than may be, so that feed() sees that it is too long.
    const auto count = std::min(
        end == std::string_view::npos ? bytes.size() : end + 1,
        kLongestLine + 1 - std::min(m_line.size(), kLongestLine));
    m_line += bytes.substr(0, count);
    bytes.remove_prefix(count);
    return m_line.ends_with('\n') && m_line.size() <= kLongestLine;
}

Result<void> BodyDecoder::endLine()
{
    if (!m_line.ends_with("\r\n"))
        return Error(ErrorCode::Protocol, "a line between chunks does not end in CR and LF");
    m_line.resize(m_line.size() - 2);
    if (!isHeaderValue(m_line))
        return Error(ErrorCode::Protocol, "a line between chunks has control characters");
    switch (m_state) {
    case State::Size:
        return takeSize();
    case State::DataEnd:
        if (!m_line.empty())
            return Error(ErrorCode::Protocol, "a chunk is longer than it said");
        m_state = State::Size;
        return {};
    default:
        m_trailers += m_line.size();
        if (m_trailers > kMostTrailers)
            return Error(ErrorCode::Protocol, "the body has too many trailers");
        if (m_line.empty())
            m_state = State::Done;
        else if (!hasHeaderName(m_line))
            return Error(ErrorCode::Protocol, "a line behind the chunks is no trailer");
        return {};
    }
}

Result<void> BodyDecoder::takeSize()
{
    // No sign, no "0x", no spaces: digits, and perhaps an extension, which nobody here knows.
    const auto digits = std::string_view(m_line).substr(0, m_line.find(';'));
    const auto* const end = digits.data() + digits.size();
    const auto [rest, problem] = std::from_chars(digits.data(), end, m_left, 16);
    if (problem != std::errc() || rest != end || m_left > INT64_MAX)
        return Error(ErrorCode::Protocol, "a chunk's size is not a number");
    m_state = m_left == 0 ? State::Trailer : State::Data;
    return {};
}

} // namespace sandbench::rest
