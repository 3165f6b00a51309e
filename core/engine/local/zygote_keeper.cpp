// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/zygote_keeper.h"

#include <utility>

namespace sandbench::local {

namespace {

/// Who opens a sandbox or two is served sooner by their own interpreters.
constexpr unsigned kWantedBeforeStart = 3;
constexpr unsigned kMostStarts = 3;

} // namespace

std::shared_ptr<Zygote> ZygoteKeeper::current()
{
    const std::lock_guard lock(m_mutex);
    if (m_zygote && !m_zygote->isAlive()) {
        m_zygote.reset();
        m_wanted = 0;
    }
    return m_zygote;
}

void ZygoteKeeper::giveUp(const std::shared_ptr<Zygote>& zygote)
{
    const std::lock_guard lock(m_mutex);
    if (m_zygote != zygote)
        return;
    m_zygote.reset();
    m_starts = kMostStarts;
}

void ZygoteKeeper::renew(std::uint64_t configuration)
{
    const std::lock_guard lock(m_mutex);
    if (!m_zygote || m_isStarting || m_zygote->configuration() == configuration)
        return;
    m_zygote.reset();
    m_wanted = 0;
    --m_starts;
}

void ZygoteKeeper::want(const KernelRecipe& recipe)
{
    const std::lock_guard lock(m_mutex);
    ++m_wanted;
    const bool isFirst = !m_zygote && m_wanted >= kWantedBeforeStart && m_starts < kMostStarts;
    const bool isFull = m_zygote && !m_isPreloaded && !recipe.preload.empty();
    if (m_isStarting || (!isFirst && !isFull))
        return;
    m_isStarting = true;
    // The one before has ended, but for its last step.
    m_thread = std::jthread([this, recipe, zygote = m_zygote](const std::stop_token& stop) {
        auto used = zygote;
        if (!used)
            if (auto started = Zygote::start(m_host, recipe, stop))
                used = std::move(*started);
        {
            const std::lock_guard inner(m_mutex);
            m_zygote = used;
            m_starts += zygote ? 0 : 1;
            m_isPreloaded = !recipe.preload.empty();
        }
        if (used && !recipe.preload.empty())
            (void)used->preload(recipe.preload, stop).has_value();
        const std::lock_guard inner(m_mutex);
        m_isStarting = false;
    });
}

} // namespace sandbench::local
