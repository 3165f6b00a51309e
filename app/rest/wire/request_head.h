// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace sandbench::rest {

/// Why this folder parses HTTP itself, and transport/ serves it: measured in November 2026 against
/// the servers of Debian 12. cpp-httplib 0.11.4 has a thread for each connection, and keeps lines
/// of chunks' sizes whole. libmicrohttpd 0.9.75 takes two lengths, a length beside chunks, bare CR
/// and NUL in values and a space before the colon; a head may drip for ever, and an idle connection
/// keeps its whole buffer (64 KiB). Boost.Beast 1.74 takes codings that it does not know, leaves
/// hosts, HTTP/1.0's framing and limits of connections to its user, and needs 5 to 6 times our
/// memory for an idle connection, with or without TLS, to save some 500 of 3,300 lines. What is
/// here has no I/O, and tests/fuzz/rest_wire_fuzz.cpp.

/// A request's first line and headers. Where two readers of HTTP could take the same bytes for
/// different requests (both Content-Length and Transfer-Encoding, either twice, bare line feeds,
/// folded lines, spaces before colons) it is refused: a proxy in front must never see another
/// request than we do. Source: RFC 9112, sections 2 to 6; RFC 9110, section 5.
struct RequestHead
{
    std::string method = {};
    std::string path
        = {}; ///< Decoded, begins with '/', "*" of OPTIONS is "/". Not UTF-8 by itself.
    std::map<std::string, std::string> query = {}; ///< Decoded; of repeated names the last.
    std::string authority = {}; ///< Of "http://host/path"; counts in place of the header Host.
    Headers headers = {}; ///< Repeated ones joined by ", ".
    std::optional<std::uint64_t> length = {}; ///< Of the body; absent = none, or chunked.
    bool isChunked = false;
    bool isOldVersion = false; ///< HTTP/1.0
    bool keepsAlive = true;
    bool expectsContinue = false;
};

struct HeadLimits
{
    static constexpr std::size_t kTarget = 8U << 10, kHead = 32U << 10, kHeaders = 100;
};

/// Where the head ends in @p bytes, blank line included; nothing while it does not. @p from: what
/// was looked at before.
std::optional<std::size_t> headEnd(std::string_view bytes, std::size_t from = 0);

/// Whether @p bytes, without empty lines before, can go on to a head that is taken: not with a TLS
/// hello, a first line of something else, or a bare line feed. @p from: what was looked at before.
bool canBecomeHead(std::string_view bytes, std::size_t from = 0);

/// Untrusted, no I/O. @p head: with its blank line. The other alternative is the refusal, after
/// which nothing on the connection can be understood.
std::variant<RequestHead, Answer> parseRequestHead(std::string_view head);

/// "%41b" is "Ab". Nothing for a broken escape or a zero byte.
std::optional<std::string> decodePercent(std::string_view text, bool plusIsSpace);

} // namespace sandbench::rest
