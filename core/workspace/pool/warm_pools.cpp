// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/pool/warm_pools.h"

#include "core/base/several_at_once.h"
#include "core/base/text.h"
#include "core/engine/members.h"
#include "core/workspace/pool/likeness.h"
#include "core/workspace/requests.h"

#include <utility>

namespace sandbench::workspace {
namespace {

Error noSuchPool(const std::string& name)
{
    return Error(ErrorCode::NotFound, "there is no pool " + name.substr(0, 64));
}

} // namespace

Result<std::shared_ptr<WarmPool>> WarmPools::add(
    Engine& engine, const std::string& name, SandboxRequest request, const PoolRules& rules)
{
    SANDBENCH_TRY_VOID(checkPoolable(request));
    const std::lock_guard lock(m_mutex);
    if (m_isEnding)
        return Error(ErrorCode::Unavailable, "the server is ending");
    if (m_pools.contains(name))
        return Error(ErrorCode::AlreadyExists, "there is a pool " + name + " already");
    const auto likeness = likenessOf(request);
    for (const auto& [other, pool] : m_pools)
        if (&pool->engine() == &engine && pool->likeness() == likeness)
            return Error(
                ErrorCode::AlreadyExists, "pool " + other + " has the same sandboxes already");
    auto pool = WarmPool::open(m_parts, engine, name, std::move(request), rules);
    m_pools.emplace(name, pool);
    return pool;
}

Result<std::shared_ptr<WarmPool>> WarmPools::find(const std::string& name) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_pools.find(name);
    if (found == m_pools.end())
        return noSuchPool(name);
    return found->second;
}

std::vector<std::shared_ptr<WarmPool>> WarmPools::list() const
{
    std::vector<std::shared_ptr<WarmPool>> pools;
    const std::lock_guard lock(m_mutex);
    for (const auto& [name, pool] : m_pools)
        pools.push_back(pool);
    return pools;
}

Result<void> WarmPools::remove(const std::string& name)
{
    std::shared_ptr<WarmPool> pool;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_pools.find(name);
        if (found == m_pools.end())
            return noSuchPool(name);
        pool = std::move(found->second);
        m_pools.erase(found);
    }
    pool->end();
    return {};
}

std::shared_ptr<WarmPool>
WarmPools::forRequest(const Engine& engine, const SandboxRequest& request) const
{
    const std::lock_guard lock(m_mutex);
    if (m_pools.empty() || !checkPoolable(request))
        return nullptr;
    const auto likeness = likenessOf(request);
    for (const auto& [name, pool] : m_pools)
        if (&pool->engine() == &engine && pool->likeness() == likeness)
            return pool;
    return nullptr;
}

void WarmPools::end()
{
    std::vector<std::shared_ptr<WarmPool>> pools;
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        for (auto& [name, pool] : m_pools)
            pools.push_back(std::move(pool));
        m_pools.clear();
    }
    severalAtOnce(pools, [](const auto& pool) { pool->end(); });
}

Result<void> addSettingsPools(
    SandboxTable& sandboxes, const Composition& parts, const Caller& owner, const Json& defaults,
    const ServerRules& rules)
{
    const auto fields = poolFields(openFields());
    const auto add = [&](const Json& said) -> Result<void> {
        SANDBENCH_TRY_VOID(checkFields(said, fields));
        SANDBENCH_TRY(const auto pool, readPool(said));
        SANDBENCH_TRY(auto request, readOpen(parts, owner, pool.sandbox, defaults, rules));
        return withoutValue(sandboxes.addPool(owner, pool.name, std::move(request), pool.rules));
    };
    const auto& all = jsonList(parts.settings().pools);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (auto added = add(all[i]); !added)
            return std::move(added.error())
                .within("settings.json: pools[" + std::to_string(i) + "]");
    return {};
}

Json poolView(const WarmPool& pool)
{
    const auto& asked = pool.request();
    const auto& spec = asked.session.sandbox;
    const auto state = pool.state();
    Json view
        = {{"name", pool.name()},
           {"sandbox",
            {{"engine", asked.engine},
             {"image", spec.image},
             {"language", asked.language},
             {"network", spec.network.name.empty() ? "none" : spec.network.name},
             {"limits", limitsJson(spec.limits, asked.runLimits)}}},
           {"ready", state.ready},
           {"opening", state.opening},
           {"in_use", state.inUse},
           {"waiting", state.waiting},
           {"hits", state.hits},
           {"misses", state.misses},
           {"temporary", state.temporary},
           {"refused", state.refused},
           {"opened", state.opened},
           {"failed", state.failed},
           {"replaced", state.replaced},
           {"problem", state.problem.empty() ? Json() : Json(replaceInvalidUtf8(state.problem))}};
    view.update(rulesJson(pool.rules()));
    return view;
}

} // namespace sandbench::workspace
