// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_mutex.h"
#include "core/engine/docker/container_spec.h"
#include "core/engine/docker/docker_api.h"
#include "core/engine/docker/doubts.h"
#include "core/engine/guest_agent.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench::docker {

/// Volumes of an engine that hold the agent, one for each of its versions and each kind of
/// processor: filled once, by whichever program needs it first, and used by all.
///
/// A volume is filled through a container that never starts; its name is the lock between programs.
/// While it is written no program can be started from it (ETXTBSY), and one that finds nothing in
/// it asks for refill(): so nobody has to look into a volume that is there. Thread: any.
class AgentVolumes
{
public:
    /// @p doubts outlive it.
    AgentVolumes(std::shared_ptr<const DockerApi> api, Doubts& doubts)
        : m_api(std::move(api))
        , m_doubts(doubts)
    {
    }

    /// The name of the volume for @p image's processor; empty where the engine allows none.
    /// Errors: Unsupported, Cancelled, the engine's.
    Result<std::string> prepare(const ImageFacts& image, std::stop_token stop);
    /// After a container did not find the agent in it.
    Result<void> refill(const ImageFacts& image, std::stop_token stop);

private:
    Result<std::string> find(const ImageFacts& image, std::string_view agent, std::stop_token stop);
    /// There afterwards, whoever made it.
    Result<void> make(const std::string& name, const std::string& machine, std::stop_token stop);
    Result<void> fill(
        const std::string& volume, const ImageFacts& image, std::string_view agent,
        std::stop_token stop);
    Result<std::string>
    lock(const std::string& volume, const ImageFacts& image, std::stop_token stop, bool& isFilled);

    /// Of other versions of ours, that nobody has made lately and no container has now. Whoever
    /// still needs one makes it again.
    void removeOld(std::stop_token stop);

    const std::shared_ptr<const DockerApi> m_api;
    Doubts& m_doubts;
    StoppableMutex m_mutex;
    std::map<std::string, std::string> m_ready; ///< By machine.
};

} // namespace sandbench::docker
