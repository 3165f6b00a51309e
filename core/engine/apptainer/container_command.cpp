// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/container_command.h"

#include "core/engine/guest_path.h"

#include <algorithm>

namespace sandbench::apptainer {

namespace {

constexpr std::uint64_t kUnlimitedDiskBytes = 16ULL << 30;
constexpr std::uint64_t kSmallestDisk = 1ULL << 20;
/// For a program of 16 MiB when the working folder is full.
constexpr std::uint64_t kReserveBytes = 20ULL << 20;

/// One field of a line of comma-separated values, as --mount reads it. Source: RFC 4180.
std::string csvField(const std::string& text)
{
    std::string field = "\"";
    for (const char c : text) {
        if (c == '"')
            field += '"';
        field += c;
    }
    return field + '"';
}

std::string mountOf(const Bind& bind)
{
    return "type=bind," + csvField("source=" + bind.source) + ','
        + csvField("destination=" + bind.target) + (bind.writable ? "" : ",ro");
}

} // namespace

std::vector<ScratchFolder> scratchFolders(const SandboxSpec& spec)
{
    const auto asked = spec.limits.diskBytes;
    const auto disk = std::max(asked == 0 ? kUnlimitedDiskBytes : asked, kSmallestDisk);
    const auto quarter = std::max(disk / 4, kSmallestDisk);
    std::vector<ScratchFolder> folders
        = {{"/tmp", quarter, 01777},
           {"/var/tmp", quarter, 01777},
           {"/work", disk, 0755},
           {"/home/user", quarter, 0755},
           {"/run/sandbench", kReserveBytes, 0755}};
    if (spec.bringsWorkingFolder
        && std::none_of(folders.begin(), folders.end(), [&](const auto& folder) {
               return isWithin(spec.workingFolder, folder.path);
           }))
        folders.push_back({spec.workingFolder, disk, 0755});
    return folders;
}

bool isPlainTarget(const std::string& path)
{
    return isPlainPath(path) && path.find_first_of(",:\"\\") == std::string::npos;
}

std::vector<std::string> execArguments(const ContainerPlan& plan)
{
    // --userns: also where the program could be root by its set-user-id bit.
    std::vector<std::string> words
        = {"apptainer",   "exec",       "--userns",   "--containall",
           "--cleanenv",  "--no-home",  "--no-init",  "--no-umask",
           "--no-eval",   "--no-privs", "--uts",      "--hostname",
           plan.hostname, "--net",      "--network",  "none",
           "--pwd",       "/",          "--no-mount", "hostfs,bind-paths,cwd,home,tmp,sys"};
    for (const auto& folder : plan.scratch)
        words.insert(words.end(), {"--scratch", folder.path});
    for (const auto& bind : plan.binds)
        words.insert(words.end(), {"--mount", mountOf(bind)});
    if (plan.writableRoot)
        words.emplace_back("--writable-tmpfs");
    if (plan.nvidia)
        words.emplace_back("--nv");
    if (plan.rocm)
        words.emplace_back("--rocm");
    words.insert(words.end(), {plan.image, kAgentInside});
    return words;
}

} // namespace sandbench::apptainer
