// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/docker_api.h"
#include "core/engine/docker/stream_demux.h"
#include "core/engine/engine.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench::docker {

/// What sandboxes do with one container. All block; see DockerApi for errors and threads.

/// Ends it and returns when it is gone, or was gone before: a few seconds at most. Errors: Timeout,
/// Cancelled, the connection's.
Result<void>
removeContainer(const DockerApi& api, const std::string& id, std::stop_token stop = {});

/// Returns when its first process has ended by itself, or ends it. Errors: the connection's.
Result<void> waitUntilEnded(const DockerApi& api, const std::string& id);

/// Puts a tar archive into a container in which nothing runs.
Result<void> putArchive(
    const DockerApi& api, const std::string& id, std::string_view folder, std::string tar,
    std::stop_token stop);

/// How the messages of awaitAgent() begin.
inline constexpr std::string_view kAgentDidNotStart = "the agent did not start";
/// Waits for the first frame of an agent behind @p stream. Errors: Cancelled, Timeout, Unavailable
/// with what the other side said instead.
Result<void> awaitAgent(DemuxStream& stream, std::stop_token stop);

/// Names of the networks that it is in.
Result<std::vector<std::string>>
networksOf(const DockerApi& api, const std::string& id, std::stop_token stop);
/// Takes it out of all of them. Errors: Io when it is still in one.
Result<void> leaveNetworks(const DockerApi& api, const std::string& id, std::stop_token stop);

/// Why it ended, by the engine's events since @p since (its own clock, seconds since 1970).
std::optional<Instance::EndCause>
endOfContainer(const DockerApi& api, const std::string& id, std::int64_t since);

/// What events say of the end of their container. Pure; feed it line by line.
class EndEvents
{
public:
    /// Untrusted. False once the end is known.
    bool feed(std::string_view line);
    std::optional<Instance::EndCause> cause() const;

private:
    bool m_oom = false, m_killed = false, m_stopped = false, m_removed = false;
    std::optional<int> m_exitCode;
};

} // namespace sandbench::docker
