// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/bwrap_command.h"

#include "core/engine/guest_path.h"
#include "core/engine/local/own_mounts.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>

namespace sandbench::local {

namespace {

/// What a sandbox without a disk limit gets; tmpfs without a size would take half of the machine's
/// memory.
constexpr std::uint64_t kUnlimitedDiskBytes = 16ULL << 30;
constexpr std::uint64_t kSmallestDisk = 1ULL << 20;
/// What libraries keep of what they found out about a machine.
constexpr std::uint64_t kZygoteScratchBytes = 64ULL << 20;
/// For a program of 16 MiB when the working folder is full.
constexpr std::uint64_t kReserveBytes = 20ULL << 20;

class Arguments
{
public:
    void add(std::initializer_list<std::string> words)
    {
        m_words.insert(m_words.end(), words.begin(), words.end());
    }
    void scratch(const std::string& path, std::uint64_t bytes, const char* mode)
    {
        add(
            {"--perms", mode, "--size", std::to_string(std::max(bytes, kSmallestDisk)), "--tmpfs",
             path});
    }
    std::vector<std::string> take() { return std::move(m_words); }

private:
    std::vector<std::string> m_words;
};

void addIsolation(Arguments& arguments, const std::string& hostname)
{
    arguments.add(
        {"--unshare-all", "--unshare-user", "--disable-userns", "--as-pid-1", "--die-with-parent",
         "--new-session", "--cap-drop", "ALL", "--uid", std::to_string(kGuestUid), "--gid",
         std::to_string(kGuestUid), "--hostname", hostname, "--clearenv", "--seccomp",
         std::to_string(kSeccompFd), "--info-fd", std::to_string(kInfoFd)});
}

void addSystem(
    Arguments& arguments, const HostLayout& layout, const std::vector<CopiedFile>& files,
    int firstFd)
{
    for (const auto& folder : layout.folders)
        arguments.add({"--ro-bind", folder, folder});
    for (const auto& [path, target] : layout.links)
        arguments.add({"--symlink", target, path});
    for (const auto& folder : layout.configFolders)
        arguments.add({"--ro-bind", folder, folder});
    for (const auto& file : files)
        arguments.add({"--perms", "0644", "--file", std::to_string(firstFd++), file.destination});
}

void addKernelInterfaces(Arguments& arguments)
{
    arguments.add({"--proc", "/proc"});
    // The host's user is nobody here, so the kernel refuses most of these anyway; this is the
    // second lock.
    arguments.add({"--ro-bind", "/proc/sys", "/proc/sys"});
    arguments.add({"--dev", "/dev"});
}

void addHiding(Arguments& arguments, const HostLayout& layout)
{
    for (const auto& path : layout.maskedProc)
        arguments.add({"--ro-bind", "/dev/null", path});
    for (const auto& path : layout.maskedProcFolders)
        arguments.add({"--size", "4096", "--tmpfs", path, "--remount-ro", path});
}

} // namespace

std::vector<CopiedFile>
sandboxFiles(const HostLayout& layout, const std::string& hostname, std::string_view nameServer)
{
    const std::string id = std::to_string(kGuestUid);
    std::vector<CopiedFile> files
        = {{"/etc/passwd",
            {},
            "root:x:0:0:root:/root:/usr/sbin/nologin\nuser:x:" + id + ":" + id
                + ":user:/home/user:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:"
                  "/usr/sbin/nologin\n"},
           {"/etc/group", {}, "root:x:0:\nuser:x:" + id + ":\nnogroup:x:65534:\n"},
           {"/etc/hosts", {}, "127.0.0.1 localhost " + hostname + "\n::1 localhost\n"},
           {"/etc/nsswitch.conf",
            {},
            std::string("passwd: files\ngroup: files\nhosts: files")
                + (nameServer.empty() ? "\n" : " dns\n")},
           {"/etc/hostname", {}, hostname + "\n"}};
    if (!nameServer.empty())
        files.push_back({"/etc/resolv.conf", {}, "nameserver " + std::string(nameServer) + "\n"});
    for (const auto& path : layout.configFiles)
        files.push_back({path, path, {}});
    return files;
}

std::vector<std::string> bwrapArguments(
    const HostLayout& layout, std::uint64_t processLimit,
    const std::vector<std::string>& agentArguments)
{
    Arguments arguments;
    arguments.add({"bwrap", "--args", std::to_string(kOptionsFd), "--"});
    if (processLimit != 0 && !layout.prlimit.empty()) {
        const auto count = std::to_string(processLimit);
        arguments.add({layout.prlimit, "--nproc=" + count + ':' + count});
    }
    arguments.add({"/proc/self/fd/" + std::to_string(kAgentFd)});
    if (agentArguments.empty())
        arguments.add({"lent", std::to_string(kDoorFd)});
    for (const auto& argument : agentArguments)
        arguments.add({argument});
    return arguments.take();
}

bool bringsWorkingFolder(const HostLayout& layout, const std::string& folder)
{
    std::vector<std::string> taken
        = {"/dev", "/proc", "/tmp", "/work", "/etc", "/home/user", "/run/sandbench", kEmptyFolder};
    taken.insert(taken.end(), layout.folders.begin(), layout.folders.end());
    taken.insert(taken.end(), layout.configFolders.begin(), layout.configFolders.end());
    for (const auto& [path, target] : layout.links)
        taken.push_back(path);
    return !folder.empty() && std::none_of(taken.begin(), taken.end(), [&](const auto& other) {
        return isWithin(folder, other) || isWithin(other, folder);
    });
}

std::vector<std::string> bwrapOptions(
    const HostLayout& layout, const SandboxSpec& spec, const std::vector<CopiedFile>& files,
    bool hides)
{
    const auto asked = spec.limits.diskBytes;
    const auto disk = asked == 0 ? kUnlimitedDiskBytes : asked;
    Arguments arguments;
    addIsolation(arguments, spec.hostname);
    addSystem(arguments, layout, files, kFirstFileFd);
    addKernelInterfaces(arguments);
    if (hides)
        addHiding(arguments, layout);
    arguments.scratch("/dev/shm", disk / 4, "1777");
    arguments.scratch("/tmp", disk / 4, "1777");
    arguments.scratch("/work", disk, "0755");
    arguments.add({"--dir", "/work/output"});
    arguments.add({"--perms", "0555", "--dir", kEmptyFolder});
    arguments.scratch("/home/user", disk / 4, "0755");
    arguments.scratch("/run/sandbench", kReserveBytes, "0755");
    if (bringsWorkingFolder(layout, spec.workingFolder))
        arguments.scratch(spec.workingFolder, disk, "0755");
    arguments.add({"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/work"});
    return arguments.take();
}

std::vector<std::string> zygoteArguments(const std::vector<std::string>& argv)
{
    // The interpreter is executed, and so mapped, from the mounts that every copy of it will have.
    std::vector<std::string> words
        = {"bwrap", "--args", std::to_string(kZygoteOptionsFd), "--", "/bin/sh", "-c",
           // What others may not read is not copied; bwrap makes folders that nobody else may read.
           "umask 022; cp -RP /run/etc/. /etc 2>/dev/null; chmod -R a+rX /etc; "
           "echo && read -r go && unset PWD && exec \"$@\" </dev/null >/dev/null",
           "sh"};
    words.insert(words.end(), argv.begin(), argv.end());
    words.push_back("/proc/self/fd/" + std::to_string(kZygoteSourceFd));
    return words;
}

std::vector<std::string> zygoteOptions(
    const HostLayout& layout, const std::vector<CopiedFile>& files,
    const std::vector<std::string>& env)
{
    Arguments arguments;
    arguments.add(
        {"--unshare-user", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--die-with-parent",
         "--new-session", "--userns-block-fd", std::to_string(kZygoteUsersFd), "--info-fd",
         std::to_string(kZygoteInfoFd), "--clearenv", "--cap-drop", "ALL"});
    for (const auto* right : {"SYS_ADMIN", "SYS_CHROOT", "SYS_PTRACE", "SETUID", "SETGID"})
        arguments.add({"--cap-add", std::string("CAP_") + right});
    for (const auto& entry : env)
        if (const auto equals = entry.find('='); equals != std::string::npos)
            arguments.add({"--setenv", entry.substr(0, equals), entry.substr(equals + 1)});
    // One folder, so that a sandbox takes one mount for it: of each, bwrap makes sure by reading
    // the list of all.
    arguments.scratch("/etc", kZygoteScratchBytes, "0755");
    auto system = layout;
    for (const auto& folder : std::exchange(system.configFolders, {}))
        arguments.add({"--ro-bind", folder, "/run" + folder});
    addSystem(arguments, system, files, kFirstZygoteFileFd);
    // Not one of its own: a process enters process namespaces below its own, and sandboxes have
    // theirs below the host's.
    arguments.add({"--ro-bind", "/proc", "/proc", "--dev", "/dev"});
    arguments.add({"--perms", "0555", "--dir", kEmptyFolder});
    for (const auto* folder : {"/tmp", "/work", "/home/user"})
        arguments.scratch(folder, kZygoteScratchBytes, "0755");
    arguments.add({"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"});
    return arguments.take();
}

} // namespace sandbench::local
