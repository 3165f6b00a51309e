// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace sandbench::rest {

/// Numbers for runs, as E2B's clients want them. The oldest of whoever has most are forgotten
/// first. Thread: any.
class E2bProcessTable
{
public:
    struct Process
    {
        std::string caller, sandbox, runId;
        bool isTerminal = false;
        Json view = {}; ///< {config, tag}, as lists say it.
    };

    std::uint32_t add(Process process);
    /// Empty where @p caller has none of that number.
    Process find(const std::string& caller, std::uint32_t number) const;
    /// @p caller's in one sandbox, by their numbers.
    std::map<std::uint32_t, Process>
    list(const std::string& caller, const std::string& sandbox) const;

private:
    void forgetOne();

    mutable std::mutex m_mutex;
    std::uint32_t m_last = 1000;
    std::map<std::uint32_t, Process> m_processes;
    std::map<std::string, std::size_t> m_counts; ///< By caller.
};

} // namespace sandbench::rest
