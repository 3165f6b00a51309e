// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/exchange.h"

#include "app/rest/transport/client_body.h"

#include <cstdint>
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

bool streamTo(
    Connection& connection, const Answer& answer, const AnswerFrame& frame,
    const ExchangeRules& rules, const std::stop_token& stop)
{
    try {
        return writeStream(connection, answer, frame, rules.stall, stop);
    } catch (const std::exception&) {
        return false; // In the middle of the answer there is nothing to say any more.
    }
}

Exchange send(Connection& connection, Answer answer, const AnswerFrame& frame)
{
    OutgoingAnswer outgoing(std::move(answer), frame);
    switch (outgoing.send(connection, SIZE_MAX)) {
    case Connection::Progress::Done:
        return {.goesOn = outgoing.staysOpen()};
    case Connection::Progress::Ended:
        return {};
    case Connection::Progress::WantsRead:
    case Connection::Progress::WantsWrite:
        break;
    }
    const bool staysOpen = outgoing.staysOpen();
    return {.goesOn = staysOpen, .rest = std::move(outgoing)};
}

} // namespace

Exchange serveRequest(
    Connection& connection, const Listener::OnCall& onCall, const ExchangeRules& rules,
    const std::stop_token& stop)
{
    auto& received = connection.received();
    const auto end = headEnd(received);
    if (!end)
        return {};
    auto parsed = parseRequestHead(std::string_view(received).substr(0, *end));
    received.erase(0, *end);
    if (auto* const refusal = std::get_if<Answer>(&parsed)) {
        const int status = refusal->status;
        auto exchange = send(connection, std::move(*refusal), {.keepsAlive = false});
        exchange.refused = status;
        return exchange;
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
    call.peerUser = connection.peerUser();
    call.stop = stop;
    call.room = rules.room;
    auto answer = answerOf(onCall, call);
    // Whoever waits for "100 Continue" may or may not send the body after another answer.
    const bool isAtNext = body.skipRest();
    const AnswerFrame frame
        = {.isToHead = head.method == "HEAD",
           .isOldVersion = head.isOldVersion,
           .keepsAlive = head.keepsAlive && isAtNext && !rules.isEnding};
    if (isStreamed(answer, frame))
        return {.goesOn = streamTo(connection, answer, frame, rules, stop)};
    return send(connection, std::move(answer), frame);
}

} // namespace sandbench::rest
