// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/call_text.h"
#include "core/agent/guest/reaper.h"
#include "core/base/clock.h"
#include "core/base/json.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::guest {

/// What one run tried, as it was told: bounded lists, and how many there were in all. No I/O but
/// the descriptors of its processes. Thread: one.
class CallLog
{
public:
    static constexpr std::size_t kMostPrograms = 500, kMostAddresses = 256, kMostNames = 256,
                                 kMostArguments = 64, kMostArgumentBytes = 1024;

    explicit CallLog(Clock::time_point begin)
        : m_begin(begin)
    {
    }

    /// There is still room for one, whose arguments are worth reading.
    bool takesProgram() const { return m_programs.size() < kMostPrograms; }
    void countProgram() { ++m_started; }
    /// It was counted already. @p descriptor: its pidfd, to ask how it ended; may be none.
    void addProgram(
        pid_t pid, pid_t parent, std::string path, std::vector<std::string> arguments, bool isCut,
        UniqueFd descriptor);
    void noteExit(pid_t pid, const ExitInfo& exit);
    void addAttempt(const char* call, const SocketAddress& address);
    /// Of an address that could not be read, or for which there is no room.
    void countAttempt() { ++m_attempts; }
    void addName(std::string name);
    void addRefusal(int call) { ++m_refused[call]; }
    /// A word of those that the host knows; see core/session/activity.cpp.
    void missed(std::string_view word) { m_missed.emplace(word); }

    /// {programs, network, refused, not_seen}. Asks the kernel how programs ended: to be called
    /// when all of them have.
    Json describe();

private:
    struct Program
    {
        pid_t pid, parent;
        std::string path;
        std::vector<std::string> arguments;
        bool isCut;
        double at;
        UniqueFd descriptor;
        std::optional<ExitInfo> exit;
    };
    using Attempt = std::pair<std::string, SocketAddress>;

    Json describeProgram(Program& program);

    Clock::time_point m_begin;
    std::vector<Program> m_programs;
    std::map<pid_t, std::size_t> m_latest; // the program that each process is now
    std::uint64_t m_started = 0, m_attempts = 0;
    std::map<Attempt, std::uint64_t> m_addresses;
    std::map<std::string, std::uint64_t> m_names;
    std::map<int, std::uint64_t> m_refused;
    std::set<std::string, std::less<>> m_missed;
};

} // namespace sandbench::guest
