// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/stdio_server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <poll.h>
#include <unistd.h>

namespace sandbench::mcp {
namespace {

/// Implementation-defined. Source: JSON-RPC 2.0, 5.1.
constexpr int kBusy = -32000;
/// What a pipe or a socket takes without blocking when poll() says that it takes something.
constexpr std::size_t kAtOnce = 4096;

/// False = @p end came first.
bool waitFor(int fd, short event, const WakeEvent& end)
{
    std::array<pollfd, 2> polled = {pollfd{fd, event, 0}, pollfd{end.fd(), POLLIN, 0}};
    while (::poll(polled.data(), polled.size(), -1) < 0)
        if (errno != EINTR)
            return false;
    return polled[1].revents == 0;
}

bool takesBytesBy(int fd, std::chrono::steady_clock::time_point deadline)
{
    pollfd polled{fd, POLLOUT, 0};
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        const auto ready = ::poll(&polled, 1, static_cast<int>(std::max<long>(left.count(), 0)));
        if (ready >= 0 || errno != EINTR)
            return ready > 0;
    }
}

/// Collects the answers of one batch and sends them as a list when the last of its requests is
/// over. Thread: any.
class BatchAnswer
{
public:
    explicit BatchAnswer(Send send)
        : m_send(std::move(send))
    {
    }
    ~BatchAnswer()
    {
        try {
            if (!m_answers.empty())
                m_send(m_answers);
        } catch (const std::exception&) {
            return; // no memory for it: clients have a patience of their own
        }
    }
    BatchAnswer(const BatchAnswer&) = delete;
    BatchAnswer& operator=(const BatchAnswer&) = delete;

    void add(const Json& message)
    {
        // Progress does not wait.
        if (message.contains("method"))
            return m_send(message);
        const std::lock_guard lock(m_mutex);
        m_answers.push_back(message);
    }

private:
    Send m_send;
    std::mutex m_mutex;
    Json m_answers = Json::array();
};

} // namespace

StdioServer::StdioServer(const McpServer& server, workspace::Caller caller, int in, int out)
    : m_server(server)
    , m_caller(std::move(caller))
    , m_in(in)
    , m_out(out)
    , m_told{.conversation = std::make_shared<Conversation>()}
    , m_peer(m_told)
{
}

void StdioServer::serve(std::stop_token stop)
{
    const std::stop_callback wake(stop, [this] { m_end.signal(); });
    LineSplitter lines(kMostMessageBytes);
    const std::jthread changes([this](const std::stop_token& end) {
        m_server.tellChanges(
            m_told, m_caller, [this](const Json& out) { send(out); }, end);
    });
    while (readSome(lines))
        joinEnded();
    if (!stop.stop_requested()) {
        lines.end();
        takeAll(lines);
        std::unique_lock lock(m_mutex);
        m_ended.wait_for(lock, kGrace, [this] {
            return std::all_of(
                m_work.begin(), m_work.end(), [](const Work& one) { return one.isOver; });
        });
    }
    m_end.signal();
    m_ending.request_stop();
    m_inFlight.cancelAll();
    m_work.clear();
}

bool StdioServer::readSome(LineSplitter& lines)
{
    if (!waitFor(m_in, POLLIN, m_end))
        return false;
    std::array<char, 65536> bytes;
    const auto count = ::read(m_in, bytes.data(), bytes.size());
    if (count < 0)
        return errno == EINTR || errno == EAGAIN;
    lines.add({bytes.data(), static_cast<std::size_t>(count)});
    takeAll(lines);
    return count > 0;
}

void StdioServer::takeAll(LineSplitter& lines)
{
    while (const auto line = lines.take())
        if (line->isTooLong)
            send(errorMessage(nullptr, kParseError, "the message is too long"));
        else if (line->text.find_first_not_of(" \t\r") != std::string::npos)
            takeSafely(line->text);
}

void StdioServer::takeSafely(std::string_view line)
{
    // A message for which there is no memory is not the end of all sandboxes.
    try {
        take(line);
    } catch (const std::exception&) {
        send(errorMessage(nullptr, kInternalError, "something went wrong in the server"));
    }
}

void StdioServer::take(std::string_view line)
{
    auto incoming = parseMessages(line, m_peer.version == kBatchVersion);
    const Send one = [this](const Json& out) { send(out); };
    const auto all = incoming.isBatch ? std::make_shared<BatchAnswer>(one) : nullptr;
    for (auto& parsed : incoming.messages)
        dispatch(std::move(parsed), all ? [all](const Json& out) { all->add(out); } : one);
}

void StdioServer::dispatch(Parsed parsed, Send to)
{
    if (const auto* refusal = std::get_if<Json>(&parsed))
        return to(*refusal);
    auto& message = std::get<Message>(parsed);
    if (message.method == "notifications/cancelled")
        return cancel(message);
    if (!message.id.is_null() && !McpServer::isQuick(message))
        return start(std::move(message), std::move(to));
    m_server.handle(message, m_peer, m_caller, to, {});
}

void StdioServer::cancel(const Message& message)
{
    const auto& id = jsonField(message.params, "requestId");
    if (id.is_string() || id.is_number_integer())
        m_inFlight.cancel(writeJson(id));
}

void StdioServer::start(Message message, Send to)
{
    std::stop_source stop;
    auto entry = m_inFlight.add(writeJson(message.id), stop);
    if (!entry)
        return to(errorMessage(message.id, kInvalidRequest, "a request of this id goes on"));
    const std::lock_guard lock(m_mutex);
    if (m_work.size() >= kMostRequests)
        return to(errorMessage(
            message.id, kBusy,
            "too many requests at the same time: " + std::to_string(kMostRequests)));
    auto& work = m_work.emplace_back();
    work.thread = std::jthread([this, &work, stop, entry, peer = m_peer, asked = std::move(message),
                                to = std::move(to)]() mutable {
        const auto answer = [&](const Json& out) {
            // Who has read the answer may use its id again.
            if (out.contains("id"))
                entry.reset();
            to(out);
        };
        m_server.handle(asked, peer, m_caller, answer, stop.get_token(), m_ending.get_token());
        to = nullptr;
        entry.reset();
        const std::lock_guard ending(m_mutex);
        work.isOver = true;
        m_ended.notify_all();
    });
}

void StdioServer::joinEnded()
{
    std::list<Work> over;
    const std::lock_guard lock(m_mutex);
    for (auto at = m_work.begin(); at != m_work.end();) {
        const auto next = std::next(at);
        if (at->isOver)
            over.splice(over.end(), m_work, at);
        at = next;
    }
}

/// With m_sending.
bool StdioServer::canWrite()
{
    if (waitFor(m_out, POLLOUT, m_end))
        return true;
    if (!m_lastWord)
        m_lastWord = std::chrono::steady_clock::now() + kLastWord;
    return takesBytesBy(m_out, *m_lastWord);
}

void StdioServer::send(const Json& message)
{
    const auto line = writeJson(message) + "\n";
    std::string_view left = line;
    const std::lock_guard lock(m_sending);
    while (!left.empty() && !m_isClosed) {
        // A message that is cut off would spoil all that come after it.
        m_isClosed = !canWrite();
        if (m_isClosed)
            return;
        const auto count = ::write(m_out, left.data(), std::min(left.size(), kAtOnce));
        if (count >= 0) {
            left.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno != EINTR && errno != EAGAIN) {
            m_isClosed = true;
            m_end.signal();
        }
    }
}

} // namespace sandbench::mcp
