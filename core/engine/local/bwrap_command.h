// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "core/engine/local/host_layout.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sandbench::local {

/// Child descriptors of bwrap. 0 and 1 are the agent's stream, 2 collects messages.
inline constexpr int kAgentFd = 3;
inline constexpr int kSeccompFd = 4;
inline constexpr int kInfoFd = 5;
inline constexpr int kOptionsFd = 6;
inline constexpr int kDoorFd = 7; ///< For the agent: see Instance::lendKernel().
inline constexpr int kFirstFileFd = 8;

/// And of the bwrap that has no sandbox in it, but a zygote (core/engine/local/zygote.h). 0 and 1
/// are the stream of its first words, 2 collects messages; what follows is a kernel's.
inline constexpr int kZygoteControlFd = 3;
inline constexpr int kZygoteSourceFd = 4;
inline constexpr int kZygoteCodeFd = 6;
inline constexpr int kZygoteInfoFd = 7;
inline constexpr int kZygoteOptionsFd = 8;
inline constexpr int kZygoteUsersFd = 9;
inline constexpr int kFirstZygoteFileFd = 10;

inline constexpr int kGuestUid = 1000;

/// A file that bwrap writes into the sandbox from descriptor kFirstFileFd + index.
struct CopiedFile
{
    std::string destination;
    std::string source; ///< Host path, or empty: @ref content is it.
    std::string content;
};

/// Files that every sandbox gets: a synthetic /etc and copies of the host's small configuration
/// files. @p hostname: isHostname(). @p nameServer: address of who is asked for other hosts; empty
/// = nobody.
std::vector<CopiedFile> sandboxFiles(
    const HostLayout& layout, const std::string& hostname, std::string_view nameServer = {});

/// Whether a working folder of this name is scratch space of its own, beside all that the sandbox
/// has. Empty = none.
bool bringsWorkingFolder(const HostLayout& layout, const std::string& folder);

/// bwrap's arguments, argv[0] first: it reads its options from kOptionsFd, and does nothing before
/// the end of that; then it runs the agent in kAgentFd. @p processLimit (0 = none) is set inside of
/// the sandbox's user namespace, where the kernel (>= 5.14) counts the processes of this sandbox
/// alone; set outside it would be shared with everything that the user runs. Source: bwrap(1), 0.8.
std::vector<std::string> bwrapArguments(
    const HostLayout& layout, std::uint64_t processLimit = 0,
    const std::vector<std::string>& agentArguments = {});

/// Its options, the whole sandbox. Without them there is no /proc, so that no agent could start.
/// @p hides: bwrap itself hides the masked files and folders of @p layout.
std::vector<std::string> bwrapOptions(
    const HostLayout& layout, const SandboxSpec& spec, const std::vector<CopiedFile>& files,
    bool hides);

/// Arguments of the bwrap of a zygote: says a byte when its mounts are made, and goes on when it
/// gets a line. @p argv: of the interpreter.
std::vector<std::string> zygoteArguments(const std::vector<std::string>& argv);

/// Its options: the host's files as in a sandbox, their configuration copied; no network, and the
/// rights to enter sandboxes whose user namespace is below its own, which is the caller's to map
/// (kZygoteUsersFd).
std::vector<std::string> zygoteOptions(
    const HostLayout& layout, const std::vector<CopiedFile>& files,
    const std::vector<std::string>& env);

} // namespace sandbench::local
