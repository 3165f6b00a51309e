// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/engine/far_words.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

/// What is said to `sandbench-outpost`, the program that the engines ssh and Slurm copy to another
/// machine and that makes sandboxes there. It is started in one of four ways:
///
///  - `hub`              one for each program of ours that uses the machine: its file is gone once
///                       it runs, and the others are started from it, as /proc/PID/exe. Says what
///                       the machine is, then answers a line with a line. When its input ends and
///                       its output is still read, whoever used it is gone: it ends the sandboxes
///                       that are not kept. When the connection broke, it leaves them to be reached
///                       again
///  - `open HUB`         reads what sandbox is wanted, makes it, says what became of it, and is the
///                       stream to its agent from then on (core/agent/link.h)
///  - `attach HUB NAME`  the stream to the agent of a sandbox that is there
///  - `step`             as `open`, but there is no hub: what it says is all that is there. Its
///                       stream has frames (core/engine/outpost/frames.h), and with it the sandbox
///                       ends
///
/// HUB is the process id of the hub that has the sandbox from then on.
///
/// Each but `step` says first a line that begins with kGreeting: before it, a shell may say
/// anything. A line is one JSON object (core/engine/far_words.h) and ends with '\n'.
///
/// No I/O. Thread: any.
namespace sandbench::outpost {

/// Both ends are of one version but where a sandbox was kept: this number tells apart what cannot
/// talk to each other.
inline constexpr int kVersion = 1;
inline constexpr std::string_view kGreeting = "sandbench-outpost ";

/// What a hub tells of itself and its machine.
struct Greeting
{
    int version = kVersion;
    pid_t pid = 0;
    std::string machine; ///< "x86_64"
    std::string hostname; ///< Untrusted text for people.
    HostCapacity capacity;
};
std::string writeGreeting(const Greeting& greeting);
/// @p line without its end. Errors: Protocol, Unsupported (another version).
Result<Greeting> readGreeting(std::string_view line);

/// Which sandbox is wanted.
struct OpenRequest
{
    SandboxSpec spec; ///< Of it what engines know that have no images of their own.
    std::string filter; ///< The system-call filter for that machine.
    std::string owner; ///< See core/engine/ownership.h.
    std::string engine = "local"; ///< Or "apptainer".
    std::string program; ///< Apptainer's there; empty = as PATH has it.
    std::string image, imageText; ///< Path there, and what people call it; empty = no image.
};
/// With the line's end, as all that is written here.
std::string writeOpenRequest(const OpenRequest& request);
/// Errors: Protocol, and those of checkSpec().
Result<OpenRequest> readOpenRequest(std::string_view line);

/// A sandbox as its outpost tells of it.
struct Placed
{
    std::string name; ///< isPlaceName(); how it is reached, but for a step's.
    std::string sessionId;
    std::string owner;
    std::string description;
    std::string version; ///< "bubblewrap 0.8.0"
    IsolationReport isolation;
    std::string network; ///< As Instance::network() says it.
    GuestSetup setup; ///< But for the entry point, which is asked for from here.
    bool isKept = false; ///< May outlive the program that opened it.
    std::int64_t createdAt = 0; ///< Units: seconds since 1970.
};
Json placedJson(const Placed& placed);
/// Errors: Protocol.
Result<Placed> readPlaced(const Json& object);

/// 16 lower-case hexadecimal digits.
bool isPlaceName(std::string_view name);

} // namespace sandbench::outpost
