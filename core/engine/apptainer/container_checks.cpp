// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/container_checks.h"

#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/guest_path.h"
#include "core/engine/install_network.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdlib>
#include <memory>
#include <sys/stat.h>

namespace sandbench::apptainer {

namespace {

constexpr std::size_t kMostMounts = 64;
// Sockets of engines and of the user's session are below some of them; the others are the machine.
constexpr std::array<std::string_view, 11> kHostFolders
    = {"/",    "/run",     "/var/run",  "/proc", "/sys", "/dev",
       "/var", "/var/lib", "/run/user", "/boot", "/etc"};

Error invalid(std::string message)
{
    return Error(ErrorCode::InvalidArgument, std::move(message));
}

Result<void> checkNetwork(const NetworkChoice& network)
{
    if (network.name.empty() || network.name == "none" || isInstallNetwork(network))
        return {};
    return Error(
        ErrorCode::Unsupported,
        "Apptainer gives ordinary users no network of their own but for installing packages; leave "
        "the network "
            + inQuotes(network.name) + " away, or choose the engine docker or podman");
}

/// What there is no place for in a container of Apptainer's.
Result<void> checkChoices(const ContainerOptions& asked)
{
    const char* what = !asked.existing.empty() ? "no containers that could be entered"
        : !asked.user.empty()                  ? "no other users than the one it runs as"
        : !asked.runtime.empty()               ? "no runtimes to choose from"
        : !asked.labels.empty()                ? "no labels on containers"
        : !asked.commitTag.empty()             ? "no way to keep a container as an image"
        : !asked.platform.empty()              ? "no images for other machines"
                                               : nullptr;
    if (what)
        return Error(
            ErrorCode::Unsupported,
            std::string("Apptainer has ") + what
                + "; leave that away, or choose the engine docker or podman");
    if (!asked.gpus.empty() && asked.gpus != "all")
        return Error(
            ErrorCode::Unsupported,
            "Apptainer gives a sandbox all GPUs or none, not " + inQuotes(asked.gpus)
                + "; say all");
    const auto isBad = [](const std::string& word) {
        return word.empty() || word.find('\0') != std::string::npos;
    };
    if (std::any_of(asked.entrypoint.begin(), asked.entrypoint.end(), isBad))
        return invalid("a word of the entry point is empty or holds a NUL byte");
    return {};
}

Result<void> checkHost(const std::string& host)
{
    constexpr std::string_view kCharacters
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    const auto colon = host.find(':');
    const auto name = host.substr(0, colon);
    const auto address = colon == std::string::npos ? std::string() : host.substr(colon + 1);
    unsigned char bytes[sizeof(in6_addr)];
    const bool isAddress = ::inet_pton(AF_INET, address.c_str(), bytes) == 1
        || ::inet_pton(AF_INET6, address.c_str(), bytes) == 1;
    if (!isAddress || name.empty() || name.size() > 255
        || name.find_first_not_of(kCharacters) != std::string::npos)
        return invalid(
            inQuotes(host)
            + " is no host for the sandbox; write it as name:address, as db:10.0.0.5");
    return {};
}

Result<std::string> readSource(const std::string& source)
{
    if (!isPlainPath(source))
        return invalid(
            "cannot mount " + inQuotes(source) + ": name it by its absolute path, without \"..\"");
    const std::unique_ptr<char, void (*)(void*)> real(
        ::realpath(source.c_str(), nullptr), std::free);
    struct stat info = {};
    if (!real || ::stat(real.get(), &info) != 0)
        return invalid("cannot mount " + inQuotes(source) + ": there is no such file or folder");
    if (!S_ISDIR(info.st_mode) && !S_ISREG(info.st_mode))
        return invalid("will not mount " + inQuotes(source) + ": it is no file and no folder");
    const std::string path = real.get();
    if (std::find(kHostFolders.begin(), kHostFolders.end(), path) != kHostFolders.end()
        || isWithin(path, "/proc") || isWithin(path, "/sys") || isWithin(path, "/dev"))
        return invalid(
            "will not mount " + inQuotes(source)
            + ": it belongs to the machine itself; mount the folder below it that is needed");
    return path;
}

Result<void> checkTarget(const std::string& target)
{
    if (!isPlainTarget(target) || target == "/")
        return invalid(
            "cannot mount at " + inQuotes(target)
            + ": name a place in the sandbox by its absolute path, without \"..\", commas and "
              "colons");
    for (const std::string_view own :
         {"/work", "/tmp", "/var/tmp", "/home", "/home/user", "/run", "/etc"})
        if (target == own)
            return invalid(
                "cannot mount at " + target
                + ": the sandbox has its own folder there; choose another place");
    // Ours are laid over what is mounted below them.
    for (const std::string_view own :
         {"/work", "/tmp", "/var/tmp", "/home/user", "/run/sandbench", "/.sandbench", "/proc",
          "/sys", "/dev", "/.singularity.d"})
        if (isWithin(target, own))
            return invalid(
                "cannot mount at " + inQuotes(target) + ": " + std::string(own)
                + " belongs to the sandbox itself; choose another place, such as /data");
    return {};
}

} // namespace

Result<void> checkOptions(const SandboxSpec& spec)
{
    if (!spec.own.isEmptyBut<ContainerOptions>())
        return invalid(
            "apptainer has no pods (namespace, manifest, agent image); leave that away, or choose "
            "the engine kubernetes");
    if (spec.keepFor.count() > 0 || !spec.adopts.empty())
        return Error(
            ErrorCode::Unsupported,
            "Apptainer's sandboxes end with the program; keep one in docker or podman");
    SANDBENCH_TRY_VOID(checkNetwork(spec.network));
    SANDBENCH_TRY_VOID(checkChoices(containerOf(spec)));
    for (const auto& host : containerOf(spec).extraHosts)
        SANDBENCH_TRY_VOID(checkHost(host));
    if (spec.bringsWorkingFolder && !isPlainTarget(spec.workingFolder))
        return invalid(
            inQuotes(spec.workingFolder)
            + " is no working folder for Apptainer, which takes no commas and colons");
    return {};
}

Result<std::vector<Bind>> readMounts(const SandboxSpec& spec)
{
    const auto& mounts = containerOf(spec).mounts;
    if (mounts.size() > kMostMounts)
        return invalid("a sandbox has at most 64 mounts");
    std::vector<Bind> binds;
    for (const auto& mount : mounts) {
        SANDBENCH_TRY(auto source, readSource(mount.source));
        SANDBENCH_TRY_VOID(checkTarget(mount.target));
        if (std::any_of(binds.begin(), binds.end(), [&](const Bind& other) {
                return other.target == mount.target;
            }))
            return invalid("two mounts are at " + inQuotes(mount.target) + "; leave one away");
        binds.push_back({std::move(source), mount.target, mount.writable});
    }
    return binds;
}

std::vector<std::string> relaxationsOf(const SandboxSpec& spec)
{
    const auto& asked = containerOf(spec);
    std::vector<std::string> relaxations;
    if (asked.writableRoot)
        relaxations.emplace_back("writable root file system");
    for (const auto& mount : asked.mounts) {
        const auto place
            = mount.source == mount.target ? mount.source : mount.source + " at " + mount.target;
        relaxations.push_back("mount " + place + (mount.writable ? " (writable)" : " (read-only)"));
    }
    for (const auto& host : asked.extraHosts)
        relaxations.push_back("host " + host);
    if (!asked.gpus.empty())
        relaxations.push_back("gpus " + asked.gpus);
    return relaxations;
}

} // namespace sandbench::apptainer
