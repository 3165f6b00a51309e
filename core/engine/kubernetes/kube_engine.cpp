// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_engine.h"

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/engine/engine_problem.h"
#include "core/engine/kubernetes/claim.h"
#include "core/engine/kubernetes/kube_instance.h"
#include "core/engine/kubernetes/kube_sandboxes.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/ownership.h"

#include <random>

namespace sandbench {

namespace {

using kubernetes::KubeInstance;

/// Two programs may give their sessions the same id.
std::string podName(const std::string& sessionId)
{
    return "sandbench-" + sessionId + "-" + randomHex(4);
}

/// Nobody else's on any node: what counts processes counts those of one user, and one sandbox must
/// not signal another one's.
std::int64_t userOfItsOwn()
{
    constexpr std::int64_t kFirst = 1'000'000, kCount = 1'000'000'000;
    std::random_device random;
    return kFirst + std::uniform_int_distribution<std::int64_t>(0, kCount)(random);
}

Result<void> checkRights(
    const kubernetes::KubeApi& server, const std::string& namespaceName, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto missing,
        server.missingRights(kubernetes::rightsOfSandboxes(), namespaceName, std::move(stop)));
    if (missing.empty())
        return {};
    return Error(
        ErrorCode::PermissionDenied,
        "you may not " + listed(missing, &kubernetes::Right::text) + " in the namespace "
            + namespaceName
            + "; ask for the rights in packaging/kubernetes/role.yaml, or choose another "
              "namespace");
}

} // namespace

KubernetesEngine::KubernetesEngine(Options options)
    : m_options(std::move(options))
    , m_reaper(m_options.reaper ? m_options.reaper : std::make_shared<reaper::Reaper>())
{
}

KubernetesEngine::~KubernetesEngine() = default;

Result<std::shared_ptr<const kubernetes::KubeApi>> KubernetesEngine::api(std::stop_token stop)
{
    SANDBENCH_TRY(const auto lock, m_mutex.lock(stop));
    if (!m_api) {
        SANDBENCH_TRY(const auto connection, m_options.choose());
        SANDBENCH_TRY(m_api, kubernetes::KubeApi::connect(connection, stop));
    }
    return m_api;
}

EngineStatus KubernetesEngine::look(std::stop_token stop)
{
    EngineStatus status;
    status.engine = name();
    const auto connected = api(stop);
    if (!connected)
        return withProblem(std::move(status), connected.error());
    const auto& server = **connected;
    status.version = server.serverName();
    status.connection = server.connection().text();
    // Connected is not answering: that may be long ago.
    if (const auto answer = server.get("/version", {}, stop); !answer)
        return withProblem(std::move(status), answer.error());
    status.reachable = true;
    kubernetes::PodSettings settings;
    settings.minorVersion = server.minorVersion();
    settings.agentImage = m_options.agentImage;
    SandboxSpec spec;
    spec.sessionId = "look";
    if (const auto plan = kubernetes::planPod(spec, settings))
        status.isolation = plan->isolation;
    if (auto allowed = checkRights(server, server.connection().namespaceName, std::move(stop));
        !allowed)
        return withProblem(std::move(status), allowed.error());
    status.usable = true;
    return status;
}

EngineStatus KubernetesEngine::probe(std::stop_token stop)
{
    return withTrial(*this, look(stop), stop);
}

kubernetes::PodSettings
KubernetesEngine::settingsFor(const kubernetes::KubeApi& server, const SandboxSpec& spec) const
{
    kubernetes::PodSettings settings;
    settings.name = podName(spec.sessionId);
    settings.namespaceName = podOf(spec).namespaceName.empty() ? server.connection().namespaceName
                                                               : podOf(spec).namespaceName;
    settings.owner = ownerOfThisProcess();
    settings.image = spec.image.empty() ? m_options.defaultImage : spec.image;
    settings.agentImage
        = podOf(spec).agentImage.empty() ? m_options.agentImage : podOf(spec).agentImage;
    settings.minorVersion = server.minorVersion();
    settings.user = userOfItsOwn();
    return settings;
}

Result<kubernetes::PodPlan> KubernetesEngine::plan(const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY(const auto server, api(stop));
    const auto settings = settingsFor(*server, spec);
    if (containerOf(spec).existing.empty()) {
        SANDBENCH_TRY_VOID(checkRights(*server, settings.namespaceName, std::move(stop)));
        return kubernetes::planPod(spec, settings);
    }
    if (!kubernetes::warmPoolOf(containerOf(spec).existing).empty())
        return Error(
            ErrorCode::Unsupported,
            "what a pod of a warm pool is, is known when the pool has given it");
    SANDBENCH_TRY(
        const auto pod,
        server->get(
            kubernetes::podPath({settings.namespaceName, containerOf(spec).existing, {}}), {},
            std::move(stop)));
    return kubernetes::planExistingPod(spec, pod);
}

Result<std::unique_ptr<Instance>>
KubernetesEngine::open(const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkSpec(spec));
    SANDBENCH_TRY_VOID(checkKept(spec));
    if (spec.keepFor.count() > 0
        && !(podOf(spec).manifest.empty() && podOf(spec).container.empty()))
        return Error(
            ErrorCode::InvalidArgument,
            "a sandbox that is kept has no manifest and is no pod of somebody else's");
    if (spec.keepFor.count() > 0 && podOf(spec).isJob)
        return Error(
            ErrorCode::InvalidArgument,
            "a sandbox that is kept cannot be made by a Job; leave --job out");
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped before a sandbox was opened");
    SANDBENCH_TRY(const auto server, api(stop));
    const auto settings = settingsFor(*server, spec);
    auto instance = !spec.adopts.empty() ? KubeInstance::adopt(server, spec, settings, stop)
        : containerOf(spec).existing.empty()
        ? KubeInstance::start(server, m_reaper, spec, settings, stop)
        : !kubernetes::warmPoolOf(containerOf(spec).existing).empty()
        ? KubeInstance::claim(server, m_reaper, spec, settings, stop)
        : KubeInstance::enter(server, spec, settings, stop);
    if (!instance)
        return std::move(instance.error())
            .within(spec.adopts.empty() ? "opening a sandbox" : "opening a kept sandbox");
    return std::move(*instance);
}

Result<std::vector<SandboxInfo>> KubernetesEngine::sandboxes(std::stop_token stop)
{
    SANDBENCH_TRY(const auto server, api(stop));
    return kubernetes::listSandboxes(*server, std::move(stop));
}

Result<void> KubernetesEngine::removeSandbox(const std::string& id, std::stop_token stop)
{
    SANDBENCH_TRY(const auto server, api(stop));
    return kubernetes::removeSandbox(*server, id, std::move(stop));
}

} // namespace sandbench
