// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_process_table.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

constexpr std::size_t kMostProcesses = 10'000;

} // namespace

std::uint32_t E2bProcessTable::add(Process process)
{
    const std::lock_guard lock(m_mutex);
    if (m_processes.size() >= kMostProcesses)
        forgetOne();
    ++m_counts[process.caller];
    m_processes[++m_last] = std::move(process);
    return m_last;
}

E2bProcessTable::Process
E2bProcessTable::find(const std::string& caller, std::uint32_t number) const
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_processes.find(number);
    return at == m_processes.end() || at->second.caller != caller ? Process() : at->second;
}

std::map<std::uint32_t, E2bProcessTable::Process>
E2bProcessTable::list(const std::string& caller, const std::string& sandbox) const
{
    std::map<std::uint32_t, Process> found;
    const std::lock_guard lock(m_mutex);
    for (const auto& [number, process] : m_processes)
        if (process.caller == caller && process.sandbox == sandbox)
            found.emplace(number, process);
    return found;
}

void E2bProcessTable::forgetOne()
{
    const auto most
        = std::max_element(m_counts.begin(), m_counts.end(), [](const auto& a, const auto& b) {
              return a.second < b.second;
          });
    m_processes.erase(std::find_if(m_processes.begin(), m_processes.end(), [&](const auto& entry) {
        return entry.second.caller == most->first;
    }));
    if (--most->second == 0)
        m_counts.erase(most);
}

} // namespace sandbench::rest
