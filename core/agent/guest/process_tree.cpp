// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/process_tree.h"

#include "core/agent/guest/reaper.h"

#include <algorithm>
#include <csignal>
#include <poll.h>
#include <sys/wait.h>

namespace sandbench::guest {

using namespace std::chrono_literals;

// Stopping passes in one go; a tree that still grows after them is met again after a pause.
static constexpr int kPassesPerRound = 6;
static constexpr auto kConverges = 300ms;
static constexpr auto kGiveUp = 5s;
static constexpr auto kNewcomerComes = 1s;
// A chain of parents cannot be longer than the table, except while it changes under us.
static constexpr int kLongestChain = 4096;

OwnerId ProcessTree::resolveOrphan(const ProcessInfo& process) const
{
    const auto seen = m_seen.find(process.pid);
    if (seen != m_seen.end() && seen->second.startTicks == process.startTicks)
        return seen->second.owner;
    if (const auto session = m_roots.find(process.session); session != m_roots.end())
        return session->second;
    const auto now = Clock::now();
    const bool isAwaited = std::any_of(
        m_expected.begin(), m_expected.end(), [&](const auto& expected) {
            return expected.second.until > now && process.startTicks >= expected.second.sinceTicks;
        });
    return isAwaited ? 0 : kOrphan;
}

void ProcessTree::expectNewcomer(OwnerId owner)
{
    m_expected[owner] = {ticksSinceBoot(), Clock::now() + kNewcomerComes};
}

bool ProcessTree::isExpecting() const
{
    const auto now = Clock::now();
    return std::any_of(m_expected.begin(), m_expected.end(), [now](const auto& expected) {
        return expected.second.until > now;
    });
}

OwnerId ProcessTree::resolve(const ProcessTable& table, const ProcessInfo& process) const
{
    const ProcessInfo* at = &process;
    for (int i = 0; i < kLongestChain; ++i) {
        if (const auto claimed = m_roots.find(at->pid); claimed != m_roots.end())
            return claimed->second;
        if (at->parent == m_agent)
            return resolveOrphan(*at);
        const auto parent = table.find(at->parent);
        if (parent == table.end())
            return 0;
        at = &parent->second;
    }
    return 0;
}

std::vector<ProcessInfo>
ProcessTree::members(const ProcessTable& table, OwnerId owner, std::uint64_t sinceTicks) const
{
    std::vector<ProcessInfo> out;
    for (const auto& [pid, process] : table) {
        if (pid == m_agent || !process.isAlive())
            continue;
        const OwnerId whose = resolve(table, process);
        if (whose == owner || (whose == kOrphan && process.startTicks >= sinceTicks))
            out.push_back(process);
    }
    return out;
}

std::vector<ProcessInfo> ProcessTree::descendants(const ProcessTable& table) const
{
    std::vector<ProcessInfo> out;
    for (const auto& [pid, process] : table) {
        const ProcessInfo* at = &process;
        for (int i = 0; i < kLongestChain && at->parent != m_agent; ++i) {
            const auto parent = table.find(at->parent);
            if (parent == table.end())
                break;
            at = &parent->second;
        }
        if (at->parent == m_agent && process.isAlive())
            out.push_back(process);
    }
    return out;
}

std::vector<pid_t> ProcessTree::roots() const
{
    std::vector<pid_t> out;
    for (const auto& [root, owner] : m_roots)
        out.push_back(root);
    return out;
}

void ProcessTree::remember(const ProcessTable& table)
{
    std::unordered_map<pid_t, Seen> seen;
    for (const auto& [pid, process] : table) {
        const OwnerId owner = pid == m_agent ? 0 : resolve(table, process);
        if (owner != 0 && owner != kOrphan)
            seen.emplace(pid, Seen{process.startTicks, owner});
    }
    m_seen = std::move(seen);
}

OwnerId ProcessTree::ownerOf(pid_t pid) const
{
    if (const auto claimed = m_roots.find(pid); claimed != m_roots.end())
        return claimed->second;
    const auto seen = m_seen.find(pid);
    return seen == m_seen.end() ? 0 : seen->second.owner;
}

bool ProcessTree::hasNoOrphans() const
{
    if (Reaper::hasNoChildren())
        return true;
    const auto children = readOwnChildren();
    if (!children)
        return false;
    return std::all_of(children->begin(), children->end(), [this](pid_t child) {
        return m_roots.contains(child);
    });
}

void killEverything(const ProcessTree& tree, bool killsEverybody)
{
    const auto until = Clock::now() + kGiveUp;
    std::set<pid_t> stopped;
    if (killsEverybody)
        ::kill(-1, SIGKILL);
    for (const pid_t root : tree.roots())
        ::kill(-root, SIGKILL);
    while (Clock::now() < until) {
        while (::waitpid(-1, nullptr, WNOHANG | __WALL) > 0) { }
        if (Reaper::hasNoChildren())
            return;
        const auto all = tree.descendants(readProcessTable());
        const bool grew
            = std::any_of(all.begin(), all.end(), [&stopped](const ProcessInfo& process) {
                  return stopped.insert(process.pid).second;
              });
        for (const ProcessInfo& process : all)
            ::kill(process.pid, grew ? SIGSTOP : SIGKILL);
        if (!grew)
            ::poll(nullptr, 0, 1);
    }
}

TreeKiller::TreeKiller(EventLoop& loop, const ProcessTree& tree, Target target, bool killsEverybody)
    : m_loop(loop)
    , m_tree(tree)
    , m_target(target)
    , m_killsEverybody(killsEverybody)
{
}

TreeKiller::~TreeKiller()
{
    m_loop.cancel(m_timer);
}

void TreeKiller::start(std::function<void()> onEmpty)
{
    if (isStarted())
        return;
    m_onEmpty = std::move(onEmpty);
    m_since = Clock::now();
    m_timer = m_loop.after(0ms, [this] { step(); });
}

void TreeKiller::step()
{
    m_timer = 0;
    const auto now = Clock::now();
    if (!killRound() || now - m_since > kGiveUp)
        return finish();
    if (m_killsEverybody && now - m_since > kConverges && now - m_lastSweep > kConverges) {
        m_lastSweep = now;
        ::kill(-1, SIGKILL);
    }
    m_timer = m_loop.after(std::chrono::milliseconds(m_delay), [this] { step(); });
    m_delay = std::min(m_delay * 2, 16);
}

bool TreeKiller::killRound()
{
    if (m_rootGone && m_tree.hasNoOrphans())
        return false;
    for (int pass = 0; pass < kPassesPerRound; ++pass) {
        const ProcessTable table = readProcessTable();
        if (table.empty()) {
            // No /proc: the process group is all that can be named.
            const bool groupGone = ::kill(-m_target.root, SIGKILL) != 0;
            return !(m_rootGone && groupGone);
        }
        const auto members = m_tree.members(table, m_target.owner, m_target.sinceTicks);
        if (members.empty()) // one that is left alone now may prove to be nobody's
            return !m_rootGone || m_tree.isExpecting();
        bool grew = false;
        for (const ProcessInfo& member : members) {
            if (m_stopped.insert(member.pid).second) {
                ::kill(member.pid, SIGSTOP);
                grew = true;
            }
        }
        if (grew)
            continue;
        for (const ProcessInfo& member : members) {
            ::kill(member.pid, SIGKILL);
            if (member.pid != m_target.root)
                m_killed.insert(member.pid);
        }
        break;
    }
    return true;
}

void TreeKiller::finish()
{
    const auto onEmpty = m_onEmpty;
    onEmpty();
}

} // namespace sandbench::guest
