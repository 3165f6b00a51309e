// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/policy/limits.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// The one byte stream to the agent in a sandbox. Thread: one reader and one writer at a time;
/// wake() any.
class ByteStream
{
public:
    virtual ~ByteStream() = default;

    /// Waits until bytes are there; 0 = the other side ended. Errors: Timeout after @p wait,
    /// Cancelled after wake(), Io.
    virtual Result<std::size_t> read(std::span<char> into, std::chrono::milliseconds wait) = 0;
    /// Writes everything; blocks while the other side does not read. Errors: ConnectionLost,
    /// Cancelled after close().
    virtual Result<void> write(std::string_view bytes) = 0;
    /// Whether a few bytes can be written without waiting. Thread: any.
    virtual bool isWritable() const = 0;
    /// Makes a blocked read() return Cancelled once.
    virtual void wake() = 0;
    /// Ends both directions; blocked calls return. May be called twice.
    virtual void close() = 0;
};

/// One layer that could not be applied, and what the user can do about it.
struct MissingLayer
{
    std::string layer; ///< "pids cgroup"
    std::string reason; ///< "this user may not create cgroups"
    std::string remedy; ///< "run under a systemd user session, or as root"
};

/// What really isolates a sandbox: never what was asked for.
struct IsolationReport
{
    std::vector<std::string> layers;
    std::vector<MissingLayer> missing;
};

/// The sandbox's own counters, read outside of it. Absent = the engine cannot tell.
struct ResourceCounters
{
    std::optional<std::uint64_t> memoryBytes;
    std::optional<std::uint64_t> memoryPeakBytes;
    std::optional<double> cpuSeconds;
    std::optional<std::uint64_t> oomKills;
    std::optional<std::uint64_t> processes;
    std::optional<std::uint64_t> pidsDenied; ///< How often the pids limit refused a fork.
};

/// Deny by default: network none, no host path but the interpreters.
struct SandboxSpec
{
    std::string sessionId; ///< [a-z0-9-]{1,40}; part of names that the engine gives.
    std::string image; ///< Empty = the engine's default; the embedded engine has none.
    SandboxLimits limits;
    std::chrono::seconds ttl
        = std::chrono::seconds(60); ///< The sandbox ends this long after the host falls silent.
};

/// A running sandbox with an agent in it. Destroying it ends the sandbox.
/// Thread: counters() any; the rest one at a time.
class Instance
{
public:
    virtual ~Instance() = default;

    virtual ByteStream& stream() = 0;
    virtual const IsolationReport& isolation() const = 0;
    virtual ResourceCounters counters() const = 0;
    /// Forgets the recorded peak where the kernel allows, so that the next run has its own.
    virtual void resetPeak() = 0;
    /// For people: "bwrap 0.8.0, uid 61201".
    virtual std::string description() const = 0;
    /// Ends the sandbox and removes every trace of it; returns when it is gone.
    virtual Result<void> close() = 0;
};

struct EngineStatus
{
    std::string engine;
    bool usable = false;
    std::string version; ///< "bubblewrap 0.8.0"
    std::string problem; ///< Why not usable, one sentence; empty when usable.
    std::string remedy; ///< What to install or switch on.
    IsolationReport isolation; ///< What a default sandbox would get.
};

/// Makes sandboxes of one kind. Thread: any.
class Engine
{
public:
    virtual ~Engine() = default;

    virtual std::string name() const = 0;
    /// Tries, does not guess: a usable status means that a sandbox was really possible.
    virtual EngineStatus probe(std::stop_token stop) = 0;
    /// Errors: Unavailable (with the remedy), InvalidArgument, Cancelled, Io.
    virtual Result<std::unique_ptr<Instance>> open(const SandboxSpec& spec, std::stop_token stop)
        = 0;
};

} // namespace sandbench
