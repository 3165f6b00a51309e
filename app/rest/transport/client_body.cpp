// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/client_body.h"

#include "app/rest/wire/multipart.h"

namespace sandbench::rest {

namespace {

Error ofBody(Error error)
{
    return std::move(error).within(std::string(kReadingBody));
}

} // namespace

ClientBody::ClientBody(
    Connection& connection, const RequestHead& head, std::chrono::milliseconds stall,
    std::stop_token stop)
    : m_connection(connection)
    , m_head(head)
    , m_stall(stall)
    , m_stop(std::move(stop))
    , m_decoder(head)
    , m_patience(stall)
    , m_owesContinue(head.expectsContinue)
{
}

Result<bool> ClientBody::next(std::string& into)
{
    into.clear();
    while (into.empty() && !m_decoder.isDone()) {
        auto& received = m_connection.received();
        if (received.empty()) {
            if (m_owesContinue)
                SANDBENCH_TRY_VOID(
                    m_connection.send("HTTP/1.1 100 Continue\r\n\r\n", Patience(m_stall), m_stop));
            m_owesContinue = false;
            SANDBENCH_TRY(const bool isThere, m_connection.receiveSome(m_patience, m_stop));
            if (!isThere)
                return Error(ErrorCode::ConnectionLost, "the client ended in the middle of it");
        }
        SANDBENCH_TRY(const auto taken, m_decoder.feed(received, into));
        received.erase(0, taken);
    }
    return !into.empty();
}

Result<std::string> ClientBody::readAll(std::size_t limit)
{
    const auto tooMuch = [&] {
        return ofBody(Error(
            ErrorCode::ResourceExhausted,
            "it may have " + std::to_string(limit) + " bytes at most"));
    };
    if (m_head.length.value_or(0) > limit)
        return tooMuch();
    std::string all, piece;
    for (;;) {
        const auto some = next(piece);
        if (!some)
            return ofBody(some.error());
        if (!*some)
            return all;
        if (piece.size() > limit - all.size())
            return tooMuch();
        if (const auto given = charge(piece.size()); !given)
            return given.error();
        all += piece;
    }
}

Result<void> ClientBody::stream(const OnPart& onPart, const Consume& consume)
{
    const auto type = m_head.headers.find("content-type");
    const auto boundary
        = multipartBoundary(type == m_head.headers.end() ? std::string() : type->second);
    if (!boundary)
        return ofBody(boundary.error());
    std::optional<MultipartParser> form;
    if (*boundary)
        form.emplace(**boundary, onPart, consume);
    std::string piece;
    for (;;) {
        const auto some = next(piece);
        if (!some)
            return ofBody(some.error());
        if (!*some)
            return form ? form->finish() : Result<void>();
        SANDBENCH_TRY_VOID(form ? form->feed(piece) : consume(piece));
    }
}

bool ClientBody::skipRest()
{
    std::string contents;
    auto& received = m_connection.received();
    if (!m_decoder.isDone() && !received.empty()) {
        const auto taken = m_decoder.feed(received, contents);
        received.erase(0, taken.value_or(0));
    }
    return m_decoder.isDone();
}

} // namespace sandbench::rest
