// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "app/rest/transport/connection.h"

#include <cstdint>
#include <string>

namespace sandbench::rest {

/// How an answer's body is framed, and what becomes of the connection.
struct AnswerFrame
{
    bool isToHead = false; ///< The request was HEAD: no body.
    bool isOldVersion = false; ///< HTTP/1.0: no chunks.
    bool keepsAlive = true;
};

/// Status line and headers, with Date, Content-Type, framing and Connection; what a handler's
/// header has of control characters becomes spaces. No I/O but the clock. Source: RFC 9112.
std::string answerHead(const Answer& answer, const AnswerFrame& frame);

/// Writes the whole answer; each piece of a stream has @p stall. False = the connection cannot be
/// used any more. Thread: the handler's.
bool writeAnswer(
    Connection& connection, const Answer& answer, const AnswerFrame& frame,
    std::chrono::milliseconds stall);

} // namespace sandbench::rest
