// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/bench.h"

#include <string>

namespace sandbench::cli {

/// A context with 100 MB of state, of which each cell changes a page.
void Bench::measureUndo()
{
    if (!wants("undo_100mb") && !wants("branch_100mb"))
        return;
    auto session = open(Warm::Now);
    const auto cell = [&](const std::string& code) {
        return timeRun(**session, {.code = code, .context = "c", .canBeUndone = true});
    };
    const auto ready
        = session ? cell("state = bytearray(b'x' * 100_000_000)") : Result<double>(session.error());
    if (!ready) {
        attempt("undo_100mb", ready);
        attempt("branch_100mb", ready);
        return;
    }
    for (int i = 0; i < times(40) && !stopped(); ++i) {
        const auto changed = cell("state[0] ^= 1");
        if (wants("branch_100mb"))
            attempt("branch_100mb", timed([&] {
                        return (*session)->branchContext("c", "branch", 2, m_stop);
                    }));
        (void)(*session)->closeContext("branch", m_stop);
        // Always: of the cells before, only the last ten have copies.
        const auto undone = timed([&]() -> Result<void> {
            SANDBENCH_TRY_VOID(changed);
            SANDBENCH_TRY_VOID((*session)->undoContext("c", 2, m_stop));
            return {};
        });
        if (wants("undo_100mb"))
            attempt("undo_100mb", undone);
    }
    (void)(*session)->close();
}

} // namespace sandbench::cli
