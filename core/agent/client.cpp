// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/client.h"

#include "core/base/stoppable_condition.h"
#include "core/base/text.h"
#include "core/policy/system_call_filter.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sandbench::agent {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kReadBytes = 256U << 10;
// How long a stopped caller's write may still take before the connection is given up.
constexpr auto kStoppedWritePatience = 300ms;
// Written piece by piece, so that a slow reader is told from one that does not read at all.
constexpr std::size_t kWriteBytes = 256U << 10;
constexpr auto kRulesPatience = 3s;
constexpr auto kRulesPause = 100ms; ///< Between two attempts that were answered at once.

Clock::rep ticks(Clock::time_point time)
{
    return time.time_since_epoch().count();
}

std::chrono::milliseconds toWait(Clock::duration duration)
{
    return std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(duration));
}

Error lost(std::string why)
{
    return Error(ErrorCode::ConnectionLost, std::move(why));
}

/// As the guest would, which never hears of it.
void refuse(StreamState& state)
{
    const Json reply
        = {{"ok", false},
           {"code", errorCodeName(ErrorCode::InvalidArgument)},
           {"message",
            "the request with its arguments and environment is larger than a sandbox takes"}};
    state.replied = true;
    state.queue.push_back({StreamItem::Kind::Reply, Channel::Stdin, writeJson(reply), {}});
}

Json filterNumbers(std::string_view program)
{
    auto numbers = Json::array();
    std::uint64_t instruction = 0;
    for (; program.size() >= sizeof instruction; program.remove_prefix(sizeof instruction)) {
        std::memcpy(&instruction, program.data(), sizeof instruction);
        numbers.push_back(instruction);
    }
    return numbers;
}

ErrorCode codeNamed(std::string_view name)
{
    using enum ErrorCode;
    for (const auto code :
         {InvalidArgument, NotFound, AlreadyExists, PermissionDenied, Unavailable, Timeout,
          Cancelled, ResourceExhausted, Protocol, ConnectionLost, Unsupported, Io})
        if (errorCodeName(code) == name)
            return code;
    return Internal;
}

} // namespace

Result<Json> checkReply(Json reply)
{
    if (jsonBool(reply, "ok"))
        return reply;
    auto message = jsonString(reply, "message", "the sandbox's agent refused the request");
    message.resize(std::min<std::size_t>(message.size(), 1000));
    return Error(codeNamed(jsonString(reply, "code")), std::move(message));
}

std::vector<std::string> reachedOf(const Json& reply)
{
    constexpr std::size_t kMost = 16;
    std::vector<std::string> reached;
    for (const auto& address : jsonField(reply, "reached"))
        if (address.is_string() && reached.size() < kMost)
            reached.push_back(oneLine(address.get<std::string>(), 100));
    return reached;
}

AgentClient::AgentClient(ByteStream& stream, std::chrono::seconds ttl)
    : m_stream(stream)
    , m_ttl(std::max<std::chrono::seconds>(ttl, 1s))
    , m_lastHeard(Clock::now())
    , m_nextPing(m_lastHeard + m_ttl / 3)
{
}

AgentClient::~AgentClient()
{
    close();
}

Result<std::unique_ptr<AgentClient>>
AgentClient::connect(ByteStream& stream, const Options& options, std::stop_token stop)
{
    std::unique_ptr<AgentClient> client(new AgentClient(stream, options.ttl));
    SANDBENCH_TRY_VOID(client->awaitHello(stop, Clock::now() + options.patience));
    std::string answer;
    const Json hello
        = {{"protocol", kProtocolVersion},
           {"ttl_seconds", options.ttl.count()},
           {"scratch", options.scratch}};
    appendFrame(answer, FrameType::Hello, 0, writeJson(hello));
    SANDBENCH_TRY_VOID(stream.write(answer));
    client->m_lastHeard = Clock::now();
    client->m_nextPing = client->m_lastHeard + client->m_ttl / 3;
    client->m_reader = std::thread([raw = client.get()] { raw->readLoop(); });
    if (options.setup != GuestSetup())
        SANDBENCH_TRY_VOID(client->setUpGuest(options, stop));
    return client;
}

Result<void> AgentClient::setUpGuest(const Options& options, std::stop_token stop)
{
    const auto& setup = options.setup;
    Json request
        = {{"verb", "setup"},
           {"user", setup.user},
           {"temporary", setup.temporaryFolder},
           {"folders", {setup.workFolder, setup.homeFolder}},
           {"guarded", setup.guardedFolder},
           {"remove_agent", setup.removeAgentFile}};
    // A confined filter is always a whole one.
    m_calls = setup.onlyNeededCalls ? Calls::Needed : Calls::AllButRefused;
    if (setup.filterSystemCalls || setup.onlyNeededCalls) {
        SANDBENCH_TRY(request["filter"], filterFor(Sockets::UnixAndInternet, m_calls));
    }
    if (setup.processes != 0)
        request["processes"] = setup.processes;
    if (!setup.unreachable.empty()) {
        request["unreachable"] = setup.unreachable;
        SANDBENCH_TRY(request["confined_filter"], filterFor(Sockets::Unix, m_calls));
    }
    SANDBENCH_TRY(m_setup, call(request, stop, options.patience));
    return {};
}

