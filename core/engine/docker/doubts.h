// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/engine/docker/docker_api.h"
#include "core/engine/reaper/reaper_client.h"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace sandbench::docker {

/// Whether what was asked for with this outcome may have been done, or may be yet.
bool isDoubtful(ErrorCode code);

/// Containers of this program that an engine was asked to make, or to remove, while nobody waited
/// for its answer: they may be there now, or come later. Destroying this tries a last time; what
/// comes even after that is the reaper's. Thread: any.
class Doubts
{
public:
    Doubts(std::shared_ptr<const DockerApi> api, std::shared_ptr<reaper::Reaper> reaper);
    ~Doubts();
    Doubts(const Doubts&) = delete;
    Doubts& operator=(const Doubts&) = delete;

    /// @p container: by the name that it has, or is going to have.
    void add(const std::string& container);
    /// Removes those that are there. Costs nothing where there are none, and a second where the
    /// engine is silent.
    void settle(std::stop_token stop = {});
    /// The same a few times, for as long as an engine that is not busy needs to finish.
    void settleSoon();

private:
    /// Whether it was there; nothing = the engine did not say, or keeps it.
    std::optional<bool> remove(const std::string& container, std::stop_token stop) const;

    const std::shared_ptr<const DockerApi> m_api;
    const std::shared_ptr<reaper::Reaper> m_reaper;
    std::mutex m_mutex;
    std::map<std::string, Clock::time_point> m_since; ///< When they were added.
};

} // namespace sandbench::docker
