// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/stream.h"

#include <algorithm>

namespace sandbench::guest {

using agent::Channel;

// Far above what one credit frame per consumed chunk can add up to.
static constexpr std::uint64_t kCreditCeiling = 1ULL << 30;
static constexpr std::uint64_t kReturnAt = agent::kInitialCredit / 4;

Stream::Stream(Connection& connection, std::uint32_t id, std::function<void()> onFinished)
    : m_connection(connection)
    , m_id(id)
    , m_onFinished(std::move(onFinished))
{
    m_toSend.fill(agent::kInitialCredit);
    m_toReceive.fill(agent::kInitialCredit);
}

void Stream::event(std::string_view name, Json fields)
{
    fields["event"] = name;
    m_connection.send(agent::FrameType::Event, m_id, writeJson(fields));
}

void Stream::finish(const Json& reply)
{
    if (m_finished)
        return;
    m_finished = true;
    m_connection.send(agent::FrameType::Reply, m_id, writeJson(reply));
    m_onFinished();
}

void Stream::reply(Json fields)
{
    fields["ok"] = true;
    finish(fields);
}

void Stream::fail(const Error& error)
{
    m_failed = m_failed || !m_finished;
    finish(Json{{"ok", false}, {"code", errorCodeName(error.code())}, {"message", error.text()}});
}

std::size_t Stream::sendable(Channel channel) const
{
    return std::min(
        {static_cast<std::size_t>(m_toSend[indexOf(channel)]), m_connection.room(),
         agent::kDataChunk});
}

void Stream::send(Channel channel, std::string_view bytes)
{
    m_toSend[indexOf(channel)] -= bytes.size();
    m_connection.sendData(m_id, channel, bytes);
}

void Stream::sendEof(Channel channel)
{
    m_connection.sendEof(m_id, channel);
}

void Stream::consumed(Channel channel, std::size_t bytes)
{
    auto& owed = m_owed[indexOf(channel)];
    owed += bytes;
    if (owed < kReturnAt || m_finished)
        return;
    m_connection.sendCredit(m_id, channel, static_cast<std::uint32_t>(owed));
    m_toReceive[indexOf(channel)] += owed;
    owed = 0;
}

bool Stream::accountReceived(Channel channel, std::size_t bytes)
{
    auto& left = m_toReceive[indexOf(channel)];
    if (bytes > left)
        return false;
    left -= bytes;
    return true;
}

bool Stream::addCredit(Channel channel, std::uint32_t bytes)
{
    auto& credit = m_toSend[indexOf(channel)];
    credit += bytes;
    return credit <= kCreditCeiling;
}

} // namespace sandbench::guest
