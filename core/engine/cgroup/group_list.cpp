// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/group_list.h"

#include "core/engine/cgroup/cgroup_files.h"
#include "core/engine/ownership.h"
#include "core/process/process_stat.h"

#include <algorithm>
#include <ctime>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::cgroup {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view kScopeSuffix = ".scope";
constexpr auto kEndTimeout = 2s;
constexpr auto kStaleTimeout = 20ms;
constexpr std::time_t kForeignSeconds = 3600;

struct Group
{
    std::string folder, id;
    GroupOwner owner;
};

void addGroupsIn(const std::string& parent, std::vector<Group>& groups)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(parent.c_str()), ::closedir);
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr) {
        const std::string name = entry->d_name;
        std::string id = name;
        if (id.ends_with(kScopeSuffix))
            id.resize(id.size() - kScopeSuffix.size());
        if (const auto owner = groupOwner(id))
            groups.push_back({parent + "/" + name, id, *owner});
    }
}

/// The folders of one sandbox come one behind the other.
std::vector<Group> findGroups(const CgroupTree& tree)
{
    std::vector<Group> groups;
    for (const auto& parent : tree.parents())
        addGroupsIn(parent, groups);
    std::stable_sort(groups.begin(), groups.end(), [](const Group& left, const Group& right) {
        return left.id < right.id;
    });
    return groups;
}

/// Nothing is known of a maker in another process namespace, say in a container that shares our
/// groups: what runs no program, and was made long ago, serves nobody.
bool isOwnerGone(const Group& group)
{
    if (group.owner.pidNamespace == pidNamespace())
        return isProcessGone(group.owner.pid, group.owner.startTime);
    struct stat info = {};
    const auto members = readControl(group.folder + "/cgroup.procs");
    return members && cgroup_text::trimmed(*members).empty()
        && ::stat(group.folder.c_str(), &info) == 0
        && info.st_mtime + kForeignSeconds < ::time(nullptr);
}

SandboxInfo describe(const Group& group)
{
    struct stat info = {};
    (void)::stat(group.folder.c_str(), &info);
    const auto members = readControl(group.folder + "/cgroup.procs");
    SandboxInfo sandbox;
    sandbox.engine = groupEngine(group.id);
    sandbox.sessionId = groupSession(group.id);
    sandbox.id = group.id;
    sandbox.state = members && !cgroupProcesses(*members).empty() ? "running" : "exited";
    auto owner = ownerOfProcess(group.owner.pid, info.st_uid, group.owner.startTime);
    owner.pidNamespace = group.owner.pidNamespace;
    sandbox.owner = owner.text();
    sandbox.isOwnerAlive = !isOwnerGone(group);
    sandbox.isStale = !sandbox.isOwnerAlive;
    sandbox.createdAt = info.st_mtime;
    return sandbox;
}

Result<void> end(const Group& group, std::chrono::milliseconds timeout)
{
    killGroupV2(group.folder);
    // systemd removes its own when the last process is gone; if we did, it would keep the unit.
    if (group.folder.ends_with(kScopeSuffix))
        return {};
    return removeGroup(group.folder, timeout);
}

} // namespace

GroupOwner thisProcess()
{
    const auto process = readProcessStat(::getpid());
    return {::getpid(), process ? process->startTicks : 0, pidNamespace()};
}

std::vector<SandboxInfo> listGroups(const CgroupTree& tree, std::string_view engine)
{
    std::vector<SandboxInfo> sandboxes;
    for (const auto& group : findGroups(tree))
        if (groupEngine(group.id) == engine
            && (sandboxes.empty() || sandboxes.back().id != group.id))
            sandboxes.push_back(describe(group));
    return sandboxes;
}

Result<void> endGroup(const CgroupTree& tree, const std::string& id, std::string_view engine)
{
    bool found = false;
    for (const auto& group : findGroups(tree)) {
        if (groupEngine(group.id) != engine || (group.id != id && groupSession(group.id) != id))
            continue;
        found = true;
        SANDBENCH_TRY_VOID(end(group, kEndTimeout));
    }
    if (!found)
        return Error(
            ErrorCode::NotFound,
            "the "
                + (engine == kEmbeddedEngine ? "embedded engine" : "engine " + std::string(engine))
                + " has no sandbox " + id);
    return {};
}

void removeStaleGroups(const CgroupTree& tree)
{
    const auto self = thisProcess();
    for (const auto& group : findGroups(tree))
        if (group.owner != self && isOwnerGone(group))
            (void)end(group, kStaleTimeout).has_value();
}

} // namespace sandbench::cgroup
