// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/agent_stream.h"

#include <algorithm>

namespace sandbench::agent {

namespace {

// Small frames are joined, so that a guest cannot turn its credit into millions of queue entries.
constexpr std::size_t kJoinBelow = 64U << 10;
constexpr std::size_t kManyItems = 16384;
// Events have no credit; this much may wait for a caller, each counted with the entry that holds
// it.
constexpr std::size_t kMaxControlBytes = 16U << 20;
constexpr std::size_t kEntryBytes = 256;
constexpr std::uint64_t kMaxSendCredit = 1ULL << 30;

bool isFromGuest(Channel channel)
{
    return channel != Channel::Stdin;
}

// Past kManyItems, the order between channels gives way to bounded memory.
StreamItem* joinTarget(std::deque<StreamItem>& queue, Channel channel)
{
    const auto depth = queue.size() > kManyItems ? std::min<std::size_t>(queue.size(), 8) : 1;
    for (std::size_t back = 1; back <= depth && back <= queue.size(); ++back) {
        auto& item = queue[queue.size() - back];
        if (item.kind == StreamItem::Kind::Data && item.channel == channel
            && item.payload.size() < kJoinBelow)
            return &item;
    }
    return nullptr;
}

Error broken(const char* rule)
{
    return Error(
        ErrorCode::Protocol, std::string("the sandbox's agent broke the protocol: ") + rule);
}

} // namespace

StreamState::StreamState(std::uint32_t number)
    : id(number)
{
    mayReceive.fill(kInitialCredit);
    maySend.fill(kInitialCredit);
}

Result<void> StreamState::accept(Frame&& frame)
{
    const std::lock_guard lock(mutex);
    switch (frame.type) {
    case FrameType::Data:
        SANDBENCH_TRY_VOID(acceptData(std::move(frame)));
        break;
    case FrameType::Eof:
        if (!isFromGuest(frame.channel()) || std::exchange(ended[indexOf(frame.channel())], true))
            return broken("an end of data that it may not send");
        if (!abandoned)
            queue.push_back({StreamItem::Kind::Eof, frame.channel(), {}, {}});
        break;
    case FrameType::Credit:
        SANDBENCH_TRY_VOID(acceptCredit(frame));
        break;
    case FrameType::Event:
        SANDBENCH_TRY_VOID(acceptEvent(std::move(frame)));
        break;
    case FrameType::Reply:
        replied = true;
        if (!abandoned)
            queue.push_back(
                {StreamItem::Kind::Reply, Channel::Stdin, std::move(frame.payload), {}});
        break;
    default:
        return broken("a frame that only the host may send");
    }
    return {};
}

Result<void> StreamState::acceptData(Frame&& frame)
{
    const auto channel = frame.channel();
    const auto size = frame.data().size();
    if (!isFromGuest(channel) || ended[indexOf(channel)])
        return broken("data on a closed channel");
    auto& credit = mayReceive[indexOf(channel)];
    if (size > credit)
        return broken("more data than it has credit for");
    credit -= size;
    if (abandoned || size == 0)
        return {};
    if (auto* target = size < kJoinBelow ? joinTarget(queue, channel) : nullptr)
        target->payload.append(frame.data());
    else
        queue.push_back({StreamItem::Kind::Data, channel, std::move(frame.payload), {}});
    return {};
}

Result<void> StreamState::acceptCredit(const Frame& frame)
{
    if (frame.channel() != Channel::Stdin && frame.channel() != Channel::File)
        return broken("credit for a channel that it writes itself");
    auto& credit = maySend[indexOf(frame.channel())];
    credit = std::min(credit + frame.credit(), kMaxSendCredit);
    return {};
}

Result<void> StreamState::acceptEvent(Frame&& frame)
{
    if (abandoned)
        return {};
    controlBytes += frame.payload.size() + kEntryBytes;
    if (controlBytes > kMaxControlBytes)
        return broken("more events than anybody can read");
    queue.push_back({StreamItem::Kind::Event, Channel::Stdin, std::move(frame.payload), {}});
    return {};
}

void StreamState::fail(const Error& error)
{
    {
        const std::lock_guard lock(mutex);
        if (!failure && !replied)
            failure = error;
    }
    changed.notify_all();
}

} // namespace sandbench::agent
