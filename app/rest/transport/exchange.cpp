// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/exchange.h"

#include "app/rest/transport/answer_writer.h"
#include "app/rest/transport/client_body.h"

#include <exception>

namespace sandbench::rest {

namespace {

// We throw nothing, but libraries and the allocator do, and one call must not end all others.
Answer answerOf(const Listener::OnCall& onCall, Call& call)
{
    try {
        return onCall(call);
    } catch (const std::exception&) {
        return problemAnswer(Error(ErrorCode::Internal, "the handler failed"));
    }
}

bool write(
    Connection& connection, const Answer& answer, const AnswerFrame& frame,
    std::chrono::milliseconds stall)
{
    try {
        return writeAnswer(connection, answer, frame, stall);
    } catch (const std::exception&) {
        return false; // In the middle of the answer there is nothing to say any more.
    }
}

} // namespace

bool serveRequest(
    Connection& connection, const Listener::OnCall& onCall, const ExchangeRules& rules,
    const std::stop_token& stop)
{
    auto& received = connection.received();
    const auto end = headEnd(received);
    if (!end)
        return false;
    auto parsed = parseRequestHead(std::string_view(received).substr(0, *end));
    received.erase(0, *end);
    if (const auto* refusal = std::get_if<Answer>(&parsed)) {
        (void)write(connection, *refusal, {.keepsAlive = false}, rules.stall);
        return false;
    }
    auto& head = std::get<RequestHead>(parsed);
    ClientBody body(connection, head, rules.stall, stop);
    Call call;
    call.method = head.method;
    call.path = std::move(head.path);
    call.query = std::move(head.query);
    call.headers = head.headers;
    call.body = &body;
    call.peer = connection.peer();
    call.stop = stop;
    const auto answer = answerOf(onCall, call);
    // Whoever waits for "100 Continue" may or may not send the body after another answer.
    const bool isAtNext = body.skipRest();
    const AnswerFrame frame
        = {.isToHead = head.method == "HEAD",
           .isOldVersion = head.isOldVersion,
           .keepsAlive = head.keepsAlive && isAtNext && !rules.isEnding};
    return write(connection, answer, frame, rules.stall);
}

} // namespace sandbench::rest
