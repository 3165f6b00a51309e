// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_condition.h"
#include "core/workspace/hosted_sandbox.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <vector>

namespace sandbench::workspace {

/// Closes sandboxes that nobody asks for any more, on threads of its own, so that whoever used one
/// has its answer first. Thread: any.
class LateClosing
{
public:
    /// @p close: any of its threads calls it.
    explicit LateClosing(std::function<void(HostedSandbox&)> close);
    /// Closes what is left.
    ~LateClosing();

    /// Closes it on this thread where many are being closed already: they take memory until then.
    void add(std::shared_ptr<HostedSandbox> sandbox);
    /// Returns when all that was added before is closed, or at the stop.
    void wait(std::stop_token stop = {});

private:
    void closeThem(const std::stop_token& stop);

    const std::function<void(HostedSandbox&)> m_close;
    std::mutex m_mutex;
    StoppableCondition m_changed;
    /// By the number that they came with.
    std::map<std::uint64_t, std::shared_ptr<HostedSandbox>> m_waiting;
    std::set<std::uint64_t> m_goingOn;
    std::uint64_t m_added = 0;
    std::vector<std::jthread> m_workers; ///< Last: they use all of the above.
};

} // namespace sandbench::workspace
