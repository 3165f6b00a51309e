// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/http_head.h"

#include <algorithm>
#include <cstring>

namespace sandbench::net {

namespace {

constexpr std::size_t kMaxHead = 64U << 10;
constexpr std::size_t kMaxHeaders = 256;

Error wrong(std::string what)
{
    return {ErrorCode::Protocol, "the server does not speak HTTP: " + std::move(what)};
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Source: RFC 9110, 5.6.2.
bool isTokenCharacter(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || (c != 0 && std::strchr("!#$%&'*+-.^_`|~", c) != nullptr);
}

bool isControl(char c)
{
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == 0x7f;
}

} // namespace

std::string HttpHead::header(const std::string& lowerCaseName) const
{
    const auto found = headers.find(lowerCaseName);
    return found == headers.end() ? std::string() : found->second;
}

Result<std::size_t> HttpHeadParser::feed(std::string_view bytes)
{
    if (m_error)
        return *m_error;
    std::size_t taken = 0;
    while (!m_head && taken < bytes.size()) {
        const auto rest = bytes.substr(taken);
        const auto end = rest.find('\n');
        const auto part = rest.substr(0, end == std::string_view::npos ? end : end + 1);
        if (m_size + part.size() > kMaxHead) {
            m_error = wrong("its head is larger than 64 KiB");
            return *m_error;
        }
        m_size += part.size();
        taken += part.size();
        m_line += part;
        if (end == std::string_view::npos)
            break;
        const auto isDone = takeLine(m_line);
        if (!isDone) {
            m_error = isDone.error();
            return *m_error;
        }
        m_line.clear();
        if (*isDone)
            m_head = std::move(m_growing);
    }
    return taken;
}

Result<bool> HttpHeadParser::takeLine(std::string_view line)
{
    line.remove_suffix(1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    if (std::any_of(line.begin(), line.end(), isControl))
        return wrong("control characters in its head");
    if (m_lines++ == 0) {
        SANDBENCH_TRY_VOID(takeStatus(line));
        return false;
    }
    if (line.empty())
        return true;
    if (m_lines > kMaxHeaders + 1)
        return wrong("more than 256 headers");
    SANDBENCH_TRY_VOID(takeHeader(line));
    return false;
}

Result<void> HttpHeadParser::takeStatus(std::string_view line)
{
    // HTTP/1.1 200 OK
    const bool isStatus = line.starts_with("HTTP/1.") && line.size() >= 12 && isDigit(line[7])
        && line[8] == ' ' && std::all_of(line.begin() + 9, line.begin() + 12, isDigit)
        && (line.size() == 12 || line[12] == ' ');
    if (!isStatus)
        return wrong("no status line at the start of its answer");
    m_growing.status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + (line[11] - '0');
    if (m_growing.status < 100 || m_growing.status > 599)
        return wrong("status " + std::to_string(m_growing.status));
    return {};
}

Result<void> HttpHeadParser::takeHeader(std::string_view line)
{
    const auto colon = line.find(':');
    if (colon == 0 || colon == std::string_view::npos
        || !std::all_of(line.begin(), line.begin() + static_cast<long>(colon), isTokenCharacter))
        return wrong("a header without a valid name");
    std::string name(line.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    auto value = line.substr(colon + 1);
    const auto first = value.find_first_not_of(" \t");
    value = first == std::string_view::npos ? std::string_view() : value.substr(first);
    value = value.substr(0, value.find_last_not_of(" \t") + 1);
    m_growing.headers[std::move(name)] = value;
    return {};
}

} // namespace sandbench::net
