// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/net/http_head.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::net {

/// A client's half of a WebSocket's opening. No I/O but the system's random numbers. Thread: any.
/// Source: RFC 6455, section 4.

/// 16 random bytes, as Sec-WebSocket-Key.
std::string newWebSocketKey();
/// What a server answers to @p key as Sec-WebSocket-Accept.
std::string webSocketAccept(std::string_view key);
/// The protocol that the server chose, or nothing, from its 101. Errors: Protocol.
Result<std::string> checkWebSocketAnswer(
    const HttpHead& head, std::string_view key, const std::vector<std::string>& offered);

} // namespace sandbench::net
