// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/client.h"
#include "core/session/session.h"

#include <string>

namespace sandbench {

/// Tells the guest to end what @p stream asked for, and waits for nobody: for destructors, see
/// AgentStream.
void endOnGuest(agent::AgentClient& client, const agent::AgentStream& stream);

/// The verb `write` piece by piece. Dropped before its end, it tells the guest to forget the file.
/// Thread: one at a time.
class StreamedFile : public FileWriter
{
public:
    StreamedFile(agent::AgentClient& client, agent::AgentStream stream, std::string path)
        : m_client(client)
        , m_stream(std::move(stream))
        , m_path(std::move(path))
    {
    }
    ~StreamedFile() override;

    Result<void> write(std::string_view bytes, std::stop_token stop) override;
    Result<void> finish(std::stop_token stop) override;

private:
    Result<void> awaitReply(std::stop_token stop);

    agent::AgentClient& m_client;
    agent::AgentStream m_stream;
    const std::string m_path;
    bool m_isOver = false;
};

} // namespace sandbench
