// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/event_loop.h"
#include "core/agent/guest/process_table.h"

#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

namespace sandbench::guest {

/// Whose a process is: a run, a context or a kernel; 0 is nobody's.
using OwnerId = std::uint64_t;

/// Tells which processes belong to whom, also those that left their session and lost their parents.
///
/// A process belongs to the nearest claimed ancestor. An orphan (its parent is the agent now)
/// belongs to whom it was seen with before, else to the owner of its session, else to any run that
/// began before it. Thread: one.
class ProcessTree
{
public:
    explicit ProcessTree(pid_t agent)
        : m_agent(agent)
    {
    }

    OwnerId newOwner() { return ++m_lastOwner; }
    void claim(pid_t root, OwnerId owner) { m_roots[root] = owner; }
    void release(pid_t root) { m_roots.erase(root); }
    /// A process is about to come that @p owner will claim when it is known, and lose its parents
    /// before. Until called off, a second at most, new orphans that nobody else claims are left
    /// alone.
    void expectNewcomer(OwnerId owner);
    void callOff(OwnerId owner) { m_expected.erase(owner); }
    bool isExpecting() const;

    /// Living members of @p owner. @p sinceTicks: when it began, for orphans that nobody else
    /// claims.
    std::vector<ProcessInfo>
    members(const ProcessTable& table, OwnerId owner, std::uint64_t sinceTicks) const;
    /// All living processes below the agent, whose ever they are.
    std::vector<ProcessInfo> descendants(const ProcessTable& table) const;
    std::vector<pid_t> roots() const;
    /// Keeps in mind whose each process is now.
    void remember(const ProcessTable& table);
    /// By claim only.
    OwnerId claimOf(pid_t root) const
    {
        const auto found = m_roots.find(root);
        return found == m_roots.end() ? 0 : found->second;
    }
    /// By claim or memory only.
    OwnerId ownerOf(pid_t pid) const;
    /// True where it is certain that no orphan is left, without reading the table.
    bool hasNoOrphans() const;

private:
    static constexpr OwnerId kOrphan = ~OwnerId(0);
    struct Expected
    {
        std::uint64_t sinceTicks;
        Clock::time_point until;
    };
    struct Seen
    {
        std::uint64_t startTicks;
        OwnerId owner;
    };

    /// An owner, kOrphan, or 0 for a stranger.
    OwnerId resolve(const ProcessTable& table, const ProcessInfo& process) const;
    OwnerId resolveOrphan(const ProcessInfo& process) const;

    pid_t m_agent;
    OwnerId m_lastOwner = 0;
    std::unordered_map<pid_t, OwnerId> m_roots;
    std::unordered_map<pid_t, Seen> m_seen;
    std::unordered_map<OwnerId, Expected> m_expected;
};

/// Ends every process that the agent started or inherited; waits a few seconds at most. For the
/// agent's own end only.
void killEverything(const ProcessTree& tree, bool killsEverybody);

/// Kills all that belongs to one owner: stops members until no new ones appear, then kills, again
/// until none is left. Thread: one.
class TreeKiller
{
public:
    struct Target
    {
        OwnerId owner = 0;
        std::uint64_t sinceTicks = 0;
        pid_t root = -1; ///< Also a process group.
    };

    /// @p killsEverybody: the agent is the init process of a namespace and may end all others when
    /// stopping one by one does not converge.
    TreeKiller(EventLoop& loop, const ProcessTree& tree, Target target, bool killsEverybody);
    ~TreeKiller();

    /// @p onEmpty is called once, never from within start().
    void start(std::function<void()> onEmpty);
    bool isStarted() const { return static_cast<bool>(m_onEmpty); }
    /// The root was waited for.
    void setRootGone() { m_rootGone = true; }
    /// Members killed besides the root.
    std::size_t killed() const { return m_killed.size(); }

private:
    void step();
    /// False: nothing is left.
    bool killRound();
    void finish();

    EventLoop& m_loop;
    const ProcessTree& m_tree;
    Target m_target;
    bool m_killsEverybody;
    bool m_rootGone = false;
    std::function<void()> m_onEmpty;
    std::set<pid_t> m_stopped;
    std::set<pid_t> m_killed;
    Clock::time_point m_since;
    Clock::time_point m_lastSweep;
    EventLoop::TimerId m_timer = 0;
    int m_delay = 1;
};

} // namespace sandbench::guest
