// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/agent_stream.h"

#include "core/agent/client.h"

#include <algorithm>

namespace sandbench::agent {

namespace {

// Returning credit in eighths keeps the guest busy with few frames.
constexpr std::uint32_t kReturnCreditAt = kInitialCredit / 8;
// What an abandoned run may still print. The guest takes at most 1 GiB of credit in all.
constexpr std::uint32_t kFarewellCredit = 1U << 29;
constexpr Channel kGuestChannels[]
    = {Channel::Stdout, Channel::Stderr, Channel::Display, Channel::File};

Error over()
{
    return Error(ErrorCode::NotFound, "this request is over");
}

/// As many of @p bytes as the credit reaches, which it takes.
std::string_view takeCredited(StreamState& state, Channel channel, std::string_view bytes)
{
    auto& credit = state.maySend[indexOf(channel)];
    const auto taken
        = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(credit, bytes.size())));
    credit -= taken.size();
    return taken;
}

void appendChunks(std::string& out, std::uint32_t stream, Channel channel, std::string_view bytes)
{
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kDataChunk)))
        appendData(out, stream, channel, bytes.substr(0, kDataChunk));
}

} // namespace

AgentStream::AgentStream(AgentClient& client, std::shared_ptr<StreamState> state)
    : m_client(&client)
    , m_state(std::move(state))
{
}

AgentStream& AgentStream::operator=(AgentStream&& other) noexcept
{
    if (this != &other) {
        abandon();
        m_client = other.m_client;
        m_state = std::move(other.m_state);
        m_consumed = other.m_consumed;
        m_lastData = other.m_lastData;
    }
    return *this;
}

void AgentStream::abandon()
{
    const auto state = std::move(m_state);
    if (!state)
        return;
    std::string credits;
    {
        const std::lock_guard lock(state->mutex);
        if (state->replied || state->failure)
            return;
        state->abandoned = true;
        state->queue.clear();
        for (const auto channel : kGuestChannels) {
            state->mayReceive[indexOf(channel)] += kFarewellCredit;
            appendCredit(credits, state->id, channel, kFarewellCredit);
        }
    }
    // Nobody waits for this request any more, and nobody may have to wait here: it is sent as after
    // a stop. A failed write means that the connection is gone, and the run with it.
    std::stop_source nobodyWaits;
    nobodyWaits.request_stop();
    [[maybe_unused]] const auto sent = m_client->send(credits, nobodyWaits.get_token());
}

void AgentStream::detach()
{
    // Unlike abandon(), grants nothing: such a request has no data.
    const auto state = std::move(m_state);
    if (!state)
        return;
    const std::lock_guard lock(state->mutex);
    state->abandoned = true;
    state->queue.clear();
}

Result<void> AgentStream::returnCredit(std::stop_token stop)
{
    if (const auto last = std::exchange(m_lastData, std::nullopt))
        m_consumed[indexOf(last->first)] += last->second;
    std::string credits;
    for (const auto channel : kGuestChannels) {
        auto& consumed = m_consumed[indexOf(channel)];
        if (consumed < kReturnCreditAt)
            continue;
        {
            const std::lock_guard lock(m_state->mutex);
            if (!m_state->replied && !m_state->ended[indexOf(channel)])
                appendCredit(credits, m_state->id, channel, consumed);
            m_state->mayReceive[indexOf(channel)] += consumed;
        }
        consumed = 0;
    }
    return credits.empty() ? Result<void>() : m_client->send(credits, std::move(stop));
}

