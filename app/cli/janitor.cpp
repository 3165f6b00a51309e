// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/janitor.h"

#include <chrono>
#include <exception>

namespace sandbench::cli {

namespace {
/// What callers may wait for an idle sandbox's end, which they told in seconds.
constexpr std::chrono::seconds kInterval(1);
} // namespace

Janitor::Janitor(workspace::SandboxTable& table, workspace::RunBoard& board)
    : m_thread([this, &table, &board](const std::stop_token& stop) {
        for (;;) {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, kInterval, [] { return false; });
            if (stop.stop_requested())
                return;
            // Memory that is not there now may be there at the next time.
            try {
                table.reapIdle();
                board.forgetOld();
            } catch (const std::exception&) {
                continue;
            }
        }
    })
{
}

} // namespace sandbench::cli
