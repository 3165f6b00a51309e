// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/call_log.h"
#include "core/agent/guest/event_loop.h"
#include "core/agent/guest/process_tree.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace sandbench::guest {

/// Hears of the calls that observedFilter() tells, writes down which run made them, and answers
/// each as the filter would have: it observes and decides nothing. What it read of a call's
/// arguments can be something else by the time when the kernel reads them.
///
/// While the agent is busy, such calls wait; when it is gone, there is no such call, and nothing
/// waits for ever. Thread: one. Source: seccomp_unotify(2)
class CallObserver
{
public:
    CallObserver(EventLoop& loop, const ProcessTree& tree);
    ~CallObserver();

    /// The kernel can tell calls.
    static bool isPossible();

    /// A process that is about to start sends its listener over @p channel, or closes it without.
    /// @p filter: as in observedFilter().
    void expect(UniqueFd channel, std::vector<sock_filter> filter);
    /// The same, of a process that runs already.
    void hear(UniqueFd listener, std::vector<sock_filter> filter, bool hasStarted);
    /// From now on what processes of @p owner do is written down, until end().
    void begin(OwnerId owner);
    /// For what the observer knows without being told: the root of a run, and how processes ended.
    CallLog* find(OwnerId owner);
    /// Of any process that was waited for.
    void noteExit(pid_t pid, const ExitInfo& exit);
    /// See CallLog::describe().
    Json end(OwnerId owner);

private:
    struct Listener
    {
        UniqueFd fd;
        std::vector<sock_filter> filter;
        bool hasStarted = false; ///< The program that it was made for; its run knows of that.
    };

    void receive(int channel, std::vector<sock_filter> filter);
    void serve(Listener& listener);
    OwnerId ownerOf(pid_t thread) const;
    void observe(CallLog& log, Listener& listener, const seccomp_data& call, pid_t thread);
    void observeProgram(CallLog& log, Listener& listener, const seccomp_data& call, pid_t thread);
    void observeAddress(CallLog& log, const char* name, const seccomp_data& call, pid_t thread);
    void observeDatagram(CallLog& log, const seccomp_data& call, pid_t thread);
    void observeMessages(CallLog& log, const seccomp_data& call, pid_t thread);
    void noteAsker(pid_t thread, std::uint64_t socket, const SocketAddress& address);

    EventLoop& m_loop;
    const ProcessTree& m_tree;
    std::map<int, UniqueFd> m_channels;
    std::map<int, std::shared_ptr<Listener>> m_listeners;
    std::map<OwnerId, CallLog> m_logs;
    std::set<std::pair<pid_t, std::uint64_t>> m_askers; // sockets that lead to a name server
    std::vector<char> m_call, m_answer; // as large as this kernel's
    bool m_isDeaf = true; // no process could have its calls told so far
};

} // namespace sandbench::guest
