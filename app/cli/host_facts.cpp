// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/host_facts.h"

#include "core/base/fd.h"

#include <linux/magic.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <thread>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr std::size_t kMaxFactBytes = 1U << 20;

// Empty where the kernel or distribution has no such file.
std::string readFact(const std::string& path)
{
    auto text = readFile(path, kMaxFactBytes);
    if (!text)
        return {};
    while (text->ends_with('\n'))
        text->pop_back();
    return *std::move(text);
}

// The value behind "KEY=" or "key  : " in the first line that begins so.
std::string valueOf(const std::string& text, const std::string& key)
{
    const auto at = text.starts_with(key) ? 0 : text.find("\n" + key);
    if (at == std::string::npos)
        return {};
    const auto begin = text.find_first_of("=:", at);
    const auto end = std::min(text.find('\n', at + 1), text.size());
    if (begin == std::string::npos || begin >= end)
        return {};
    auto value = text.substr(begin + 1, end - begin - 1);
    while (!value.empty() && (value.front() == ' ' || value.front() == '"'))
        value.erase(0, 1);
    while (!value.empty() && value.back() == '"')
        value.pop_back();
    return value;
}

std::uint64_t memoryBytes()
{
    const auto pages = ::sysconf(_SC_PHYS_PAGES);
    const auto size = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0
        ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size)
        : 0;
}

std::string cgroupKind()
{
    struct statfs info = {};
    if (::statfs("/sys/fs/cgroup", &info) != 0)
        return "none";
    if (info.f_type == CGROUP2_SUPER_MAGIC)
        return "v2 (" + readFact("/sys/fs/cgroup/cgroup.controllers") + ")";
    return ::statfs("/sys/fs/cgroup/unified", &info) == 0 ? "v1 and v2 (hybrid)" : "v1";
}

std::string userNamespaces()
{
    if (readFact("/proc/sys/user/max_user_namespaces") == "0")
        return "forbidden (user.max_user_namespaces is 0)";
    if (readFact("/proc/sys/kernel/unprivileged_userns_clone") == "0")
        return "forbidden to users (kernel.unprivileged_userns_clone is 0)";
    if (readFact("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1")
        return "only for programs with an AppArmor profile "
               "(kernel.apparmor_restrict_unprivileged_userns is 1)";
    return ::access("/proc/self/ns/user", F_OK) == 0 ? "allowed" : "not in this kernel";
}

} // namespace

Json hostFacts()
{
    utsname system = {};
    ::uname(&system);
    return {
        {"kernel", system.release},
        {"arch", system.machine},
        {"distribution", valueOf(readFact("/etc/os-release"), "PRETTY_NAME")},
        {"cpu", valueOf(readFact("/proc/cpuinfo"), "model name")},
        {"cpus", std::thread::hardware_concurrency()},
        {"memory_bytes", memoryBytes()},
        {"user", ::geteuid()},
        {"cgroup", cgroupKind()},
        {"user_namespaces", userNamespaces()}};
}

} // namespace sandbench::cli
