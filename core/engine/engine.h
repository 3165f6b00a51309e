// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_stream.h"
#include "core/base/result.h"
#include "core/engine/own_options.h"
#include "core/engine/ownership.h"
#include "core/policy/isolation_layers.h"
#include "core/policy/limits.h"
#include "core/policy/sizes.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbench {

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
    /// What the spec asked for beyond the default, each by name: "network bridge",
    /// "mount /data (read-only)". Empty = nothing was relaxed.
    std::vector<std::string> relaxations;

    void miss(std::string layer, std::string reason, std::string remedy)
    {
        missing.push_back({std::move(layer), std::move(reason), std::move(remedy)});
    }
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

/// Which network a sandbox has.
struct NetworkChoice
{
    std::string name; ///< "bridge" or the name of a network of the engine's; empty = none.
    /// Only until Instance::dropNetwork(): packages are installed, then the code runs without it.
    bool installPhaseOnly = false;
};

/// Deny by default: network none, no host path but the interpreters.
struct SandboxSpec
{
    std::string sessionId; ///< [a-z0-9-]{1,40}; part of names that the engine gives.
    std::string image; ///< Empty = the engine's default; the embedded engine has none.
    ImageTenant tenant; ///< Whose images it may be made from, and whose it becomes.
    std::string hostname = "sandbox"; ///< How programs there call their machine; isHostname().
    SandboxLimits limits;
    /// Where programs start, absolute; empty = /work. Session::open() makes it where it is not
    /// there.
    std::string workingFolder;
    /// Where that takes scratch space of its own: over what an image has there.
    bool bringsWorkingFolder = false;
    /// Programs get only the system calls of core/policy/needed_calls.h.
    bool onlyNeededCalls = false;
    /// The warm pool that it is opened for, isPlainName(); engines with labels say so there. Empty
    /// = none.
    std::string pool;
    LayerNames requiredLayers; ///< Without one of them Session::open() refuses the sandbox.
    NetworkChoice network;
    OwnOptions own; ///< What only some engines know; the others refuse it.
    std::chrono::seconds ttl
        = std::chrono::seconds(60); ///< The sandbox ends this long after the host falls silent.
    /// More than 0: Instance::keep() makes it outlive this program, for so long at most. Its files
    /// stay then, its programs and interpreters end. Not every engine can.
    std::chrono::seconds keepFor{0};
    /// Instance::id() of a sandbox that an earlier program kept for this session, instead of a new
    /// one; of all else only sessionId, ttl and keepFor count then.
    std::string adopts;
    /// Why the sandbox is not there yet, each time that changes: one line for people, of untrusted
    /// text. Called on the thread that opens; may be empty.
    std::function<void(std::string_view)> onWaiting;
};

/// How the agent in a sandbox shall set itself up; AgentClient::connect() sees to it. As it is, the
/// agent is told nothing.
struct GuestSetup
{
    /// Programs, files and kernels belong to this user of the sandbox: "65534:65534", or names that
    /// the guest looks up in its own /etc/passwd and /etc/group, as in an image's USER. Empty = to
    /// the agent's own.
    std::string user;
    /// The agent puts our system-call filter (core/policy/system_call_filter.h) on every program:
    /// where the engine could not.
    bool filterSystemCalls = false;
    /// The same, with SandboxSpec::onlyNeededCalls: also where the engine has put the common one.
    bool onlyNeededCalls = false;
    /// Where things are in the sandbox; see GuestLayout in core/session/guest_layout.h.
    std::string workFolder = "/work";
    std::string homeFolder = "/home/user";
    std::string currentFolder; ///< Of programs; empty = workFolder.
    bool isCurrentScratch = false; ///< It is scratch space of its own.
    /// Non-empty, absolute: the agent makes this folder, takes it away when it ends, and everything
    /// that it needs besides workFolder and homeFolder is below it. For a container that is not
    /// ours; workFolder and homeFolder should be in it.
    std::string temporaryFolder;
    /// The agent's own program file goes away at once, where nothing else would remove it.
    bool removeAgentFile = false;
    /// A folder at the top, as "/.sandbench", where programs shall write nothing, as far as the
    /// kernel can be told; Instance::noteGuarded() hears of it. Empty = none.
    std::string guardedFolder;
    /// Words before those of every program.
    std::vector<std::string> entrypoint;
    /// Most processes and threads that the programs' user may have, where no control group counts
    /// them; 0 = not limited so. The user must have no others on its machine.
    std::uint64_t processes = 0;
    /// "address:port" of what programs must not reach, where only rules of the network keep them
    /// from it; $NAME is of the guest's environment. When one of them answers, programs get no
    /// sockets but Unix ones.
    std::vector<std::string> unreachable;

    bool operator==(const GuestSetup&) const = default;
};

/// How `kernel_start` of core/agent/protocol.h starts a fork server.
struct KernelRecipe
{
    std::vector<std::string> argv;
    std::vector<std::string> env; ///< "NAME=value"
    std::vector<std::string> preload; ///< Modules of the preloaded server; empty = there is none.
    std::string_view source; ///< Lives as long as this program.
};

/// A running sandbox with an agent in it. Destroying it ends the sandbox.
/// Thread: counters() any; the rest one at a time.
class Instance
{
public:
    virtual ~Instance() = default;

