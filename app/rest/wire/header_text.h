// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// The small change of HTTP headers. Source: RFC 9110, section 5.6. No I/O. Thread: any.
namespace sandbench::rest {

/// A non-empty token: letters, digits and !#$%&'*+-.^_`|~
bool isToken(std::string_view text);
/// Whether a line of a head begins with a token and its colon: there may be no space before that,
/// nor at the line's begin (a folded line).
bool hasHeaderName(std::string_view line);
/// No control characters but the tab.
bool isHeaderValue(std::string_view text);
/// ASCII only, whatever the locale.
std::string lowered(std::string_view text);
/// Without spaces and tabs at its ends.
std::string_view trimmed(std::string_view text);
/// Whether @p list, "a, b", has the member @p member; both in lower case.
bool listHolds(std::string_view list, std::string_view member);

/// Of a Content-Type, in lower case and without its parameters: "multipart/form-data".
std::string mediaType(std::string_view contentType);

/// Whether an Accept header names text/event-stream, and before all that JSON would do for: by
/// weight, then by order. Source: RFC 9110, section 12.5.1.
bool prefersEvents(std::string_view accept);

/// The parameter of a value such as `form-data; name="a\"b"; x=y`, or empty. @p lowerName without
/// "=". Quoted or not.
std::string headerParameter(std::string_view value, std::string_view lowerName);
bool hasParameter(std::string_view value, std::string_view lowerName);

/// Of a peer such as "127.0.0.1:40312" or "[2001:db8:1:2::3]:1" the machine; of IPv6 the network
/// that a customer has, as its 8 bytes.
std::string peerAddress(const std::string& peer);

} // namespace sandbench::rest
