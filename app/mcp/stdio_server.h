// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/in_flight.h"
#include "app/mcp/mcp_server.h"
#include "core/base/fd.h"
#include "core/base/line_splitter.h"

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

namespace sandbench::mcp {

/// MCP over two descriptors, one JSON message a line. Requests overlap; those that take time have a
/// thread each. Source: MCP, stdio transport. Thread: serve() blocks, once.
class StdioServer
{
public:
    /// @p in, @p out: stay the caller's.
    StdioServer(const McpServer& server, workspace::Caller caller, int in, int out);

    /// Until the end of input, a client that does not read any more, or @p stop. What was asked for
    /// before the end of input has kGrace to be answered; then all requests are stopped, and the
    /// client has kLastWord to read what came of them. None goes on after it.
    void serve(std::stop_token stop);

    static constexpr std::chrono::seconds kGrace{1}, kLastWord{1};
    static constexpr std::size_t kMostRequests = 64;

private:
    struct Work
    {
        std::jthread thread;
        bool isOver = false;
    };

    bool readSome(LineSplitter& lines);
    void takeAll(LineSplitter& lines);
    void takeSafely(std::string_view line);
    void take(std::string_view line);
    void dispatch(Parsed parsed, Send to);
    void start(Message message, Send to);
    void send(const Json& message);
    void cancel(const Message& message);
    void joinEnded();
    bool canWrite();

    const McpServer& m_server;
    const workspace::Caller m_caller;
    const int m_in, m_out;
    const McpServer::Peer m_told; ///< Who is told of changes: m_peer, but for its version.
    McpServer::Peer m_peer; ///< The reader's.
    WakeEvent m_end; ///< Somebody wants serve() to return.
    std::stop_source m_ending; ///< Requests are stopped since the server ends.
    std::mutex m_sending;
    bool m_isClosed = false; ///< Nobody reads; of m_sending, as the next.
    std::optional<std::chrono::steady_clock::time_point> m_lastWord; ///< Once m_end is there.
    InFlight m_inFlight;
    std::mutex m_mutex;
    std::condition_variable m_ended;
    std::list<Work> m_work; ///< Last: its threads use all of the above.
};

} // namespace sandbench::mcp
