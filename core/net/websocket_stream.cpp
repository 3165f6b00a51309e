// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/websocket_stream.h"

#include "core/base/text.h"
#include "core/net/websocket_handshake.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <optional>
#include <sys/random.h>

namespace sandbench::net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kReadBytes = 64U << 10;

std::array<char, 4> newMask()
{
    std::array<char, 4> mask = {};
    while (::getrandom(mask.data(), mask.size(), 0) < 0 && errno == EINTR) { }
    return mask;
}

Error closedByUs()
{
    return {ErrorCode::Cancelled, "the WebSocket was closed"};
}

Error closedByPeer(const WebSocketClose& close)
{
    auto text = std::string("the server ended the connection");
    if (close.code != 0)
        text += " with code " + std::to_string(close.code);
    if (!close.reason.empty())
        text += " (" + oneLine(close.reason, 200) + ")";
    return {ErrorCode::ConnectionLost, text};
}

class ClientStream : public WebSocketStream
{
public:
    ClientStream(std::unique_ptr<ByteStream> connection, std::string protocol)
        : m_connection(std::move(connection))
        , m_protocol(std::move(protocol))
        , m_buffer(kReadBytes, '\0')
    {
    }
    ~ClientStream() override { close(); }

    const std::string& protocol() const override { return m_protocol; }
    Result<Message> read(milliseconds wait) override;
    Result<void> write(std::string_view payload) override;
    bool isWritable() const override { return m_connection->isWritable(); }
    void wake() override { m_connection->wake(); }
    void close() override;

private:
    Result<void> readMore(steady_clock::time_point until);
    Result<void> end(Error why);
    Result<void> writeLocked(WebSocketOpcode opcode, std::string_view payload);
    void answerPing();
    void sayGoodbye(std::uint16_t code);

    std::unique_ptr<ByteStream> m_connection;
    const std::string m_protocol;
    std::atomic<bool> m_isClosed = false;
    // The reader's.
    std::string m_buffer;
    WebSocketParser m_parser;
    std::optional<Error> m_end;
    // The writers'.
    std::mutex m_writeMutex;
    std::string m_frame;
    std::mutex m_pingMutex;
    std::optional<std::string> m_ping; ///< Still to be answered.
};

Result<WebSocketStream::Message> ClientStream::read(milliseconds wait)
{
    const auto until = steady_clock::now() + wait;
    for (bool isLate = false;;) {
        if (m_isClosed)
            return closedByUs();
        if (auto message = m_parser.next())
            return *std::move(message);
        if (m_end)
            return *m_end;
        // Also where bytes never stop coming.
        if (isLate)
            return Error(ErrorCode::Timeout, "the server sent no message");
        isLate = steady_clock::now() >= until;
        SANDBENCH_TRY_VOID(readMore(until));
    }
}

Result<void> ClientStream::readMore(steady_clock::time_point until)
{
    answerPing();
    const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
    const auto n = m_connection->read(m_buffer, std::max(left, milliseconds(0)));
    if (m_isClosed)
        return closedByUs();
    if (!n) {
        const auto code = n.error().code();
        if (code == ErrorCode::Timeout || code == ErrorCode::Cancelled)
            return n.error();
        return end(Error(ErrorCode::ConnectionLost, n.error().message()));
    }
    if (*n == 0)
        return end(Error(ErrorCode::ConnectionLost, "the connection broke"));
    auto fed = m_parser.feed(std::string_view(m_buffer).substr(0, *n));
    if (auto ping = m_parser.takePing()) {
        const std::lock_guard lock(m_pingMutex);
        m_ping = std::move(ping);
    }
    if (!fed)
        return end(fed.error());
    if (m_parser.closed())
        return end(closedByPeer(*m_parser.closed()));
    return {};
}

/// Messages from before are still read.
Result<void> ClientStream::end(Error why)
{
    m_end = std::move(why);
    sayGoodbye(m_parser.farewell());
    m_connection->close();
    return {};
}

Result<void> ClientStream::write(std::string_view payload)
{
    {
        const std::lock_guard lock(m_writeMutex);
        SANDBENCH_TRY_VOID(writeLocked(WebSocketOpcode::Binary, payload));
    }
    // Whoever read a ping meanwhile could not answer it.
    answerPing();
    return {};
}

Result<void> ClientStream::writeLocked(WebSocketOpcode opcode, std::string_view payload)
{
    if (m_isClosed)
        return closedByUs();
    m_frame.clear();
    appendWebSocketFrame(m_frame, opcode, payload, newMask());
    const auto written = m_connection->write(m_frame);
    if (written)
        return {};
    if (m_isClosed)
        return closedByUs();
    return Error(ErrorCode::ConnectionLost, "the connection broke");
}

/// Never waits: where a write would, the other side does not read, and a reader must not stop.
void ClientStream::answerPing()
{
    const std::unique_lock write(m_writeMutex, std::try_to_lock);
    if (!write)
        return;
    std::optional<std::string> ping;
    {
        const std::lock_guard lock(m_pingMutex);
        if (m_ping && m_connection->isWritable())
            ping = std::exchange(m_ping, std::nullopt);
    }
    // A connection that broke is told to whoever reads.
    if (ping) [[maybe_unused]]
        const auto written = writeLocked(WebSocketOpcode::Pong, *ping);
}

void ClientStream::sayGoodbye(std::uint16_t code)
{
    const std::unique_lock write(m_writeMutex, std::try_to_lock);
    if (!write || !m_connection->isWritable())
        return;
    const char payload[] = {static_cast<char>(code >> 8U), static_cast<char>(code & 0xffU)};
    [[maybe_unused]] const auto written
        = writeLocked(WebSocketOpcode::Close, {payload, sizeof payload});
}

void ClientStream::close()
{
    if (m_isClosed)
        return;
    sayGoodbye(1000);
    m_isClosed = true;
    m_connection->close();
}

} // namespace

std::unique_ptr<WebSocketStream>
makeWebSocketStream(std::unique_ptr<ByteStream> connection, std::string protocol)
{
    return std::make_unique<ClientStream>(std::move(connection), std::move(protocol));
}

Result<OpenedWebSocket> openWebSocket(
    const HttpClient& client, HttpRequest request, const std::vector<std::string>& protocols,
    std::stop_token stop)
{
    const auto key = newWebSocketKey();
    request.upgradeTo = "websocket";
    request.headers.emplace_back("Sec-WebSocket-Version", "13");
    request.headers.emplace_back("Sec-WebSocket-Key", key);
    if (!protocols.empty())
        request.headers.emplace_back("Sec-WebSocket-Protocol", listed(protocols));
    SANDBENCH_TRY(auto upgraded, client.upgrade(request, std::move(stop)));
    OpenedWebSocket opened;
    if (upgraded.response.status >= 300) {
        opened.response = std::move(upgraded.response);
        return opened;
    }
    SANDBENCH_TRY(
        auto chosen,
        checkWebSocketAnswer(upgraded.response, key, protocols).within(client.endpoint().text()));
    opened.stream = makeWebSocketStream(std::move(upgraded.stream), std::move(chosen));
    opened.response = std::move(upgraded.response);
    return opened;
}

} // namespace sandbench::net
