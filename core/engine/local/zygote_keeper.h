// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/local/zygote.h"

#include <mutex>
#include <thread>

namespace sandbench::local {

/// The zygote of an engine: started beside the work, once several sandboxes have wanted the same
/// kernel, and again when it has died. Where none can be had, every sandbox starts its own kernel
/// as before. Thread: any.
class ZygoteKeeper
{
public:
    explicit ZygoteKeeper(LocalHost& host)
        : m_host(host)
    {
    }

    /// The one that sandboxes are opened for now; null = none yet, or none at all.
    std::shared_ptr<Zygote> current();
    /// No sandbox can be opened for @p zygote, where one can without: there will be no other.
    void giveUp(const std::shared_ptr<Zygote>& zygote);
    /// Sandboxes from now on see @p configuration: see configurationState().
    void renew(std::uint64_t configuration);
    /// A sandbox would have been lent such a kernel.
    void want(const KernelRecipe& recipe);

private:
    LocalHost& m_host;
    std::mutex m_mutex;
    std::shared_ptr<Zygote> m_zygote;
    bool m_isStarting = false;
    bool m_isPreloaded = false; ///< Or has been tried.
    unsigned m_wanted = 0; ///< Since there was none.
    unsigned m_starts = 0;
    std::jthread m_thread; ///< Last: its end is waited for first.
};

} // namespace sandbench::local