Result<StreamItem> AgentStream::next(std::stop_token stop, Clock::time_point deadline)
{
    if (!m_state)
        return over();
    // A failed write also fails the stream; what was queued before is still delivered below.
    [[maybe_unused]] const auto returned = returnCredit(stop);
    StreamItem item;
    {
        auto& state = *m_state;
        std::unique_lock lock(state.mutex);
        const auto ready = [&state] {
            return !state.queue.empty() || state.failure
                || (state.wantsCredit && state.maySend[indexOf(*state.wantsCredit)] > 0);
        };
        const bool woken = deadline == kForever
            ? state.changed.wait(lock, stop, ready)
            : state.changed.wait_until(lock, stop, deadline, ready);
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped");
        // A guest that sends for ever must not outlive the deadline; behind a Reply nothing comes.
        const bool isLate = deadline != kForever && !state.replied && Clock::now() >= deadline;
        if (!woken || (isLate && !state.failure))
            return Error(ErrorCode::Timeout, "the sandbox's agent did not answer in time");
        if (state.queue.empty() && state.failure)
            return *state.failure;
        if (state.queue.empty()) {
            const auto channel = *std::exchange(state.wantsCredit, std::nullopt);
            return StreamItem{StreamItem::Kind::Writable, channel, {}, {}};
        }
        item = std::move(state.queue.front());
        state.queue.pop_front();
        if (item.kind == StreamItem::Kind::Event)
            state.controlBytes -= std::min(state.controlBytes, item.payload.size() + 256);
    }
    if (item.kind == StreamItem::Kind::Data)
        m_lastData = std::pair(item.channel, static_cast<std::uint32_t>(item.bytes().size()));
    if (item.kind == StreamItem::Kind::Event || item.kind == StreamItem::Kind::Reply) {
        auto parsed = parseJson(item.payload, kMaxPayload);
        if (!parsed || !parsed->is_object()) {
            const Error error(
                ErrorCode::Protocol,
                "the sandbox's agent sent a message that is not a JSON object");
            m_client->fail(error);
            return error;
        }
        item.json = std::move(*parsed);
        item.payload.clear();
    }
    return item;
}

Result<Json> AgentStream::reply(std::stop_token stop, Clock::time_point deadline)
{
    for (;;) {
        SANDBENCH_TRY(auto item, next(stop, deadline));
        if (item.kind == StreamItem::Kind::Reply)
            return checkReply(std::move(item.json));
    }
}

Result<void> AgentStream::sendData(Channel channel, std::string_view bytes, std::stop_token stop)
{
    std::string frames;
    frames.reserve(bytes.size() + (bytes.size() / kDataChunk + 1) * (kHeaderBytes + 1));
    appendChunks(frames, m_state->id, channel, bytes);
    return m_client->send(frames, stop);
}

Result<std::size_t>
AgentStream::trySend(Channel channel, std::string_view bytes, std::stop_token stop)
{
    if (!m_state)
        return over();
    std::string_view allowed;
    {
        const std::lock_guard lock(m_state->mutex);
        if (m_state->failure)
            return *m_state->failure;
        if (m_state->replied)
            return over();
        allowed = takeCredited(*m_state, channel, bytes);
        if (allowed.size() < bytes.size())
            m_state->wantsCredit = channel;
    }
    if (!allowed.empty())
        SANDBENCH_TRY_VOID(sendData(channel, allowed, stop));
    return allowed.size();
}

Result<void> AgentStream::send(Channel channel, std::string_view bytes, std::stop_token stop)
{
    while (m_state && !bytes.empty()) {
        std::string_view allowed;
        {
            auto& state = *m_state;
            std::unique_lock lock(state.mutex);
            const auto& credit = state.maySend[indexOf(channel)];
            state.changed.wait(
                lock, stop, [&] { return credit > 0 || state.failure || state.replied; });
            if (stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped");
            if (state.failure)
                return *state.failure;
            if (state.replied)
                return over();
            allowed = takeCredited(state, channel, bytes);
        }
        SANDBENCH_TRY_VOID(sendData(channel, allowed, stop));
        bytes.remove_prefix(allowed.size());
    }
    return m_state ? Result<void>() : over();
}

Result<void> AgentStream::sendEof(Channel channel, std::stop_token stop)
{
    if (!m_state)
        return over();
    {
        // Nobody reads any more, and the guest may never have heard of the request.
        const std::lock_guard lock(m_state->mutex);
        if (m_state->replied)
            return {};
    }
    std::string frame;
    appendEof(frame, m_state->id, channel);
    return m_client->send(frame, std::move(stop));
}

std::size_t AgentStream::append(std::string& out, Channel channel, std::string_view bytes)
{
    std::string_view allowed;
    {
        // A hostile guest may send credit for a stream that it did not see yet.
        const std::lock_guard lock(m_state->mutex);
        if (m_state->replied)
            return 0;
        allowed = takeCredited(*m_state, channel, bytes);
    }
    appendChunks(out, m_state->id, channel, allowed);
    if (allowed.size() == bytes.size())
        appendEof(out, m_state->id, channel);
    return allowed.size();
}

} // namespace sandbench::agent
