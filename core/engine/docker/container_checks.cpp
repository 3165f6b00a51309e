// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/container_checks.h"

#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/docker/container_spec.h"
#include "core/engine/docker/image_reference.h"
#include "core/engine/docker/podman_dialect.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <set>

namespace sandbench::docker {

namespace {

constexpr std::size_t kMostMounts = 64;

// Whoever reaches one of these is root on the engine's machine.
constexpr std::array<std::string_view, 7> kSocketNames
    = {"docker.sock",      "podman.sock",    "containerd.sock", "crio.sock",
       "cri-dockerd.sock", "buildkitd.sock", "docker.raw.sock"};
// They hold such sockets, or are the machine itself.
constexpr std::array<std::string_view, 10> kHostFolders
    = {"/", "/run", "/var/run", "/proc", "/sys", "/dev", "/var", "/var/lib", "/run/user", "/boot"};
constexpr std::array<std::string_view, 3> kEngineFolders
    = {"/var/lib/docker", "/var/lib/containerd", "/var/lib/containers"};

Error invalid(std::string message)
{
    return Error(ErrorCode::InvalidArgument, std::move(message));
}

bool isMadeOf(std::string_view text, std::string_view others)
{
    return !text.empty() && text.size() <= 255
        && std::all_of(text.begin(), text.end(), [&](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                   || others.find(c) != std::string_view::npos;
           });
}

Result<void> checkSource(const std::string& source, const EngineFacts& facts)
{
    if (!isPlainPath(source))
        return invalid(
            "cannot mount " + inQuotes(source) + ": name it by its absolute path, without \"..\"");
    const auto name = std::string_view(source).substr(source.rfind('/') + 1);
    const bool isSocket
        = std::find(kSocketNames.begin(), kSocketNames.end(), name) != kSocketNames.end()
        || (!facts.socketPath.empty() && isWithin(facts.socketPath, source));
    if (isSocket)
        return invalid(
            "will not mount " + inQuotes(source)
            + ": through an engine's socket a program owns the whole machine");
    const bool isHost = std::find(kHostFolders.begin(), kHostFolders.end(), source)
            != kHostFolders.end()
        || isWithin(source, "/proc") || isWithin(source, "/sys")
        || std::any_of(kEngineFolders.begin(), kEngineFolders.end(),
                       [&](auto folder) { return isWithin(source, folder); });
    if (isHost)
        return invalid(
            "will not mount " + inQuotes(source)
            + ": it belongs to the machine itself; mount the folder below it that is needed");
    return {};
}

Result<void> checkTarget(const std::string& target)
{
    if (!isPlainPath(target) || target == "/")
        return invalid(
            "cannot mount at " + inQuotes(target)
            + ": name a place in the sandbox by its absolute path, without \"..\"");
    for (const std::string_view own : {"/work", "/tmp", "/home", "/home/user", "/run"})
        if (target == own)
            return invalid(
                "cannot mount at " + target + ": the sandbox has its own folder there; mount below "
                + "it, as at " + (target == "/home" ? "/home/user" : target) + "/data");
    for (const auto own :
         {std::string_view("/run/sandbench"), kAgentFolder, std::string_view("/proc"),
          std::string_view("/sys"), std::string_view("/dev")})
        if (isWithin(target, own))
            return invalid(
                "cannot mount at " + inQuotes(target) + ": " + std::string(own)
                + " belongs to the sandbox itself; choose another place");
    return {};
}

Result<void> checkMounts(const std::vector<Mount>& mounts, const EngineFacts& facts)
{
    if (mounts.size() > kMostMounts)
        return invalid("a sandbox has at most 64 mounts");
    std::set<std::string> targets;
    for (const auto& mount : mounts) {
        SANDBENCH_TRY_VOID(checkSource(mount.source, facts));
        SANDBENCH_TRY_VOID(checkTarget(mount.target));
        if (!targets.insert(mount.target).second)
            return invalid("two mounts are at " + inQuotes(mount.target) + "; leave one away");
    }
    return {};
}

Result<void> checkNetwork(const NetworkChoice& network, const EngineFacts& facts)
{
    const auto& name = network.name;
    if (name.empty() || name == "none")
        return {};
    if (name == "host" || name.find(':') != std::string::npos)
        return invalid(
            "will not share the network of " + inQuotes(name)
            + ": it reaches everything that the machine does; use bridge, or a network of the "
              "engine's by its name");
    if (!isMadeOf(name, "_.-"))
        return invalid(
            inQuotes(name) + " is no name of a network; see '" + commandOf(facts.dialect)
            + " network ls'");
    return {};
}

Result<void> checkHost(const std::string& host)
{
    const auto colon = host.find(':');
    const auto name = host.substr(0, colon);
    const auto address = colon == std::string::npos ? std::string() : host.substr(colon + 1);
    unsigned char bytes[sizeof(in6_addr)];
    const bool isAddress = address == "host-gateway"
        || ::inet_pton(AF_INET, address.c_str(), bytes) == 1
        || ::inet_pton(AF_INET6, address.c_str(), bytes) == 1;
    if (!isAddress || !isMadeOf(name, "_.-"))
        return invalid(
            inQuotes(host)
            + " is no host for the sandbox; write it as name:address, as db:10.0.0.5");
    return {};
}

Result<void> checkRuntime(const std::string& runtime, const EngineFacts& facts)
{
    const auto& known = facts.runtimes;
    if (runtime.empty() || std::find(known.begin(), known.end(), runtime) != known.end())
        return {};
    const auto names = listed(known, [](const auto& name) { return oneLine(name, 60); });
    return Error(
        ErrorCode::NotFound,
        "the engine has no runtime " + inQuotes(runtime) + "; it has "
            + (names.empty() ? "none to choose" : names));
}

Result<void> checkWords(const ContainerOptions& options)
{
    if (!options.user.empty()) {
        const auto colon = options.user.find(':');
        const auto group = colon == std::string::npos ? "0" : options.user.substr(colon + 1);
        if (!isMadeOf(options.user.substr(0, colon), "_.-") || !isMadeOf(group, "_.-"))
            return invalid(
                inQuotes(options.user)
                + " is no user; write 1000, 1000:1000 or a name of the image");
    }
    const auto isBad = [](const std::string& word) {
        return word.empty() || word.find('\0') != std::string::npos;
    };
    if (std::any_of(options.entrypoint.begin(), options.entrypoint.end(), isBad))
        return invalid("a word of the entry point is empty or holds a NUL byte");
    if (!options.gpus.empty() && !isMadeOf(options.gpus, ",_.:-"))
        return invalid(
            inQuotes(options.gpus)
            + " names no GPUs; write all, a count, or device ids with commas");
    if (!options.commitTag.empty()) {
        SANDBENCH_TRY_VOID(localTag(options.commitTag, false).within("the name of the new image"));
    }
    if (!options.platform.empty()
        && (!options.platform.starts_with("linux/") || !isMadeOf(options.platform, "/_.-")))
        return invalid(
            inQuotes(options.platform) + " is no platform for a sandbox; write it as linux/arm64");
    return {};
}

} // namespace

Result<void> checkContainerOptions(const SandboxSpec& spec, const EngineFacts& facts)
{
    const auto& options = containerOf(spec);
    SANDBENCH_TRY_VOID(checkMounts(options.mounts, facts));
    SANDBENCH_TRY_VOID(checkNetwork(spec.network, facts));
    SANDBENCH_TRY_VOID(checkRuntime(options.runtime, facts));
    SANDBENCH_TRY_VOID(checkWorkingFolder(spec.workingFolder));
    SANDBENCH_TRY_VOID(checkWords(options));
    for (const auto& host : options.extraHosts)
        SANDBENCH_TRY_VOID(checkHost(host));
    for (const auto& [name, value] : options.labels)
        if (name.empty() || name.starts_with("org.sandbench."))
            return invalid(
                "the label " + inQuotes(name)
                + " cannot be set; those of org.sandbench are its own");
    return {};
}

Result<void> checkExisting(const SandboxSpec& spec)
{
    const auto& options = containerOf(spec);
    if (asksForOwnContainer(spec))
        return invalid(
            "an existing container stays as it is: only user and working folder can be chosen for "
            "it");
    SANDBENCH_TRY_VOID(checkWorkingFolder(spec.workingFolder));
    SANDBENCH_TRY_VOID(checkWords(options));
    if (!isMadeOf(options.existing, "_.-"))
        return invalid(inQuotes(options.existing) + " is no name or id of a container");
    return {};
}

} // namespace sandbench::docker
