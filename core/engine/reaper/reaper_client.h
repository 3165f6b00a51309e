// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/engine/engine.h"
#include "core/engine/engine_connection.h"
#include "core/engine/reaper/reaper_protocol.h"
#include "core/process/child_process.h"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sandbench::reaper {

/// This program's reaper: a child (app/reaper) that outlives it, also when it is killed, and then
/// removes from the engines what it was told of and what has not gone since. It is started with the
/// first thing, in a session of its own and without any of our descriptors, and removes at its
/// start what dead programs left behind, so that no open() has to wait for that. Destroying this
/// says to it that the program is gone.
///
/// Engines share one. Calls never wait. Thread: any.
class Reaper
{
public:
    /// @p program: empty = sandbench-reaper next to the running program, or in its libexec folder.
    explicit Reaper(std::string program = {});
    ~Reaper();

    /// Removes what dead programs left in an engine.
    using Sweep = std::function<void(std::stop_token)>;

    /// Call it before @p thing is made, with the name that it is going to have. Without a reaper
    /// the first call for each engine sweeps it, for a second at most, and the report should have
    /// what is returned.
    std::optional<MissingLayer> watch(
        const EngineConnection& engine, const Thing& thing, std::chrono::seconds lease,
        const Sweep& sweep);
    /// Call it when @p thing is gone, or was not made.
    void forget(const EngineConnection& engine, const Thing& thing);

    /// What watch() and forget() say to it. Errors: Unavailable (the program is missing or ends at
    /// once), ResourceExhausted (it does not listen).
    Result<void> tell(
        ReaperMessage::Verb verb, const EngineConnection& connection, const Thing& thing,
        std::chrono::seconds lease);

private:
    Result<void> start();
    Result<void> send();
    unsigned numberOf(const EngineConnection& connection);

    std::mutex m_mutex;
    std::string m_program;
    UniqueFd m_socket; ///< Empty = it does not run.
    ChildProcess m_child; ///< Ends as soon as the reaper has made itself independent.
    std::string m_unsent;
    int m_starts = 0;
    std::vector<EngineConnection> m_connections; ///< By number.
    std::map<std::pair<unsigned, Thing>, std::chrono::seconds> m_watched;
    std::set<std::string> m_swept; ///< Engines whose leftovers we removed ourselves.
};

/// Where the reaper's program should be; empty = it is not there.
std::string findReaper();

} // namespace sandbench::reaper
