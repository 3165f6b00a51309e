// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/run_board.h"
#include "core/workspace/sandbox_table.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace sandbench::cli {

/// A thread that closes what nobody uses any more, from time to time, until it is destroyed.
class Janitor
{
public:
    Janitor(workspace::SandboxTable& table, workspace::RunBoard& board);

private:
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread; ///< Last: it uses all of the above.
};

} // namespace sandbench::cli
