// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/wire/header_text.h"

#include <algorithm>
#include <arpa/inet.h>
#include <optional>

namespace sandbench::rest {

namespace {

bool isTokenByte(char c)
{
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || kMarks.find(c) != std::string_view::npos;
}

// Takes a value up to the next semicolon, or a quoted one up to its closing quote.
std::string takeValue(std::string_view& rest)
{
    std::string value;
    if (!rest.starts_with('"')) {
        const auto end = std::min(rest.find(';'), rest.size());
        value = trimmed(rest.substr(0, end));
        rest.remove_prefix(end);
        return value;
    }
    std::size_t at = 1;
    for (; at < rest.size() && rest[at] != '"'; ++at) {
        // Browsers write %22 for a quote, and leave backslashes of file names alone.
        if (rest[at] == '\\' && at + 1 < rest.size() && rest[at + 1] == '"')
            ++at;
        value += rest[at];
    }
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return value;
}

std::optional<std::string> findParameter(std::string_view value, std::string_view lowerName)
{
    auto rest = value.substr(std::min(value.find(';'), value.size()));
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const auto end = std::min(rest.find_first_of("=;"), rest.size());
        const auto name = lowered(trimmed(rest.substr(0, end)));
        rest.remove_prefix(end);
        if (!rest.starts_with('='))
            continue;
        rest = trimmed(rest.substr(1));
        auto found = takeValue(rest);
        if (name == lowerName)
            return found;
        rest.remove_prefix(std::min(rest.find(';'), rest.size()));
    }
    return std::nullopt;
}

/// In thousandths; 1000 = no weight is given, or none that can be.
int weightOf(std::string_view range)
{
    const auto text = headerParameter(range, "q");
    if (text.empty() || (text[0] != '0' && text[0] != '1') || (text.size() > 1 && text[1] != '.'))
        return 1000;
    int weight = (text[0] - '0') * 1000;
    int unit = 100;
    for (std::size_t i = 2; i < text.size() && unit > 0; ++i, unit /= 10)
        if (text[i] >= '0' && text[i] <= '9')
            weight += (text[i] - '0') * unit;
    return std::min(weight, 1000);
}

} // namespace

bool isToken(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isTokenByte);
}

bool hasHeaderName(std::string_view line)
{
    const auto colon = line.find(':');
    return colon != std::string_view::npos && isToken(line.substr(0, colon));
}

bool isHeaderValue(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte == '\t' || (byte >= ' ' && byte != 0x7f);
    });
}

std::string lowered(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

std::string_view trimmed(std::string_view text)
{
    const auto first = std::min(text.find_first_not_of(" \t"), text.size());
    text.remove_prefix(first);
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

bool listHolds(std::string_view list, std::string_view member)
{
    while (!list.empty()) {
        const auto end = std::min(list.find(','), list.size());
        if (trimmed(list.substr(0, end)) == member)
            return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

std::string mediaType(std::string_view contentType)
{
    return lowered(trimmed(contentType.substr(0, contentType.find(';'))));
}

bool prefersEvents(std::string_view accept)
{
    int best = 0;
    bool areEvents = false;
    while (!accept.empty()) {
        const auto end = std::min(accept.find(','), accept.size());
        const auto range = accept.substr(0, end);
        const auto type = mediaType(range);
        const bool isEvents = type == "text/event-stream";
        // What would take anything asks for nothing.
        if ((isEvents || type == "application/json") && weightOf(range) > best) {
            best = weightOf(range);
            areEvents = isEvents;
        }
        accept.remove_prefix(std::min(end + 1, accept.size()));
    }
    return areEvents;
}

std::string headerParameter(std::string_view value, std::string_view lowerName)
{
    return findParameter(value, lowerName).value_or("");
}

bool hasParameter(std::string_view value, std::string_view lowerName)
{
    return findParameter(value, lowerName).has_value();
}

std::string peerAddress(const std::string& peer)
{
    if (!peer.starts_with('['))
        return peer.substr(0, peer.rfind(':'));
    in6_addr v6 = {};
    const auto text = peer.substr(1, peer.find(']') - 1);
    return ::inet_pton(AF_INET6, text.c_str(), &v6) == 1 && !IN6_IS_ADDR_V4MAPPED(&v6)
        ? std::string(reinterpret_cast<const char*>(v6.s6_addr), 8)
        : text;
}

} // namespace sandbench::rest
