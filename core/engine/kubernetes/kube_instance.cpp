// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_instance.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/kubernetes/agent_bringer.h"
#include "core/engine/kubernetes/claim.h"
#include "core/engine/kubernetes/job.h"
#include "core/engine/kubernetes/kube_sandboxes.h"
#include "core/engine/kubernetes/manifest_merge.h"
#include "core/engine/ownership.h"

#include <arpa/inet.h>
#include <poll.h>
#include <utility>

namespace sandbench::kubernetes {

namespace {

using namespace std::chrono_literals;

constexpr auto kRelay = "attach";
constexpr int kDoubtTries = 4;
constexpr int kDoubtMilliseconds = 50;
constexpr auto kEndPatience = 2s;
constexpr auto kLookPatience = 10s;
constexpr auto kRestartPatience = 10s;
constexpr int kRestartMilliseconds = 500;
constexpr int kKubeletPort = 10250;
constexpr auto kEndCauseSeconds = "2"; // Instance::endCause()'s contract
constexpr auto kOpeningsPatience = 5s;
constexpr auto kTried = "network policy, tried from inside: nothing answered";
constexpr auto kOnlyUnix = "no sockets but Unix ones (system-call filter)";
constexpr auto kPolicy = "network policy", kSolePolicy = "sole network policy";

/// Whether what was asked for with this outcome may have been done, or may be yet.
bool isDoubtful(ErrorCode code)
{
    return code == ErrorCode::Cancelled || code == ErrorCode::Timeout
        || code == ErrorCode::ConnectionLost || code == ErrorCode::Io
        || code == ErrorCode::Protocol;
}

bool isAway(const Result<void>& asked)
{
    return asked.failedAs(ErrorCode::Unavailable, ErrorCode::ConnectionLost);
}

/// As the reaper finds the way to it.
EngineConnection engineConnectionOf(const KubeApi& api)
{
    return {"kubernetes", api.connection().context, {}, {}};
}

/// Also of a Job, whose pod has another name.
reaper::Thing reapedPod(const PodSettings& settings)
{
    return {reaper::ThingKind::Pod, settings.namespaceName + "/" + settings.name};
}

std::string withPort(const std::string& host, int port)
{
    const bool isV6 = host.find(':') != std::string::npos;
    return (isV6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

/// Not a name, and not this machine's own loopback: the same for a pod.
bool isAddressForAll(const std::string& host)
{
    in_addr v4 = {};
    in6_addr v6 = {};
    if (::inet_pton(AF_INET, host.c_str(), &v4) == 1)
        return (ntohl(v4.s_addr) >> 24U) != 127;
    return ::inet_pton(AF_INET6, host.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6) == 0;
}

/// Kubernetes calls no container running before its hook has ended.
bool hasStartHook(const PodPlan& plan)
{
    const auto& sandbox = containerIn(plan.pod, plan.container);
    return !jsonField(jsonField(sandbox, "lifecycle"), "postStart").is_null();
}

/// A pod that waits for its agent needs a shell for it.
Error inWords(Error error, const PodPlan& plan)
{
    if (!plan.streamsAgent || error.text().find("/bin/sh") == std::string::npos)
        return error;
    return Error(
        ErrorCode::Unsupported,
        "the image has no shell that could take the sandbox's agent ("
            + oneLine(error.message(), 300)
            + "); name an image that brings it with --agent-image, see packaging/kubernetes");
}

} // namespace

std::vector<std::string> KubeInstance::addressesOutside() const
{
    const auto& server = m_api->connection().endpoint;
    std::vector<std::string> addresses = {"$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT"};
    if (!m_opened.hostAddress.empty())
        addresses.push_back(withPort(m_opened.hostAddress, kKubeletPort));
    if (isAddressForAll(server.host))
        addresses.push_back(withPort(server.host, server.port));
    return addresses;
}

KubeInstance::KubeInstance(
    std::shared_ptr<const KubeApi> api, const SandboxSpec& spec, const PodSettings& settings)
    : m_api(std::move(api))
    , m_spec(spec)
    , m_settings(settings)
{
}

KubeInstance::~KubeInstance()
{
    (void)KubeInstance::close().has_value();
}

Result<std::unique_ptr<Instance>> KubeInstance::start(
    std::shared_ptr<const KubeApi> api, std::shared_ptr<reaper::Reaper> reaper,
    const SandboxSpec& spec, const PodSettings& settings, std::stop_token stop)
{
    std::unique_ptr<KubeInstance> instance(new KubeInstance(std::move(api), spec, settings));
    // One that is kept outlives this program.
    if (spec.keepFor.count() == 0)
        instance->m_reaper = std::move(reaper);
    SANDBENCH_TRY(instance->m_plan, planPod(spec, settings));
    instance->m_target = {settings.namespaceName, settings.name, instance->m_plan.container};
    SANDBENCH_TRY(const auto pod, instance->create(stop));
    // While the node starts it: this costs nothing.
    if (instance->m_plan.network == "none")
        instance->lookForOpenings(stop);
    SANDBENCH_TRY_VOID(instance->enterStarted(pod, stop));
    auto& setup = instance->m_plan.setup;
    setup.processes = spec.limits.pids;
    if (instance->m_plan.network == "none")
        setup.unreachable = instance->addressesOutside();
    return std::unique_ptr<Instance>(std::move(instance));
}

/// By its node's word first: the pod's own state follows up to a second later, and is asked where
/// that was too soon, or where the container has ended at once. Not where the node has more to end
/// than the agent: old ones take long over a pod that is removed before they look at it again.
Result<void> KubeInstance::enterStarted(const Json& pod, std::stop_token stop)
{
    const bool isSimple = m_plan.isAlone && !hasStartHook(m_plan);
    for (auto until = isSimple ? Until::Started : Until::Running;; until = Until::Running) {
        auto state = awaitPod(*m_api, m_target, pod, until, m_spec.onWaiting, stop);
        if (!state)
            return inWords(state.error(), m_plan).within("starting the sandbox's pod");
        m_opened = std::move(*state);
        auto connected = connect(stop);
        if (connected || m_opened.phase == PodState::Phase::Running || stop.stop_requested())
            return connected;
    }
}

Result<Json> KubeInstance::create(std::stop_token stop)
{
    m_isOurs = true;
    m_image = m_settings.image;
    watch();
    // Before the pod: rules that come later would leave it a moment.
    if (m_plan.network == "none")
        SANDBENCH_TRY_VOID(makeNetworkPolicy(stop));
    if (podOf(m_spec).isJob)
        return createByJob(std::move(stop));
    auto made = m_api->post(podsPath(m_settings.namespaceName), m_plan.pod, stop);
    m_isDoubtful = !made && isDoubtful(made.error().code());
    if (!made)
        return explainRefusal(made.error()).within("making the sandbox's pod");
    return made;
}

Result<Json> KubeInstance::createByJob(std::stop_token stop)
{
    const auto& place = m_settings.namespaceName;
    m_isOfJob = true;
    const auto made = m_api->post(jobsPath(place), jobOf(m_plan.pod), stop);
    m_isDoubtful = !made && isDoubtful(made.error().code());
    if (!made)
        return explainRefusal(made.error()).within("making the sandbox's Job");
    SANDBENCH_TRY(
        auto pod,
        awaitPodOfJob(*m_api, *made, m_spec.onWaiting, std::move(stop))
            .within("making the sandbox's pod"));
    m_target.pod = jsonString(jsonField(pod, "metadata"), "name");
    return pod;
}

/// Success where there is none.
Result<void> KubeInstance::removeOwn(bool isEmpty)
{
    // It would make another pod.
    if (m_isOfJob)
        SANDBENCH_TRY_VOID(
            removeMaker(*m_api, jobPath(m_settings.namespaceName, m_settings.name), {}, {}));
    return removePod(*m_api, m_target, isEmpty);
}

void KubeInstance::watch()
{
    if (!m_reaper)
        return;
    const auto sweep
        = [this](std::stop_token stop) { (void)removeStale(*m_api, std::move(stop)).has_value(); };
    const auto missing
        = m_reaper->watch(engineConnectionOf(*m_api), reapedPod(m_settings), m_spec.ttl, sweep);
    if (missing)
        m_plan.isolation.missing.push_back(*missing);
}

void KubeInstance::forget()
{
    if (m_reaper)
        m_reaper->forget(engineConnectionOf(*m_api), reapedPod(m_settings));
}

Result<void> KubeInstance::makeNetworkPolicy(std::stop_token stop)
{
    const auto policy = networkPolicyFor(m_settings, m_spec.sessionId, m_opened.uid);
    m_hasPolicy = true;
    const auto made = m_api->post(networkPoliciesPath(m_settings.namespaceName), policy, stop);
    if (made)
        return {};
    m_isDoubtful = isDoubtful(made.error().code());
    return made.error().within("refusing the sandbox its network");
}

/// Our policy refuses everything, but others of the namespace may let the pod through all the same,
/// to where nothing is tried from inside.
void KubeInstance::lookForOpenings(std::stop_token stop)
{
    noteOpenings(m_api->get(
        networkPoliciesPath(m_settings.namespaceName), {}, std::move(stop), kOpeningsPatience));
}

void KubeInstance::noteOpenings(const Result<Json>& list)
{
    const auto& labels = jsonField(jsonField(m_plan.pod, "metadata"), "labels");
    const auto open
        = list ? policiesThatOpen(*list, labels, m_settings.name) : std::vector<std::string>();
    if (list && open.empty())
        return;
    m_plan.isolation.miss(
        kSolePolicy,
        list
            ? "the namespace's network policy " + open.front() + " lets the pod through as well"
            : "whether another policy lets the pod through is not known: " + list.error().message(),
        list ? "let its podSelector leave out pods with the label " + std::string(label::kSession)
                + ", or choose another namespace"
             : "ask for the right to list networkpolicies, see packaging/kubernetes/role.yaml");
}

Result<void> KubeInstance::connect(std::stop_token stop)
{
    SANDBENCH_TRY(
        m_stream,
        agent::HeldStream::open(
            [this](std::stop_token stopping) { return attach(std::move(stopping)); },
            // Host and agent may have heard of each other a third of that before a connection was
            // lost: whoever gives up first knows why.
            std::chrono::milliseconds(m_spec.ttl) * 2 / 3, std::move(stop), m_token));
    return {};
}

Result<std::unique_ptr<ByteStream>> KubeInstance::attach(std::stop_token stop)
{
    const bool isFirst = !m_stream;
    if (!isFirst)
        SANDBENCH_TRY_VOID(checkStillThere(stop));
    if (!m_isOurs)
        return bringAgent(
            *m_api, m_target,
            isFirst ? visitorScript(m_spec.sessionId) : relayScript(m_spec.sessionId), stop);
    if (isFirst && m_plan.streamsAgent && !m_isAdopted)
        return bringAgent(*m_api, m_target, ownScript(), stop);
    return relay(std::move(stop));
}

Result<std::unique_ptr<ByteStream>> KubeInstance::relay(std::stop_token stop)
{
    SANDBENCH_TRY(
        auto exec, ExecStream::open(*m_api, m_target, {std::string(kAgentPath), kRelay}, stop));
    return std::unique_ptr<ByteStream>(std::move(exec));
}

/// Errors: NotFound: the container that held the agent is gone, and another attempt is no use.
Result<void> KubeInstance::checkStillThere(std::stop_token stop)
{
    const auto pod = m_api->get(podPath(m_target), {}, std::move(stop));
    if (!pod && pod.error().code() != ErrorCode::NotFound)
        return pod.error();
    const auto cause = endOfPod(pod ? *pod : Json(), m_target.container, m_opened);
    return cause ? Result<void>(Error(ErrorCode::NotFound, cause->sentence)) : Result<void>();
}

void KubeInstance::noteGuarded(bool isGuarded)
{
    reportAgentsFile(m_plan, isGuarded);
}

void KubeInstance::noteReached(const std::vector<std::string>& reached)
{
    if (m_plan.setup.unreachable.empty())
        return;
    auto& isolation = m_plan.isolation;
    // What was found before, where the network is taken away twice.
    std::erase_if(
        isolation.layers, [](const auto& layer) { return layer == kTried || layer == kOnlyUnix; });
    std::erase_if(isolation.missing, [](const auto& one) { return one.layer == kPolicy; });
    if (reached.empty()) {
        isolation.layers.emplace_back(kTried);
        return;
    }
    if (std::find(isolation.layers.begin(), isolation.layers.end(), kOwnFilter)
        != isolation.layers.end())
        isolation.layers.emplace_back(kOnlyUnix);
    isolation.miss(
        kPolicy, "the cluster does not enforce it: " + reached.front() + " answered from inside",
        "use a network plugin that enforces NetworkPolicy, such as Calico or Cilium");
}

std::string KubeInstance::network() const
{
    return m_plan.network + (m_isDropped ? " (dropped)" : "");
}

Result<void> KubeInstance::dropNetwork(std::stop_token stop)
{
    if (m_plan.network == "none" || m_isDropped)
        return {};
    if (!m_isOurs)
        return Error(
            ErrorCode::Unsupported,
            "the network of a pod that is not ours cannot be taken away; give it none, or install "
            "nothing");
    SANDBENCH_TRY_VOID(makeNetworkPolicy(stop));
    lookForOpenings(std::move(stop));
    m_plan.setup.unreachable = addressesOutside();
    m_isDropped = true;
    return {};
}

std::optional<Instance::EndCause> KubeInstance::endCause()
{
    const auto pod = m_api->get(podPath(m_target), {}, {}, kEndPatience);
    if (!pod && pod.error().code() != ErrorCode::NotFound)
        return std::nullopt;
    auto cause = endOfPod(pod ? *pod : Json(), m_target.container, m_opened);
    if (cause)
        return cause;
    // A node tells of a container's end a second after it.
    const Query query
        = {{"fieldSelector", "metadata.name=" + m_target.pod},
           {"resourceVersion", readPodState(*pod, m_target.container).resourceVersion},
           {"timeoutSeconds", kEndCauseSeconds}};
    const auto onEvent = [&](const Json& event) -> Result<bool> {
        const bool isGone = jsonString(event, "type") == "DELETED";
        cause
            = endOfPod(isGone ? Json() : jsonField(event, "object"), m_target.container, m_opened);
        return !cause;
    };
    (void)m_api->watch(podsPath(m_target.namespaceName), query, onEvent, {}).has_value();
    return cause;
}

std::string KubeInstance::description() const
{
    return m_api->serverName() + ", pod " + m_target.namespaceName + "/" + m_target.pod
        + (m_opened.node.empty() ? "" : " on " + m_opened.node);
}

std::string KubeInstance::id() const
{
    if (m_spec.keepFor.count() > 0)
        return KeptPodKey{m_target.namespaceName, m_target.pod, m_token}.text();
    return m_target.namespaceName + "/" + (m_isClaimed ? m_settings.name : m_target.pod);
}

/// Whose answer was not awaited may be made just now.
void KubeInstance::settleDoubts()
{
    for (int i = 0; m_isDoubtful && i < kDoubtTries; ++i) {
        ::poll(nullptr, 0, kDoubtMilliseconds << i);
        const auto removed = removeOwn(false);
        // Nobody waits minutes for a cluster that says nothing at all.
        if (removed.failedAs(ErrorCode::Timeout))
            return;
        (void)removeNetworkPolicy(*m_api, m_settings.namespaceName, m_settings.name).has_value();
    }
}

/// A node of 1.20 that is told to end a pod before it has looked at it since its start takes a
/// minute over it. They look once a second.
void KubeInstance::awaitNodesLook() const
{
    if (m_opened.phase == PodState::Phase::Running)
        return;
    const auto onEvent = [this](const Json& event) -> Result<bool> {
        const auto state = readPodState(jsonField(event, "object"), m_target.container);
        return jsonString(event, "type") != "DELETED" && state.phase == PodState::Phase::Waiting;
    };
    (void)m_api
        ->watch(
            podsPath(m_target.namespaceName),
            watchOf(m_target, m_opened.resourceVersion, kLookPatience), onEvent, {})
        .has_value();
}

Result<void> KubeInstance::close()
{
    // Before keep() it is whoever's that kept it before.
    if (m_isAdopted && !m_isKept)
        return letGo();
    if (std::exchange(m_closed, true))
        return {};
    if (m_stream)
        m_stream->close();
    if (m_isClaimed) {
        SANDBENCH_TRY_VOID(
            removeMaker(*m_api, claimPath(m_settings.namespaceName, m_settings.name), {}, {}));
        forget();
    }
    if (!m_isOurs)
        return {};
    // The agent is the first process of its container: when it has ended, nothing is left in it.
    // Its connection says so, or else its node. Without a stream there never was a program, and old
    // nodes take half a minute to let go of a pod that could not start.
    const bool isEmpty
        = m_plan.isAlone && (!m_stream || m_stream->awaitEnd(kEndPatience) || endCause());
    if (!isEmpty && m_stream)
        awaitNodesLook();
    auto removed = removeOwn(isEmpty);
    // A cluster whose API server is just started again is back in some seconds.
    for (const auto until = Clock::now() + kRestartPatience;
         m_stream && isAway(removed) && Clock::now() < until;) {
        ::poll(nullptr, 0, kRestartMilliseconds);
        removed = removeOwn(isEmpty);
    }
    // The rules last as long as the pod does.
    const bool isSilent = removed.failedAs(ErrorCode::Timeout);
    const auto unruled = m_hasPolicy && !isSilent
        ? removeNetworkPolicy(*m_api, m_settings.namespaceName, m_settings.name)
        : Result<void>();
    settleDoubts();
    SANDBENCH_TRY_VOID(removed);
    SANDBENCH_TRY_VOID(unruled);
    forget();
    return {};
}

} // namespace sandbench::kubernetes
