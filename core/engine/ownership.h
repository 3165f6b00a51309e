// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace sandbench {

/// Labels on everything that we make in an engine.
namespace label {
inline constexpr std::string_view kSession = "org.sandbench.session";
inline constexpr std::string_view kOwner = "org.sandbench.owner";
/// Seconds that a sandbox outlives its owner at most.
inline constexpr std::string_view kLease = "org.sandbench.lease";
} // namespace label

/// Who opened a sandbox: "uid@host:boot-id:pid:start-ticks". Compared as text; two programs are
/// never the same owner, also after a reboot or when a process id comes again.
std::string ownerOfThisProcess();

enum class OwnerState { Alive, Dead, Elsewhere };
/// Elsewhere: another machine's, of which nothing is known here.
OwnerState stateOfOwner(std::string_view owner);

/// Whether a thing with these labels may be removed by somebody who is not its owner: only when its
/// owner is known to be dead and its lease is over (@p idleSeconds since it was made or last seen
/// running), or, for an owner elsewhere, when it does not run any more and its lease is over.
/// False for everything that is not ours.
bool mayReap(
    const std::map<std::string, std::string>& labels, bool isRunning, std::int64_t idleSeconds);

} // namespace sandbench
