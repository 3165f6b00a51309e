// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/wire/request_head.h"

#include "app/rest/wire/header_text.h"

#include <algorithm>
#include <charconv>

namespace sandbench::rest {

namespace {

constexpr std::size_t kLongestMethod = 32;

Answer refusal(int status, std::string_view detail)
{
    return problemAnswer(status, "protocol", detail);
}

using Refused = std::optional<Answer>;

std::string_view takeLine(std::string_view& head)
{
    const auto end = head.find("\r\n");
    const auto line = head.substr(0, end);
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 2);
    return line;
}

Refused wrongEscape(std::string_view text, const std::string& where)
{
    const bool hasNul = text.find("%00") != std::string_view::npos;
    return refusal(400, where + (hasNul ? " has a NUL (%00)" : " has a broken escape"));
}

Refused takePath(std::string_view target, RequestHead& into)
{
    const auto question = target.find('?');
    auto path = decodePercent(target.substr(0, question), false);
    if (!path)
        return wrongEscape(target.substr(0, question), "the request's path");
    into.path = std::move(*path);
    auto query = question == std::string_view::npos ? "" : target.substr(question + 1);
    while (!query.empty()) {
        const auto end = std::min(query.find('&'), query.size());
        const auto pair = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        const auto equals = std::min(pair.find('='), pair.size());
        const auto name = decodePercent(pair.substr(0, equals), true);
        const auto value = decodePercent(equals < pair.size() ? pair.substr(equals + 1) : "", true);
        if (!name || !value)
            return wrongEscape(pair, "the request's query");
        if (!pair.empty())
            into.query[*name] = *value;
    }
    return std::nullopt;
}

/// A host, perhaps with a port. Source: RFC 9110, 4.2.1 and 7.2; RFC 3986, 3.2.2.
bool isAuthority(std::string_view text)
{
    constexpr std::string_view kMarks = "-._~!$&'()*+,;=%";
    const bool isAddress = text.starts_with('[');
    const auto end = isAddress ? text.find(']') : text.find(':');
    auto port = text.substr(std::min(end, text.size()));
    if (isAddress && !port.starts_with(']'))
        return false;
    if (isAddress)
        port.remove_prefix(1);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto isOfHost = [&](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || (c == ':' && isAddress) || kMarks.find(c) != std::string_view::npos;
    };
    const auto host = text.substr(0, end).substr(isAddress ? 1 : 0);
    return std::all_of(host.begin(), host.end(), isOfHost)
        && (port.empty()
            || (port.front() == ':' && std::all_of(port.begin() + 1, port.end(), isDigit)));
}

/// "http://host/path", as proxies are asked. Source: RFC 9112, 3.2.2.
Refused takeAbsolute(std::string_view target, RequestHead& into)
{
    const auto colon = target.find("://");
    const auto scheme = lowered(target.substr(0, colon));
    if (colon == std::string_view::npos || (scheme != "http" && scheme != "https"))
        return refusal(400, "the request's target is not a path");
    target.remove_prefix(colon + 3);
    const auto end = std::min(target.find_first_of("/?"), target.size());
    into.authority = target.substr(0, end);
    if (into.authority.empty() || !isAuthority(into.authority))
        return refusal(400, "the request's target names no host, or more than one");
    const std::string path(target.substr(end));
    return takePath(path.starts_with('/') ? path : "/" + path, into);
}

Refused takeTarget(std::string_view target, RequestHead& into)
{
    if (target == "*" && into.method == "OPTIONS")
        target = "/";
    return target.starts_with('/') ? takePath(target, into) : takeAbsolute(target, into);
}

Refused takeRequestLine(std::string_view line, RequestHead& into)
{
    const auto first = line.find(' ');
    const auto last = line.rfind(' ');
    if (first == std::string_view::npos || first == last)
        return refusal(400, "the request line is not METHOD TARGET VERSION");
    const auto method = line.substr(0, first);
    const auto target = line.substr(first + 1, last - first - 1);
    const auto version = line.substr(last + 1);
    if (!isToken(method) || method.size() > kLongestMethod)
        return refusal(400, "the request's method is not a word");
    if (target.size() > HeadLimits::kTarget)
        return refusal(414, "the request's target is too long");
    if (!std::all_of(target.begin(), target.end(), [](char c) { return c > ' ' && c < '\x7f'; }))
        return refusal(400, "the request's target has bytes that must be escaped");
    into.method = method;
    into.isOldVersion = version == "HTTP/1.0";
    // A later one of HTTP/1 is taken as 1.1. Source: RFC 9110, 2.5.
    if (version.size() != 8 || !version.starts_with("HTTP/1.") || version[7] < '0'
        || version[7] > '9')
        return refusal(
            version.starts_with("HTTP/") ? 505 : 400, "the server speaks HTTP/1.1 and 1.0");
    return takeTarget(target, into);
}

// Two of these could be read in two ways.
bool isSingle(std::string_view name)
{
    constexpr std::string_view kSingle[]
        = {"host",   "content-length", "transfer-encoding", "content-type", "authorization",
           "origin", "expect",         "x-api-key",         "upgrade",      "last-event-id"};
    return std::find(std::begin(kSingle), std::end(kSingle), name) != std::end(kSingle);
}

Refused takeHeader(std::string_view line, RequestHead& into)
{
    const auto colon = line.find(':');
    if (!hasHeaderName(line))
        return refusal(400, "a header's name is not a word with a colon behind it");
    const auto value = trimmed(line.substr(colon + 1));
    if (!isHeaderValue(value))
        return refusal(400, "a header's value has control characters");
    const auto name = lowered(line.substr(0, colon));
    const auto [at, isNew] = into.headers.try_emplace(name, value);
    if (isNew)
        return std::nullopt;
    if (isSingle(name))
        return refusal(400, "the header " + name + " is there more than once");
    at->second += (name == "cookie" ? "; " : ", ") + std::string(value);
    return std::nullopt;
}

Refused takeFraming(RequestHead& into)
{
    const auto length = into.headers.find("content-length");
    const auto coding = into.headers.find("transfer-encoding");
    if (coding != into.headers.end()) {
        if (length != into.headers.end() || into.isOldVersion)
            return refusal(400, "the body's end is said in two ways");
        if (lowered(coding->second) != "chunked")
            return refusal(501, "the only transfer coding here is chunked");
        into.isChunked = true;
    }
    if (length != into.headers.end()) {
        const auto& text = length->second;
        std::uint64_t number = 0;
        const auto* const end = text.data() + text.size();
        const auto [rest, problem] = std::from_chars(text.data(), end, number);
        if (problem != std::errc() || rest != end || number > INT64_MAX)
            return refusal(400, "Content-Length is not a number");
        into.length = number;
    }
    return std::nullopt;
}

Refused takeManners(RequestHead& into)
{
    const auto host = into.headers.find("host");
    if (host == into.headers.end() && !into.isOldVersion)
        return refusal(400, "the header Host is missing");
    if (host != into.headers.end() && !isAuthority(host->second))
        return refusal(400, "the header Host is no host");
    if (!into.authority.empty())
        into.headers["host"] = into.authority;
    const auto connection = into.headers.find("connection");
    const auto wanted = connection == into.headers.end() ? "" : lowered(connection->second);
    into.keepsAlive
        = into.isOldVersion ? listHolds(wanted, "keep-alive") : !listHolds(wanted, "close");
    if (const auto at = into.headers.find("expect"); at != into.headers.end()) {
        if (lowered(at->second) != "100-continue")
            return refusal(417, "the only expectation that is met here is 100-continue");
        into.expectsContinue
            = !into.isOldVersion && (into.isChunked || into.length.value_or(0) > 0);
    }
    return std::nullopt;
}

} // namespace

