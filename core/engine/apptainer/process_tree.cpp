// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/process_tree.h"

#include "core/base/cgroup_text.h"
#include "core/base/fd.h"
#include "core/base/text.h"

#include <csignal>
#include <dirent.h>
#include <memory>
#include <string>

namespace sandbench::apptainer {

namespace {

constexpr std::size_t kChildrenBytes = 1U << 20;

std::vector<pid_t> childrenOfThread(const std::string& thread)
{
    const auto text = readFile(thread + "/children", kChildrenBytes);
    std::string_view rest = text ? std::string_view(*text) : std::string_view();
    std::vector<pid_t> children;
    while (!rest.empty())
        if (const auto pid = cgroup_text::number<pid_t>(takeUpTo(rest, ' ')))
            children.push_back(*pid);
    return children;
}

} // namespace

/// The kernel keeps them by the thread that made them.
std::vector<pid_t> childrenOf(pid_t process)
{
    const auto threads = "/proc/" + std::to_string(process) + "/task";
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(threads.c_str()), ::closedir);
    std::vector<pid_t> all;
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr) {
        const auto children = childrenOfThread(threads + "/" + entry->d_name);
        all.insert(all.end(), children.begin(), children.end());
    }
    return all;
}

void killTree(pid_t process)
{
    const auto children = childrenOf(process);
    ::kill(process, SIGKILL);
    for (const auto child : children)
        killTree(child);
}

} // namespace sandbench::apptainer