Result<Json> AgentClient::filterFor(Sockets sockets, Calls calls) const
{
    SANDBENCH_TRY(const auto filter, systemCallFilter(jsonString(m_hello, "arch"), sockets, calls));
    return filterNumbers(filter);
}

Result<std::vector<std::string>>
AgentClient::confine(const std::vector<std::string>& unreachable, std::stop_token stop)
{
    // Rules of a network need a moment before they hold; what was reached last counts.
    const auto until = Clock::now() + kRulesPatience;
    Json request = {{"verb", "confine"}, {"unreachable", unreachable}};
    for (;;) {
        if (Clock::now() >= until) {
            SANDBENCH_TRY(request["confined_filter"], filterFor(Sockets::Unix, m_calls));
        }
        SANDBENCH_TRY(const auto reply, call(request, stop, kRulesPatience));
        auto reached = reachedOf(reply);
        if (reached.empty() || request.contains("confined_filter"))
            return reached;
        restUntil(Clock::now() + kRulesPause, stop);
    }
}

Result<void> AgentClient::awaitHello(std::stop_token stop, Clock::time_point deadline)
{
    const std::stop_callback wake(stop, [this] { m_stream.wake(); });
    std::string buffer(4096, '\0');
    for (;;) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped");
        if (auto frame = m_decoder.next())
            return checkHello(*frame);
        if (!m_decoder.error().empty())
            return Error(
                ErrorCode::Protocol, "the sandbox did not start an agent: " + m_decoder.error());
        const auto left = deadline - Clock::now();
        if (left <= 0ms)
            return Error(ErrorCode::Timeout, "no agent answered from the sandbox in time");
        auto got = m_stream.read(buffer, toWait(left));
        if (!got && !got.failedAs(ErrorCode::Timeout, ErrorCode::Cancelled))
            return std::move(got.error()).within("waiting for the sandbox's agent");
        if (got && *got == 0)
            return lost("the sandbox ended before its agent answered");
        if (got)
            m_decoder.feed(std::string_view(buffer).substr(0, *got));
    }
}

Result<void> AgentClient::checkHello(const Frame& frame)
{
    if (frame.type != FrameType::Hello || frame.stream != 0)
        return Error(ErrorCode::Protocol, "the sandbox's agent did not greet first");
    SANDBENCH_TRY(m_hello, parseJson(frame.payload));
    if (jsonInt(m_hello, "protocol") != kProtocolVersion)
        return Error(
            ErrorCode::Unsupported,
            "the sandbox's agent speaks another protocol version; use this program's own agent");
    return {};
}

bool AgentClient::isAlive() const
{
    const std::lock_guard lock(m_mutex);
    return !m_failure;
}

std::optional<Error> AgentClient::failure() const
{
    const std::lock_guard lock(m_mutex);
    return m_failure;
}

AgentStream AgentClient::prepare(std::string& out, const Json& request)
{
    const auto text = writeJson(request);
    const bool isTooLarge = text.size() > kMaxPayload;
    std::shared_ptr<StreamState> state;
    {
        const std::lock_guard lock(m_mutex);
        state = std::make_shared<StreamState>(m_nextStream++);
        if (m_failure)
            state->failure = m_failure;
        else if (isTooLarge)
            refuse(*state);
        else
            m_streams.emplace(state->id, state);
    }
    if (!isTooLarge)
        appendFrame(out, FrameType::Request, state->id, text);
    return AgentStream(*this, std::move(state));
}

void AgentClient::hurry()
{
    m_stopDeadline = ticks(Clock::now() + kStoppedWritePatience);
    m_stream.wake();
}

Result<void> AgentClient::writeLocked(std::string_view frames)
{
    while (!frames.empty()) {
        if (auto broken = failure())
            return *std::move(broken);
        m_writeStarted = ticks(Clock::now());
        const auto written = m_stream.write(frames.substr(0, kWriteBytes));
        m_writeStarted = 0;
        if (!written) {
            fail(lost("the sandbox's agent is gone (" + written.error().message() + ")"));
            return *failure();
        }
        frames.remove_prefix(std::min(frames.size(), kWriteBytes));
    }
    return {};
}

Result<void> AgentClient::send(std::string_view frames, std::stop_token stop)
{
    const std::stop_callback onStop(stop, [this] { hurry(); });
    const std::lock_guard lock(m_writeMutex);
    return writeLocked(frames);
}

Result<AgentStream> AgentClient::open(const Json& request, std::stop_token stop)
{
    Batch batch(*this, std::move(stop));
    auto stream = batch.add(request);
    SANDBENCH_TRY_VOID(batch.send());
    return stream;
}

Result<Json>
AgentClient::call(const Json& request, std::stop_token stop, std::chrono::milliseconds patience)
{
    SANDBENCH_TRY(auto stream, open(request, stop));
    return stream.reply(stop, Clock::now() + patience);
}

Result<void> AgentClient::post(const Json& request, std::stop_token stop)
{
    Batch batch(*this, std::move(stop));
    batch.add(request).detach();
    return batch.send();
}

