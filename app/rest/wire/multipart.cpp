// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/wire/multipart.h"

#include "app/rest/wire/header_text.h"
#include "app/rest/wire/request_head.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

constexpr std::size_t kMostParts = 1000, kMostHeaders = 8192, kLongestBoundary = 70;

Error broken(const char* what)
{
    return Error(ErrorCode::Protocol, std::string("the form is broken: ") + what);
}

// RFC 8187: filename*=UTF-8''na%C3%AFve.txt
std::string fileNameOf(std::string_view disposition)
{
    const std::string extended = headerParameter(disposition, "filename*");
    const auto quote = extended.rfind('\'');
    if (quote != std::string::npos)
        if (auto name = decodePercent(std::string_view(extended).substr(quote + 1), false))
            return *name;
    return headerParameter(disposition, "filename");
}

Result<BodySource::Part> partOf(std::string_view headers)
{
    BodySource::Part part;
    bool isNamed = false;
    while (!headers.empty()) {
        const auto end = std::min(headers.find("\r\n"), headers.size());
        const auto line = headers.substr(0, end);
        headers.remove_prefix(std::min(end + 2, headers.size()));
        const auto colon = line.find(':');
        if (colon == std::string_view::npos || !isToken(line.substr(0, colon))
            || !isHeaderValue(line.substr(colon + 1)))
            return broken("a part's header is not a name and a value");
        const auto name = lowered(line.substr(0, colon));
        const auto value = trimmed(line.substr(colon + 1));
        if (name == "content-disposition") {
            isNamed = lowered(value).starts_with("form-data");
            part.name = headerParameter(value, "name");
            part.fileName = fileNameOf(value);
            part.isField = part.fileName.empty() && !hasParameter(value, "filename");
        } else if (name == "content-type") {
            part.contentType = value;
        }
    }
    if (!isNamed)
        return broken("a part has no Content-Disposition: form-data");
    return part;
}

} // namespace

Result<std::optional<std::string>> multipartBoundary(std::string_view contentType)
{
    if (mediaType(contentType) != kFormType)
        return std::optional<std::string>();
    auto boundary = headerParameter(contentType, "boundary");
    if (boundary.empty() || boundary.size() > kLongestBoundary)
        return broken("its boundary is missing or too long");
    return std::optional(std::move(boundary));
}

MultipartParser::MultipartParser(
    std::string_view boundary, BodySource::OnPart onPart, BodySource::Consume consume)
    : m_delimiter("\r\n--" + std::string(boundary))
    , m_onPart(std::move(onPart))
    , m_consume(std::move(consume))
{
}

Result<void> MultipartParser::feed(std::string_view bytes)
{
    m_buffer += bytes;
    for (;;) {
        SANDBENCH_TRY(const bool goesOn, step());
        if (!goesOn)
            return {};
    }
}

Result<void> MultipartParser::finish() const
{
    if (m_state != State::End)
        return broken("it ends without its closing delimiter");
    return {};
}

Result<bool> MultipartParser::step()
{
    switch (m_state) {
    case State::Contents:
        return takeContents();
    case State::Delimiter:
        return takeDelimiter();
    case State::Head:
        return takeHeaders();
    case State::End:
        break;
    }
    m_buffer.clear();
    return false;
}

Result<bool> MultipartParser::takeContents()
{
    const auto at = m_buffer.find(m_delimiter);
    if (at != std::string::npos) {
        SANDBENCH_TRY_VOID(give(std::string_view(m_buffer).substr(0, at)));
        m_buffer.erase(0, at + m_delimiter.size());
        m_state = State::Delimiter;
        return true;
    }
    // The delimiter may have begun at the end of the buffer.
    const auto sure = m_buffer.size() - std::min(m_buffer.size(), m_delimiter.size() - 1);
    SANDBENCH_TRY_VOID(give(std::string_view(m_buffer).substr(0, sure)));
    m_buffer.erase(0, sure);
    return false;
}

Result<bool> MultipartParser::takeDelimiter()
{
    // Spaces behind a delimiter are nobody's.
    const auto spaces = std::min(m_buffer.find_first_not_of(" \t"), m_buffer.size());
    if (spaces > kLongestBoundary)
        return broken("a delimiter is followed by too many spaces");
    if (m_buffer.size() - spaces < 2)
        return false;
    const auto mark = std::string_view(m_buffer).substr(spaces, 2);
    if (mark != "\r\n" && mark != "--")
        return broken("a delimiter is followed by something else");
    m_state = mark == "--" ? State::End : State::Head;
    // The line end stays: with no headers at all it is half of the blank line.
    m_buffer.erase(0, spaces);
    m_isInPart = true;
    if (++m_parts > kMostParts && m_state == State::Head)
        return broken("it has too many parts");
    return true;
}

Result<bool> MultipartParser::takeHeaders()
{
    const auto end = m_buffer.find("\r\n\r\n");
    if (std::min(end, m_buffer.size()) > kMostHeaders)
        return broken("the headers of a part are too long");
    if (end == std::string::npos)
        return false;
    // Without any header the first of the two line ends is the delimiter's.
    const auto headers
        = end == 0 ? std::string_view() : std::string_view(m_buffer).substr(2, end - 2);
    SANDBENCH_TRY(const auto part, partOf(headers));
    SANDBENCH_TRY_VOID(m_onPart ? m_onPart(part) : Result<void>());
    m_buffer.erase(0, end + 4);
    m_state = State::Contents;
    return true;
}

Result<void> MultipartParser::give(std::string_view contents)
{
    if (!m_isInPart || contents.empty())
        return {};
    return m_consume(contents);
}

} // namespace sandbench::rest
