// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/streamed_file.h"

namespace sandbench {

using agent::Channel;

void endOnGuest(agent::AgentClient& client, const agent::AgentStream& stream)
{
    std::stop_source nobodyWaits;
    nobodyWaits.request_stop();
    const Json kill = {{"verb", "kill"}, {"run", stream.id()}};
    (void)client.post(kill, nobodyWaits.get_token()).has_value();
}

StreamedFile::~StreamedFile()
{
    if (!m_isOver)
        endOnGuest(m_client, m_stream);
}

Result<void> StreamedFile::write(std::string_view bytes, std::stop_token stop)
{
    auto sent = m_stream.send(Channel::File, bytes, stop);
    if (sent)
        return {};
    // A refusal ends the stream early; its reply says more than a failed write.
    if (sent.error().code() == ErrorCode::NotFound)
        SANDBENCH_TRY_VOID(awaitReply(std::move(stop)));
    return std::move(sent.error()).within("writing " + m_path);
}

Result<void> StreamedFile::finish(std::stop_token stop)
{
    auto ended = m_stream.sendEof(Channel::File, stop);
    if (!ended && ended.error().code() != ErrorCode::NotFound)
        return std::move(ended.error()).within("writing " + m_path);
    return awaitReply(std::move(stop));
}

Result<void> StreamedFile::awaitReply(std::stop_token stop)
{
    auto reply = m_stream.reply(std::move(stop));
    m_isOver = reply || reply.error().code() != ErrorCode::Cancelled;
    return withoutValue(std::move(reply).within("writing " + m_path));
}

} // namespace sandbench
