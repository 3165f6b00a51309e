// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/call_log.h"

#include "core/agent/guest/process_exit.h"

#include <chrono>
#include <utility>

namespace sandbench::guest {

void CallLog::addProgram(
    pid_t pid, pid_t parent, std::string path, std::vector<std::string> arguments, bool isCut,
    UniqueFd descriptor)
{
    if (!takesProgram())
        return;
    const auto at = std::chrono::duration<double>(Clock::now() - m_begin).count();
    // One that became another program ends as that one.
    if (const auto old = m_latest.find(pid); old != m_latest.end())
        m_programs[old->second].descriptor.reset();
    m_latest[pid] = m_programs.size();
    m_programs.push_back(
        {pid, parent, std::move(path), std::move(arguments), isCut, at, std::move(descriptor), {}});
}

void CallLog::noteExit(pid_t pid, const ExitInfo& exit)
{
    if (const auto found = m_latest.find(pid); found != m_latest.end())
        m_programs[found->second].exit = exit;
}

void CallLog::addAttempt(const char* call, const SocketAddress& address)
{
    ++m_attempts;
    const Attempt attempt(call, address);
    if (const auto found = m_addresses.find(attempt); found != m_addresses.end())
        ++found->second;
    else if (m_addresses.size() < kMostAddresses)
        m_addresses.emplace(attempt, 1);
}

void CallLog::addName(std::string name)
{
    if (const auto found = m_names.find(name); found != m_names.end())
        ++found->second;
    else if (m_names.size() < kMostNames)
        m_names.emplace(std::move(name), 1);
}

Json CallLog::describeProgram(Program& program)
{
    Json out = {{"pid", program.pid},   {"parent", program.parent},
                {"path", program.path}, {"arguments", program.arguments},
                {"cut", program.isCut}, {"at", program.at}};
    const bool isLatest
        = m_latest[program.pid] == static_cast<std::size_t>(&program - m_programs.data());
    if (!program.exit && isLatest && program.descriptor)
        program.exit = exitOf(program.descriptor.get());
    if (program.exit)
        out[program.exit->signaled ? "signal" : "exit_code"] = program.exit->number;
    else if (isLatest)
        missed("exits");
    return out;
}

Json CallLog::describe()
{
    Json programs = Json::array(), addresses = Json::array(), names = Json::array(),
         refused = Json::array();
    for (Program& program : m_programs)
        programs.push_back(describeProgram(program));
    for (const auto& [attempt, count] : m_addresses) {
        const auto& [call, address] = attempt;
        addresses.push_back(
            {{"call", call}, {"address", address.text}, {"port", address.port}, {"count", count}});
    }
    for (const auto& [name, count] : m_names)
        names.push_back({{"name", name}, {"count", count}});
    for (const auto& [call, count] : m_refused)
        refused.push_back({{"number", call}, {"count", count}});
    return {
        {"programs", {{"started", m_started}, {"list", std::move(programs)}}},
        {"network",
         {{"attempts", m_attempts}, {"list", std::move(addresses)}, {"names", std::move(names)}}},
        {"refused", std::move(refused)},
        {"not_seen", m_missed}};
}

} // namespace sandbench::guest
