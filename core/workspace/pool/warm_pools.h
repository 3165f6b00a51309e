// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/caller.h"
#include "core/workspace/pool/warm_pool.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sandbench::workspace {

/// The pools of a program, by name. Thread: any.
class WarmPools
{
public:
    explicit WarmPools(Composition& parts)
        : m_parts(parts)
    {
    }
    ~WarmPools() { end(); }

    /// @p request: with what holds for every sandbox of whoever asks. Errors: AlreadyExists,
    /// Unsupported (checkPoolable()), Unavailable after end().
    Result<std::shared_ptr<WarmPool>>
    add(Engine& engine, const std::string& name, SandboxRequest request, const PoolRules& rules);
    /// Errors: NotFound.
    Result<std::shared_ptr<WarmPool>> find(const std::string& name) const;
    /// By name.
    std::vector<std::shared_ptr<WarmPool>> list() const;
    /// Closes what is ready. Errors: NotFound.
    Result<void> remove(const std::string& name);
    /// The one whose sandboxes are what @p request asks of @p engine; null = none.
    std::shared_ptr<WarmPool> forRequest(const Engine& engine, const SandboxRequest& request) const;
    void end();

private:
    Composition& m_parts;
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<WarmPool>> m_pools;
    bool m_isEnding = false;
};

class SandboxTable;
struct ServerRules;

/// The pools that the settings of @p parts name, each as the body of POST /pools. Errors:
/// InvalidArgument naming the settings' member, and those of SandboxTable::addPool().
Result<void> addSettingsPools(
    SandboxTable& sandboxes, const Composition& parts, const Caller& owner, const Json& defaults,
    const ServerRules& rules);

/// {name, sandbox: {engine, image, language, network, limits}, the members of rulesJson(), ready,
/// opening, in_use, waiting, hits, misses, temporary, refused, opened, failed, replaced, problem}
Json poolView(const WarmPool& pool);

} // namespace sandbench::workspace
