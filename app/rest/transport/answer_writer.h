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

/// What a connection's last answer says when no handler was asked: a problem with its head.
std::string refusalText(int status, std::string_view detail);

/// An answer that is there as a whole, on its way to its client. Whoever sends it need not wait:
/// what the socket does not take goes later. Thread: one at a time.
class OutgoingAnswer
{
public:
    /// Of @p answer, whose stream is not looked at.
    OutgoingAnswer(Answer answer, const AnswerFrame& frame);

    /// Sends what the socket takes, some @p most bytes of it. Done = that was all; WantsWrite also
    /// where @p most was the bound; Ended = the connection cannot be used any more.
    Connection::Progress send(Connection& connection, std::size_t most);
    /// Whether the next request may come on the same connection.
    bool staysOpen() const { return m_staysOpen; }
    std::size_t sentBytes() const { return m_headSent + m_bodySent; }

private:
    std::string_view left() const;

    std::string m_head;
    Answer m_answer;
    bool m_staysOpen, m_hasBody;
    std::size_t m_headSent = 0, m_bodySent = 0;
};

/// Whether the answer's stream has to be written; else it is an OutgoingAnswer.
bool isStreamed(const Answer& answer, const AnswerFrame& frame);
/// Writes head and stream; each piece has @p stall. False = the connection cannot be used any more.
/// Thread: the handler's.
bool writeStream(
    Connection& connection, const Answer& answer, const AnswerFrame& frame,
    std::chrono::milliseconds stall, const std::stop_token& stop);

} // namespace sandbench::rest
