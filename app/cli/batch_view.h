// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/batch/batch_pace.h"
#include "core/batch/batch_summary.h"

#include <cstdint>
#include <string>
#include <string_view>

/// How a batch goes, as text. Safe on a terminal. No I/O.
namespace sandbench::cli {

/// What to write on stderr: one line of a terminal that the next one replaces, elsewhere a line
/// every few seconds. Thread: one at a time.
class BatchProgress
{
public:
    using Time = batch::Pace::Time;

    /// @p all: lines. @p done: of them, by an earlier program.
    BatchProgress(bool isTerminal, std::uint64_t all, std::uint64_t done, Time now);

    /// A line is over.
    std::string add(std::string_view state, Time now);
    /// A line of its own, for people.
    std::string note(const std::string& sentence);
    /// Takes the line off a terminal.
    std::string end();
    /// "120/1000 lines, 81.3/s, 3 not passed, 11 s left"
    std::string text(Time now) const;

private:
    const bool m_isTerminal;
    batch::Pace m_pace;
    std::uint64_t m_notPassed = 0;
    Time m_shown;
    bool m_isShown = false;
};

/// How many lines ended how, and the first that did not pass. @p seconds: that this program took
/// for @p ran of them.
std::string batchText(const batch::Summary& summary, std::uint64_t ran, double seconds);

} // namespace sandbench::cli
