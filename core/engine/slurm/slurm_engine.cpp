// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/slurm_engine.h"

#include "core/base/random.h"
#include "core/base/stoppable_condition.h"
#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/engine_problem.h"
#include "core/engine/install_network.h"
#include "core/engine/slurm/job_end.h"
#include "core/engine/slurm/slurm_instance.h"
#include "core/engine/slurm/slurm_options.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace sandbench {

using slurm::Keeper;
using slurm::KeeperPlan;
using slurm::OurJob;
using slurm::Programs;

namespace {

using namespace std::chrono_literals;

constexpr auto kProbePatience = 20s;
constexpr auto kAskPatience = 10s;
constexpr auto kOfferPatience = 2s;
constexpr std::size_t kTokenBytes = 16;
constexpr int kTries = 3;

Result<void> checkOwn(const SandboxSpec& spec)
{
    if (!spec.own.isEmptyBut<ContainerOptions, SlurmOptions>())
        return Error(
            ErrorCode::InvalidArgument,
            "slurm has no pods (namespace, manifest, agent image); leave that away, or choose the "
            "engine kubernetes");
    if (slurmOf(spec).keepers > 1 && !slurmOf(spec).sharesJob)
        return Error(
            ErrorCode::InvalidArgument, "--keepers is for shared ones; add --keeper shared");
    if (spec.keepFor.count() > 0 || !spec.adopts.empty())
        return Error(
            ErrorCode::Unsupported,
            "sandboxes in Slurm end with the program; keep one in docker or podman");
    const bool isPlain = spec.image.empty()
        && (spec.network.name.empty() || isInstallNetwork(spec.network))
        && containerOf(spec) == ContainerOptions();
    if (slurmOf(spec).embedded && !isPlain)
        return Error(
            ErrorCode::InvalidArgument,
            "the embedded engine has no images, networks and containers, also on a node; leave "
            "that away, or let Apptainer make the sandbox");
    return {};
}

/// Without what only we know.
SandboxSpec containerSpec(const SandboxSpec& spec)
{
    auto plain = spec;
    plain.own = {};
    if (containerOf(spec) != ContainerOptions())
        containerOf(plain) = containerOf(spec);
    return plain;
}

KeeperPlan planOf(const SandboxSpec& spec)
{
    KeeperPlan plan;
    plan.options = slurmOf(spec);
    plan.limits = spec.limits;
    plan.idle = spec.ttl;
    plan.name = "sandbench-" + (plan.options.sharesJob ? "shared" : spec.sessionId);
    plan.stamp.session = plan.options.sharesJob ? "" : spec.sessionId;
    plan.stamp.owner = ownerOfThisProcess();
    plan.stamp.folder = slurm::keeperFolder(randomHex(kTokenBytes));
    return plan;
}

/// What this user's jobs may be asked for. A cluster without accounting tells of no accounts.
std::map<std::string, slurm::Names> offeredBy(const Programs& programs, const std::stop_token& stop)
{
    std::map<std::string, slurm::Names> offered;
    if (const auto said
        = programs.runOnce("sinfo", {"--noheader", "--format=%R"}, "", kOfferPatience, stop))
        offered["partition"] = slurm::parsePartitions(*said);
    if (programs.user().empty() || !programs.has("sacctmgr"))
        return offered;
    if (const auto said = programs.runOnce(
            "sacctmgr",
            {"--noheader", "--parsable2", "--readonly", "show", "associations",
             "user=" + programs.user(), "format=Account,QOS"},
            "", kOfferPatience, stop)) {
        auto associations = slurm::parseAssociations(*said);
        offered["account"] = std::move(associations.accounts);
        offered["qos"] = std::move(associations.qos);
    }
    return offered;
}

bool isStale(const OurJob& one)
{
    // A shared one ends by itself, and may be somebody else's by now.
    return !one.stamp.session.empty() && stateOfOwner(one.stamp.owner) == OwnerState::Dead;
}

} // namespace

SlurmEngine::SlurmEngine(Options options)
    : m_options(std::move(options))
{
}

/// At its first use it removes what dead programs of this machine left in the queue.
Result<std::shared_ptr<const Programs>> SlurmEngine::programs(std::stop_token stop)
{
    SANDBENCH_TRY(const auto lock, m_mutex.lock(stop));
    if (m_programs)
        return m_programs;
    SANDBENCH_TRY(auto found, Programs::find(m_options.surroundings, m_options.configuration));
    SANDBENCH_TRY(m_version, found.version(stop));
    SANDBENCH_TRY(const auto jobs, slurm::ourJobs(found, std::move(stop)));
    for (const auto& one : jobs)
        if (isStale(one))
            slurm::cancelJob(found, one.job.id.name);
    m_programs = std::make_shared<const Programs>(std::move(found));
    return m_programs;
}

EngineStatus SlurmEngine::look(std::stop_token stop)
{
    EngineStatus status;
    status.engine = name();
    const auto found = programs(stop);
    if (!found)
        return withProblem(std::move(status), found.error());
    status.version = m_version;
    status.connection = (*found)->place();
    status.host = capacity(stop).value_or(HostCapacity());
    status.offered = offeredBy(**found, stop);
    status.usable = status.reachable = true;
    return status;
}