    virtual ByteStream& stream() = 0;
    virtual GuestSetup guestSetup() const { return {}; }
    /// Which of GuestSetup::unreachable answered, before programs run and after dropNetwork().
    virtual void noteReached(const std::vector<std::string>& reached) { (void)reached; }
    /// Whether GuestSetup::guardedFolder is closed to programs; before they run.
    virtual void noteGuarded(bool isGuarded) { (void)isGuarded; }
    /// Before the kernel is asked for. A copy of one that the engine keeps warm outside of all
    /// sandboxes comes into this one with its source, and `kernel_start` brings none. False: there
    /// is none of @p recipe, which must be trusted: it runs outside.
    virtual bool lendKernel(const KernelRecipe& recipe)
    {
        (void)recipe;
        return false;
    }
    virtual const IsolationReport& isolation() const = 0;
    /// What the sandbox was made from, as the engine names it: "python:3.12 (sha256:1f0…)". Empty =
    /// no image.
    virtual std::string image() const { return {}; }
    /// "none", "bridge", "bridge (dropped)".
    virtual std::string network() const { return "none"; }
    /// Takes the network away, which never comes back, and makes sure of it: with its interface, or
    /// by rules, and then guestSetup() names what must not answer any more. Errors: Unsupported,
    /// Io.
    virtual Result<void> dropNetwork(std::stop_token stop);
    /// The engine's own account of why the stream ended; absent = it knows nothing. May ask the
    /// engine, for two seconds at most.
    struct EndCause
    {
        std::string sentence; ///< "the container was killed from outside (signal 9)"
        bool outOfMemory = false; ///< Proven by the engine's own event, not by an exit code.
    };
    virtual std::optional<EndCause> endCause() { return std::nullopt; }
    virtual ResourceCounters counters() const = 0;
    /// Forgets the recorded peak where the kernel allows, so that the next run has its own.
    virtual void resetPeak() = 0;
    /// For people: "bwrap 0.8.0, uid 61201".
    virtual std::string description() const = 0;
    /// As the engine calls it: a container's id, "namespace/pod". Empty = it has no name.
    virtual std::string id() const { return {}; }
    /// For SandboxSpec::keepFor: from now on the sandbox stays when this program dies. Errors:
    /// Unsupported.
    virtual Result<void> keep();
    /// Instead of close(), after keep(): ends what runs in it and leaves it to another program.
    virtual Result<void> leave() { return close(); }
    /// Ends the sandbox and removes every trace of it; returns when it is gone.
    virtual Result<void> close() = 0;
};

struct EngineStatus
{
    std::string engine;
    bool usable = false;
    /// The engine answers, also where no default sandbox is possible: its image may be missing.
    bool reachable = false;
    std::string version; ///< "bubblewrap 0.8.0"
    std::string problem; ///< Why not usable, one sentence; empty when usable.
    std::string remedy; ///< What to install or switch on.
    IsolationReport isolation; ///< What a default sandbox would get.
    std::string connection; ///< "unix:///run/docker.sock (from DOCKER_HOST)"; empty = in-process.
    HostCapacity host;
    /// What there is to choose from, by the member of a sandbox that says it, as far as the engine
    /// tells: {"partition": {"debug", "long"}}. Untrusted text, one line each.
    std::map<std::string, std::vector<std::string>> offered = {};
};

/// A sandbox of ours that an engine knows of, whoever opened it.
struct SandboxInfo
{
    std::string engine, sessionId, id, image;
    std::string state; ///< "running", "created", "exited", "paused" …
    std::string owner; ///< See core/engine/ownership.h.
    bool isOwnerAlive = false; ///< As far as it can be told from here.
    bool isStale = false; ///< prune() would remove it.
    std::int64_t createdAt = 0; ///< Units: seconds since 1970.
};

class ImageStore;

/// Makes sandboxes of one kind. Thread: any.
class Engine
{
public:
    virtual ~Engine() = default;

    virtual std::string name() const = 0;
    /// Tries, does not guess: a usable status means that a sandbox was really possible.
    virtual EngineStatus probe(std::stop_token stop) = 0;
    /// As probe(), but makes no container: usable means that the engine answers, whatever images it
    /// has.
    virtual EngineStatus look(std::stop_token stop) { return probe(std::move(stop)); }
    /// What its machine has; one cheap question, where probe() makes a sandbox. Unknown where the
    /// engine does not tell. Errors: as open().
    virtual Result<HostCapacity> capacity(std::stop_token stop);
    /// Errors: Unavailable (with the remedy), InvalidArgument, Cancelled, Io.
    virtual Result<std::unique_ptr<Instance>> open(const SandboxSpec& spec, std::stop_token stop)
        = 0;
    /// Null = this engine has no images. Lives as long as the engine.
    virtual ImageStore* images() { return nullptr; }
    /// Sandboxes of ours, of every program that uses this engine.
    virtual Result<std::vector<SandboxInfo>> sandboxes(std::stop_token stop);
    /// Ends one and removes what is left of it, by id or session id. Errors: NotFound.
    virtual Result<void> removeSandbox(const std::string& id, std::stop_token stop);
};

/// What holds for every engine. Errors: InvalidArgument.
Result<void> checkSpec(const SandboxSpec& spec);

} // namespace sandbench