void AgentClient::fail(const Error& error)
{
    std::map<std::uint32_t, std::shared_ptr<StreamState>> streams;
    {
        const std::lock_guard lock(m_mutex);
        if (m_failure)
            return;
        m_failure = error;
        streams.swap(m_streams);
    }
    m_stream.close();
    for (const auto& [id, state] : streams)
        state->fail(error);
}

void AgentClient::close()
{
    fail(lost("the session was closed"));
    const std::lock_guard lock(m_closeMutex);
    if (m_reader.joinable())
        m_reader.join();
}

std::shared_ptr<StreamState> AgentClient::findStream(std::uint32_t id)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_streams.find(id);
    return found == m_streams.end() ? nullptr : found->second;
}

void AgentClient::forget(std::uint32_t id)
{
    const std::lock_guard lock(m_mutex);
    m_streams.erase(id);
}

void AgentClient::readLoop()
{
    // Without zeros: of a sandbox that says little only its first page is ever memory.
    const auto buffer = std::make_unique_for_overwrite<char[]>(kReadBytes);
    while (drainDecoder()) {
        const auto now = Clock::now();
        if (!keepHeartbeat(now))
            return;
        auto got = m_stream.read({buffer.get(), kReadBytes}, toWait(untilNextDuty(now)));
        if (!got && !got.failedAs(ErrorCode::Timeout, ErrorCode::Cancelled))
            return fail(lost("the sandbox's agent is gone (" + got.error().message() + ")"));
        if (got && *got == 0)
            return fail(lost("the sandbox's agent is gone"));
        if (got) {
            m_lastHeard = Clock::now();
            m_decoder.feed({buffer.get(), *got});
        } else if (!isAlive()) {
            return;
        }
    }
}

Clock::duration AgentClient::untilNextDuty(Clock::time_point now) const
{
    auto next = m_nextPing - now;
    if (const auto deadline = m_stopDeadline.load(); deadline != 0)
        next = std::min(next, Clock::duration(deadline - ticks(now)));
    return next;
}

bool AgentClient::keepHeartbeat(Clock::time_point now)
{
    if (now - m_lastHeard > m_ttl) {
        fail(lost("the sandbox's agent fell silent"));
        return false;
    }
    if (isWriteStuck(now)) {
        fail(lost("the sandbox's agent stopped reading"));
        return false;
    }
    if (now < m_nextPing)
        return true;
    m_nextPing = now + m_ttl / 3;
    // Whoever holds the lock is writing, which the guest hears as well as a Ping. Where a write
    // would wait, it also has something to hear; this thread must go on reading.
    if (const std::unique_lock lock(m_writeMutex, std::try_to_lock);
        lock && m_stream.isWritable()) {
        std::string ping;
        appendFrame(ping, FrameType::Ping, 0, {});
        if (!m_stream.write(ping)) {
            fail(lost("the sandbox's agent is gone"));
            return false;
        }
    }
    return true;
}

bool AgentClient::isWriteStuck(Clock::time_point now)
{
    const auto started = m_writeStarted.load();
    const auto lasted = ticks(now) - started;
    if (started != 0 && lasted > m_ttl.count())
        return true;
    auto deadline = m_stopDeadline.load();
    if (deadline == 0 || ticks(now) < deadline)
        return false;
    const Clock::duration patience = kStoppedWritePatience;
    if (started != 0 && lasted >= patience.count())
        return true;
    // One that began after the stop has as long.
    m_stopDeadline.compare_exchange_strong(deadline, started == 0 ? 0 : started + patience.count());
    return false;
}

bool AgentClient::drainDecoder()
{
    // Whoever waits is woken once for all that came for it together.
    std::shared_ptr<StreamState> heard;
    const auto hear = [&heard](std::shared_ptr<StreamState> next) {
        if (heard && heard != next)
            heard->changed.notify_all();
        heard = std::move(next);
    };
    while (auto frame = m_decoder.next()) {
        auto stream = dispatch(std::move(*frame));
        if (!stream) {
            hear(nullptr);
            fail(stream.error());
            return false;
        }
        hear(*std::move(stream));
    }
    hear(nullptr);
    if (m_decoder.error().empty())
        return true;
    fail(
        Error(ErrorCode::Protocol, "the sandbox's agent broke the protocol: " + m_decoder.error()));
    return false;
}

Result<std::shared_ptr<StreamState>> AgentClient::dispatch(Frame&& frame)
{
    if (frame.type == FrameType::Pong && frame.stream == 0)
        return std::shared_ptr<StreamState>();
    const bool isReply = frame.type == FrameType::Reply;
    const auto state = findStream(frame.stream);
    if (!state) {
        // After our own fail() the streams are gone while bytes may still be on their way.
        if (!isAlive())
            return std::shared_ptr<StreamState>();
        return Error(
            ErrorCode::Protocol, "the sandbox's agent broke the protocol: a frame for no request");
    }
    if (isReply)
        forget(frame.stream);
    SANDBENCH_TRY_VOID(state->accept(std::move(frame)));
    return state;
}

} // namespace sandbench::agent