std::optional<std::size_t> headEnd(std::string_view bytes, std::size_t from)
{
    const auto at = bytes.find("\r\n\r\n", from < 3 ? 0 : from - 3);
    if (at == std::string_view::npos)
        return std::nullopt;
    return at + 4;
}

bool canBecomeHead(std::string_view bytes, std::size_t from)
{
    for (auto at = bytes.find('\n', from); at != std::string_view::npos;
         at = bytes.find('\n', at + 1))
        if (at == 0 || bytes[at - 1] != '\r')
            return false;
    const auto end = bytes.find("\r\n");
    const auto line = bytes.substr(0, end);
    const auto method = line.substr(0, line.find(' '));
    if (method.size() > kLongestMethod || (!line.empty() && !isToken(method)))
        return false;
    return end == std::string_view::npos || line.substr(line.rfind(' ') + 1).starts_with("HTTP/");
}

std::variant<RequestHead, Answer> parseRequestHead(std::string_view head)
{
    if (head.size() > HeadLimits::kHead)
        return refusal(431, "the request's head is too long");
    RequestHead parsed;
    if (auto refused = takeRequestLine(takeLine(head), parsed))
        return *refused;
    std::size_t count = parsed.authority.empty() ? 0 : 1;
    for (auto line = takeLine(head); !line.empty(); line = takeLine(head)) {
        if (++count > HeadLimits::kHeaders)
            return refusal(431, "the request has too many headers");
        if (auto refused = takeHeader(line, parsed))
            return *refused;
    }
    if (auto refused = takeFraming(parsed))
        return *refused;
    if (auto refused = takeManners(parsed))
        return *refused;
    return parsed;
}

std::optional<std::string> decodePercent(std::string_view text, bool plusIsSpace)
{
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            decoded += plusIsSpace && text[at] == '+' ? ' ' : text[at];
            continue;
        }
        unsigned byte = 0;
        const auto digits = text.substr(at + 1, 2);
        const auto [rest, problem]
            = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (digits.size() < 2 || problem != std::errc() || rest != digits.data() + 2 || byte == 0)
            return std::nullopt;
        decoded += static_cast<char>(byte);
        at += 2;
    }
    return decoded;
}

} // namespace sandbench::rest
