// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace sandbench {

/// Labels on everything that we make in an engine.
namespace label {
inline constexpr std::string_view kSession = "org.sandbench.session";
inline constexpr std::string_view kOwner = "org.sandbench.owner";
/// Seconds that a sandbox outlives its owner at most.
inline constexpr std::string_view kLease = "org.sandbench.lease";
/// What the user called the image.
inline constexpr std::string_view kImage = "org.sandbench.image";
/// The warm pool that it was opened for; on a pod an annotation where the name is no label.
inline constexpr std::string_view kPool = "org.sandbench.pool";
/// On an image that was a sandbox: what its work and home folder had is in it.
inline constexpr std::string_view kFolders = "org.sandbench.folders";
/// On an image that was a sandbox: the caller of a server whose it was; see ImageTenant.
inline constexpr std::string_view kTenant = "org.sandbench.tenant";
/// Whom its programs belong to, for a second session in it.
inline constexpr std::string_view kUser = "org.sandbench.user";
} // namespace label

/// Who shares the images of an engine with other callers of a server.
struct ImageTenant
{
    std::string id; ///< On the image that a sandbox becomes; empty = that is everybody's.
    bool seesAll = true; ///< Else another one's images are not found.

    /// @p owner: the image's kTenant; empty = it is everybody's.
    bool maySee(std::string_view owner) const { return seesAll || owner.empty() || owner == id; }
};

/// Who opened a sandbox. The process id means something only in its namespace, and that only until
/// the next boot: a copy in a container or in Flatpak counts its processes itself.
struct Owner
{
    uid_t uid = 0;
    std::string host;
    std::string bootId;
    std::uint64_t pidNamespace = 0;
    pid_t pid = 0;
    std::uint64_t startTicks = 0;

    /// "uid@host:boot-id:pid-namespace:pid:start-ticks"
    std::string text() const;
    bool operator==(const Owner&) const = default;
};

/// Untrusted text. Nothing for what text() would not have said. No I/O.
std::optional<Owner> parseOwner(std::string_view text);

/// Of this process, as in pid_namespaces(7): 4026531836. 0 = not known.
std::uint64_t pidNamespace();

/// A process of this machine, as seen from here. Source: proc(5), pid_namespaces(7).
Owner ownerOfProcess(pid_t pid, uid_t uid, std::uint64_t startTicks);

/// Compared as text; two programs are never the same owner, also after a reboot or when a process
/// id comes again.
std::string ownerOfThisProcess();

enum class OwnerState { Alive, Dead, Elsewhere };
/// Elsewhere: of another machine, boot or process namespace, of which nothing is known here.
OwnerState stateOfOwner(std::string_view owner);

/// Whether a thing with these labels may be removed by somebody who is not its owner: only when its
/// lease is over (@p idleSeconds since it was made, or since it ended) and its owner is known to be
/// dead, or is elsewhere and the thing does not run any more. False for everything that is not
/// ours; an engine hands labels on from an image to its containers, so look at the name as well.
bool mayReap(
    const std::map<std::string, std::string>& labels, bool isRunning, std::int64_t idleSeconds);

} // namespace sandbench
