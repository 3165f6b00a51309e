// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/client.h"
#include "core/base/line_splitter.h"
#include "core/session/folder_change.h"

#include <optional>
#include <string>

namespace sandbench {

/// The verb `watch`. Dropped, it tells the guest to look no longer. Thread: one at a time.
class AgentFolderWatch : public FolderWatch
{
public:
    AgentFolderWatch(agent::AgentClient& client, agent::AgentStream stream, std::string path)
        : m_client(client)
        , m_stream(std::move(stream))
        , m_path(std::move(path))
        , m_lines(kLongestChange)
    {
    }
    ~AgentFolderWatch() override;

    /// Waits until the guest looks. Errors: those of Session::watchFolder().
    Result<void> begin(std::stop_token stop);
    Result<FolderChange> next(std::stop_token stop, Clock::time_point deadline) override;

private:
    std::optional<FolderChange> take();
    Error endOf(Json reply) const;

    agent::AgentClient& m_client;
    agent::AgentStream m_stream;
    const std::string m_path;
    LineSplitter m_lines;
    std::optional<Error> m_end;
};

} // namespace sandbench
