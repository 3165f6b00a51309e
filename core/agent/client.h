// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/agent_stream.h"
#include "core/agent/protocol.h"
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/policy/system_call_filter.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sandbench::agent {

/// The host's end of the agent protocol over one ByteStream. Everything read from the guest is
/// untrusted: a frame that breaks a rule of protocol.h (too much data for its credit, an unknown
/// stream, a bad payload) ends the connection with Protocol and nothing else. Memory is bounded by
/// credit: about 2 MiB per channel and stream.
///
/// Thread: any. Owns one reader thread that decodes frames, hands them to their streams, sends a
/// Ping every ttl/3 and declares the connection lost after ttl of silence. It never blocks on a
/// caller and never waits for the write lock, so a slow consumer holds up nobody else. close()
/// joins it.
class AgentClient
{
public:
    struct Options
    {
        std::chrono::seconds ttl = std::chrono::seconds(60);
        std::vector<std::string> scratch; ///< Folders whose space the guest watches.
        std::chrono::milliseconds patience
            = std::chrono::seconds(15); ///< For the guest's Hello, and again for its setup.
        GuestSetup setup; ///< Done before connect() returns.
    };

    /// Exchanges Hello frames. @p stream must outlive the client.
    /// Errors: Timeout when no agent answers, Cancelled, ConnectionLost, Protocol, Unsupported
    /// (version, no filter for the guest's architecture), and of the setup NotFound (no such user)
    /// and PermissionDenied.
    static Result<std::unique_ptr<AgentClient>>
    connect(ByteStream& stream, const Options& options, std::stop_token stop);
    ~AgentClient();
    AgentClient(const AgentClient&) = delete;
    AgentClient& operator=(const AgentClient&) = delete;

    /// What the guest said about itself.
    const Json& hello() const { return m_hello; }
    /// What its setup brought: {uid, gid, user, env{}}; null where there was none to do. Untrusted.
    const Json& setup() const { return m_setup; }
    /// After the network's rules have changed: tries what programs must not reach any more, for
    /// some seconds as long as it answers; then programs that start from now on get no sockets but
    /// Unix ones. Returns what answered to the end. Errors: those of call().
    Result<std::vector<std::string>>
    confine(const std::vector<std::string>& unreachable, std::stop_token stop);
    bool isAlive() const;
    /// Why the connection ended, or nothing while it lives.
    std::optional<Error> failure() const;

    /// Writes frames of open streams. When a stop is requested and the guest does not read, the
    /// connection is ended after a third of a second: half a frame cannot be taken back. Errors:
    /// the connection's own (ConnectionLost, Protocol).
    Result<void> send(std::string_view frames, std::stop_token stop = {});

    /// A Batch of one request.
    Result<AgentStream> open(const Json& request, std::stop_token stop = {});
    /// Opens a stream, skips its events and waits for its Reply. Errors: those of the Reply,
    /// Timeout, Cancelled, ConnectionLost.
    Result<Json>
    call(const Json& request, std::stop_token stop, std::chrono::milliseconds patience);
    /// Sends a request whose Reply nobody waits for.
    Result<void> post(const Json& request, std::stop_token stop = {});

    /// Ends the connection with @p error; every waiting caller gets it.
    void fail(const Error& error);
    /// Ends the connection and joins the reader. May be called twice.
    void close();

private:
    friend class AgentStream;
    friend class Batch;
    AgentClient(ByteStream& stream, std::chrono::seconds ttl);

    Result<void> awaitHello(std::stop_token stop, Clock::time_point deadline);
    Result<void> checkHello(const Frame& frame);
    Result<Json> filterFor(Sockets sockets, Calls calls) const;
    Result<void> setUpGuest(const Options& options, std::stop_token stop);
    void readLoop();
    Clock::duration untilNextDuty(Clock::time_point now) const;
    bool keepHeartbeat(Clock::time_point now);
    bool isWriteStuck(Clock::time_point now);
    bool drainDecoder();
    /// Whom the frame was for; null = nobody.
    Result<std::shared_ptr<StreamState>> dispatch(Frame&& frame);
    AgentStream prepare(std::string& out, const Json& request);
    Result<void> writeLocked(std::string_view frames);
    void hurry();
    std::shared_ptr<StreamState> findStream(std::uint32_t id);
    void forget(std::uint32_t id);

    ByteStream& m_stream;
    const Clock::duration m_ttl;
    FrameDecoder m_decoder;
    Json m_hello;
    Json m_setup;
    Calls m_calls = Calls::AllButRefused; // of programs

    mutable std::mutex m_mutex; // streams and failure
    std::map<std::uint32_t, std::shared_ptr<StreamState>> m_streams;
    std::uint32_t m_nextStream = 1;
    std::optional<Error> m_failure;

    std::mutex m_writeMutex;
    std::atomic<Clock::rep> m_writeStarted{0}; // 0 = nobody is writing
    std::atomic<Clock::rep> m_stopDeadline{0}; // 0 = no stopped caller is waiting for a write
    Clock::time_point m_lastHeard; // reader thread only
    Clock::time_point m_nextPing; // reader thread only
    std::mutex m_closeMutex;
    std::thread m_reader;
};

/// Requests and their first data, written together without waiting for answers. It holds the
/// client's write lock, because the guest insists on rising stream numbers: keep it short, and
/// send() it before its streams are used or dropped. Thread: one.
class Batch
{
public:
    explicit Batch(AgentClient& client, std::stop_token stop = {});
    ~Batch();
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    AgentStream add(const Json& request);
    /// Data and Eof as far as the initial credit reaches; returns how many bytes went in. Eof only
    /// when all did.
    std::size_t addData(AgentStream& stream, Channel channel, std::string_view bytes);
    std::size_t bytes() const { return m_frames.size(); }
    /// Errors: the connection's own.
    Result<void> send();

private:
    AgentClient& m_client;
    std::stop_token m_stop;
    std::string m_frames;
    std::unique_lock<std::mutex> m_lock;
};

/// What a setup or confine reached that it should not. Untrusted, made fit for people.
std::vector<std::string> reachedOf(const Json& reply);

/// The Error in a Reply, or its fields.
Result<Json> checkReply(Json reply);

} // namespace sandbench::agent
