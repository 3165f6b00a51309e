// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/answer_writer.h"

#include "app/rest/wire/header_text.h"

#include <array>
#include <charconv>
#include <ctime>

namespace sandbench::rest {

namespace {

constexpr std::size_t kOnePiece = 16U << 10;

// Source: RFC 9110, 5.6.7; not strftime(), whose names follow the locale.
std::string httpDate()
{
    constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array kMonths
        = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto now = std::time(nullptr);
    std::tm parts = {};
    ::gmtime_r(&now, &parts);
    std::array<char, 64> text = {};
    std::snprintf(
        text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
        kDays.at(static_cast<std::size_t>(parts.tm_wday)), parts.tm_mday,
        kMonths.at(static_cast<std::size_t>(parts.tm_mon)), parts.tm_year + 1900, parts.tm_hour,
        parts.tm_min, parts.tm_sec);
    return text.data();
}

void addHeader(std::string& head, std::string_view name, std::string_view value)
{
    head += name;
    head += ": ";
    for (const char c : value)
        head += isHeaderValue({&c, 1}) ? c : ' ';
    head += "\r\n";
}

bool hasNoBody(int status)
{
    return status < 200 || status == 204 || status == 304;
}

bool isChunked(const Answer& answer, const AnswerFrame& frame)
{
    return answer.stream && answer.streamBytes == 0 && !frame.isOldVersion;
}

// Where only the connection's end says where the body ends.
bool endsTheConnection(const Answer& answer, const AnswerFrame& frame)
{
    return !frame.keepsAlive
        || (answer.stream && answer.streamBytes == 0 && frame.isOldVersion && !frame.isToHead);
}

// Ours to say: a handler's would contradict it.
bool isFraming(std::string_view name)
{
    return name == "content-length" || name == "transfer-encoding" || name == "connection"
        || name == "date" || name == "content-type";
}

class Sink : public BodySink
{
public:
    Sink(
        Connection& connection, bool isChunked, std::uint64_t length,
        std::chrono::milliseconds stall, std::stop_token stop)
        : m_connection(connection)
        , m_isChunked(isChunked)
        , m_left(length)
        , m_isCounted(length > 0)
        , m_stall(stall)
        , m_stop(std::move(stop))
    {
    }

    bool write(std::string_view bytes) override
    {
        if (!m_isGood || bytes.empty())
            return m_isGood;
        if (m_isCounted && bytes.size() > m_left)
            return m_isGood = false; // Better cut off than taken for the next answer.
        m_left -= m_isCounted ? bytes.size() : 0;
        if (!m_isChunked)
            return m_isGood = send(bytes);
        std::array<char, 20> size = {};
        const auto end = std::to_chars(size.data(), size.data() + size.size(), bytes.size(), 16);
        std::string chunk(size.data(), end.ptr);
        chunk.append("\r\n").append(bytes).append("\r\n");
        return m_isGood = send(chunk);
    }

    /// True = the client knows that it has all.
    bool finish()
    {
        if (m_isGood && m_isChunked)
            m_isGood = send("0\r\n\r\n");
        return m_isGood && (!m_isCounted || m_left == 0);
    }

private:
    bool send(std::string_view bytes)
    {
        return m_connection.send(bytes, Patience(m_stall), m_stop).has_value();
    }

    Connection& m_connection;
    const bool m_isChunked;
    std::uint64_t m_left;
    const bool m_isCounted;
    const std::chrono::milliseconds m_stall;
    const std::stop_token m_stop;
    bool m_isGood = true;
};

} // namespace

std::string answerHead(const Answer& answer, const AnswerFrame& frame)
{
    std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " "
        + std::string(reasonPhrase(answer.status)) + "\r\n";
    addHeader(head, "date", httpDate());
    for (const auto& [name, value] : answer.headers)
        if (isToken(name) && !isFraming(name))
            addHeader(head, name, value);
    if (!hasNoBody(answer.status)) {
        if (!answer.contentType.empty())
            addHeader(head, "content-type", answer.contentType);
        if (isChunked(answer, frame))
            addHeader(head, "transfer-encoding", "chunked");
        else if (!answer.stream || answer.streamBytes > 0)
            addHeader(
                head, "content-length",
                std::to_string(answer.stream ? answer.streamBytes : answer.bytes().size()));
    }
    if (endsTheConnection(answer, frame))
        addHeader(head, "connection", "close");
    else if (frame.isOldVersion)
        addHeader(head, "connection", "keep-alive");
    return head + "\r\n";
}

std::string refusalText(int status, std::string_view detail)
{
    const char* const code = status == 408 ? "timeout" : status == 503 ? "unavailable" : "protocol";
    auto answer = problemAnswer(status, code, detail);
    if (status == 503)
        answer.headers["retry-after"] = "1";
    return answerHead(answer, {.keepsAlive = false}) + answer.body;
}

OutgoingAnswer::OutgoingAnswer(Answer answer, const AnswerFrame& frame)
    : m_head(answerHead(answer, frame))
    , m_answer(std::move(answer))
    , m_staysOpen(!endsTheConnection(m_answer, frame))
    , m_hasBody(!frame.isToHead && !hasNoBody(m_answer.status))
{
    // Most answers are small: one piece for the socket, and for the network.
    if (m_hasBody && m_answer.bytes().size() <= kOnePiece) {
        m_head += m_answer.bytes();
        m_hasBody = false;
    }
}

std::string_view OutgoingAnswer::left() const
{
    if (m_headSent < m_head.size())
        return std::string_view(m_head).substr(m_headSent);
    return m_hasBody ? m_answer.bytes().substr(m_bodySent) : std::string_view();
}

Connection::Progress OutgoingAnswer::send(Connection& connection, std::size_t most)
{
    const auto begin = sentBytes();
    while (sentBytes() - begin < most) {
        auto piece = left();
        const auto before = piece.size();
        if (before == 0)
            return Connection::Progress::Done;
        const auto progress = connection.sendSome(piece);
        (m_headSent < m_head.size() ? m_headSent : m_bodySent) += before - piece.size();
        if (progress != Connection::Progress::Done)
            return progress;
    }
    return left().empty() ? Connection::Progress::Done : Connection::Progress::WantsWrite;
}

bool isStreamed(const Answer& answer, const AnswerFrame& frame)
{
    return answer.stream && !frame.isToHead && !hasNoBody(answer.status);
}

bool writeStream(
    Connection& connection, const Answer& answer, const AnswerFrame& frame,
    std::chrono::milliseconds stall, const std::stop_token& stop)
{
    if (!connection.send(answerHead(answer, frame), Patience(stall), stop))
        return false;
    Sink sink(connection, isChunked(answer, frame), answer.streamBytes, stall, stop);
    answer.stream(sink);
    return sink.finish() && !endsTheConnection(answer, frame);
}

} // namespace sandbench::rest
