// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/http_body.h"

#include <algorithm>
#include <charconv>

namespace sandbench::net {

namespace {

constexpr std::size_t kMaxLine = 1024;

Error wrong()
{
    return {ErrorCode::Protocol, "the server sent a body with wrong lengths"};
}

} // namespace

HttpBodyParser::HttpBodyParser(const HttpHead& head, std::size_t limit)
    : m_limit(limit)
{
    const auto length = head.header("content-length");
    if (!head.header("transfer-encoding").empty()) {
        m_state = State::ChunkSize;
    } else if (head.status == 204 || head.status == 304) {
        m_state = State::Done;
    } else if (!length.empty()) {
        const auto* end = length.data() + length.size();
        const auto parsed = std::from_chars(length.data(), end, m_left);
        const bool isNumber = parsed.ec == std::errc() && parsed.ptr == end;
        m_state = !isNumber ? State::Broken : m_left == 0 ? State::Done : State::Length;
    }
}

Result<void> HttpBodyParser::feed(std::string_view bytes)
{
    while (!bytes.empty() && !isDone()) {
        switch (m_state) {
        case State::ChunkSize:
        case State::ChunkEnd:
        case State::Trailer:
            if (auto taken = takeLine(bytes.front()); !taken) {
                m_state = State::Broken;
                return taken;
            }
            bytes.remove_prefix(1);
            break;
        case State::ChunkData:
        case State::Length:
            take(bytes, true);
            if (m_left == 0)
                m_state = m_state == State::Length ? State::Done : State::ChunkEnd;
            break;
        case State::ToTheEnd:
            take(bytes, false);
            break;
        case State::Done:
            break;
        case State::Broken:
            return wrong();
        }
    }
    return m_state == State::Broken ? Result<void>(wrong()) : Result<void>();
}

void HttpBodyParser::take(std::string_view& bytes, bool isCounted)
{
    auto size = isCounted ? std::min<std::uint64_t>(bytes.size(), m_left) : bytes.size();
    m_body += bytes.substr(0, std::min<std::size_t>(size, m_limit - m_body.size()));
    bytes.remove_prefix(size);
    if (isCounted)
        m_left -= size;
}

Result<void> HttpBodyParser::takeLine(char byte)
{
    if (byte != '\n') {
        m_line += byte;
        return m_line.size() > kMaxLine ? Result<void>(wrong()) : Result<void>();
    }
    if (m_line.ends_with('\r'))
        m_line.pop_back();
    const auto ended = endLine();
    m_line.clear();
    return ended;
}

Result<void> HttpBodyParser::endLine()
{
    if (m_state == State::ChunkEnd) {
        m_state = State::ChunkSize;
        return m_line.empty() ? Result<void>() : Result<void>(wrong());
    }
    if (m_state == State::Trailer) {
        if (m_line.empty())
            m_state = State::Done;
        return {};
    }
    const auto* end = m_line.data() + m_line.size();
    const auto parsed = std::from_chars(m_line.data(), end, m_left, 16);
    if (parsed.ec != std::errc() || (parsed.ptr != end && *parsed.ptr != ';' && *parsed.ptr != ' '))
        return wrong();
    m_state = m_left == 0 ? State::Trailer : State::ChunkData;
    return {};
}

} // namespace sandbench::net