EngineStatus SlurmEngine::probe(std::stop_token stop)
{
    auto status = look(stop);
    if (!status.usable)
        return status;
    // What an image takes, or lacks, is not a wait for a node.
    const auto prepared = wantedOf({}, false, stop);
    if (!prepared)
        return withProblem(std::move(status), prepared.error());
    std::stop_source patience;
    const std::stop_callback onStop(stop, [&patience] { patience.request_stop(); });
    const std::jthread timer([&patience](const std::stop_token& done) {
        restUntil(std::chrono::steady_clock::now() + kProbePatience, done);
        patience.request_stop();
    });
    status = withTrial(*this, std::move(status), patience.get_token());
    if (!status.usable && patience.stop_requested() && !stop.stop_requested()) {
        status.problem = "no node of the cluster was free within "
            + std::to_string(kProbePatience.count()) + " seconds";
        status.remedy = "a session waits for one and tells why; see 'squeue --me' and 'sinfo'";
    }
    return status;
}

Result<HostCapacity> SlurmEngine::capacity(std::stop_token stop)
{
    SANDBENCH_TRY(const auto found, programs(stop));
    SANDBENCH_TRY(
        const auto output,
        found->run("sinfo", {"--noheader", "--format=%c|%m"}, "", kAskPatience, std::move(stop)));
    return slurm::parseNodes(output);
}

Result<SlurmEngine::Wanted>
SlurmEngine::wantedOf(const SandboxSpec& spec, bool isUnpacked, std::stop_token stop)
{
    Wanted wanted;
    wanted.request.spec = containerSpec(spec);
    wanted.request.owner = ownerOfThisProcess();
    wanted.request.engine = slurmOf(spec).embedded ? "local" : "apptainer";
    if (slurmOf(spec).embedded)
        return wanted;
    SANDBENCH_TRY(
        auto image, m_options.makeImage(wanted.request.spec, isUnpacked, std::move(stop)));
    wanted.request.program = std::move(image.program);
    wanted.request.image = std::move(image.path);
    wanted.request.imageText = std::move(image.text);
    wanted.imageLock = std::move(image.lock);
    return wanted;
}

Result<std::unique_ptr<Instance>> SlurmEngine::open(const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkSpec(spec));
    SANDBENCH_TRY_VOID(checkOwn(spec));
    if (!slurmOf(spec).embedded)
        SANDBENCH_TRY_VOID(m_options.checkContainer(containerSpec(spec)));
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped before a sandbox was opened");
    SANDBENCH_TRY(const auto found, programs(stop));
    // What is wrong with the image is known before a job waits for it.
    SANDBENCH_TRY(auto wanted, wantedOf(spec, false, stop));
    for (int tries = 1;; ++tries) {
        SANDBENCH_TRY(
            const auto keeper, m_keepers.open(*found, planOf(spec), spec.onWaiting, stop));
        auto opened = openIn(found, keeper, spec, wanted, stop);
        if (opened.failedAs(ErrorCode::NotFound) && keeper.isOurs)
            return slurm::jobIsOver(*found, keeper.id.name).within("opening a sandbox");
        if (!opened && keeper.isOurs)
            slurm::cancelJob(*found, keeper.id.name);
        // A shared job may have ended just now.
        if (!opened.failedAs(ErrorCode::NotFound) || keeper.isOurs || tries == kTries)
            return std::move(opened).within("opening a sandbox");
    }
}

Result<std::unique_ptr<Instance>> SlurmEngine::openIn(
    const std::shared_ptr<const Programs>& programs, const Keeper& keeper, const SandboxSpec& spec,
    Wanted& wanted, std::stop_token stop)
{
    auto opened
        = slurm::SlurmInstance::start(programs, keeper, wanted.request, wanted.imageLock, stop);
    if (!opened.failedAs(ErrorCode::Unsupported) || slurmOf(spec).embedded)
        return opened;
    // The node cannot mount the image's file.
    SANDBENCH_TRY(wanted, wantedOf(spec, true, stop));
    return slurm::SlurmInstance::start(
        programs, keeper, wanted.request, wanted.imageLock, std::move(stop));
}

Result<std::vector<SandboxInfo>> SlurmEngine::sandboxes(std::stop_token stop)
{
    SANDBENCH_TRY(const auto found, programs(stop));
    SANDBENCH_TRY(const auto jobs, slurm::ourJobs(*found, std::move(stop)));
    std::vector<SandboxInfo> sandboxes;
    for (const auto& one : jobs) {
        SandboxInfo info;
        info.engine = name();
        info.sessionId = one.stamp.session.empty() ? "shared" : one.stamp.session;
        info.id = one.job.id.name;
        info.state = lowerCase(one.job.state);
        info.owner = one.stamp.owner;
        info.isOwnerAlive = stateOfOwner(info.owner) == OwnerState::Alive;
        info.isStale = isStale(one);
        info.createdAt = std::max<std::int64_t>(one.job.submittedAt, 0);
        sandboxes.push_back(std::move(info));
    }
    return sandboxes;
}

Result<void> SlurmEngine::removeSandbox(const std::string& id, std::stop_token stop)
{
    SANDBENCH_TRY(const auto found, programs(stop));
    SANDBENCH_TRY(const auto jobs, slurm::ourJobs(*found, stop));
    for (const auto& one : jobs)
        if (one.job.id.name == id || (!one.stamp.session.empty() && one.stamp.session == id))
            return slurm::endJob(*found, one.job.id.name);
    return Engine::removeSandbox(id, std::move(stop));
}

} // namespace sandbench
