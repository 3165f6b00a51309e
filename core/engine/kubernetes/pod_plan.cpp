// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_plan.h"

#include "core/base/text.h"
#include "core/engine/guest_path.h"
#include "core/engine/kubernetes/manifest.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/ownership.h"

#include <algorithm>
#include <cmath>

namespace sandbench::kubernetes {

namespace {

constexpr std::uint64_t kUnlimitedDiskBytes = 16ULL << 30;
constexpr std::uint64_t kReserveBytes = 20ULL << 20;
constexpr std::uint64_t kAgentBytes = 16ULL << 20;
/// Of a node's disk: the agent, and what little a container without a writable root leaves.
constexpr std::uint64_t kNodeDiskBytes = 64ULL << 20;
/// Longer than any session: the last way in which a forgotten pod ends.
constexpr std::int64_t kDeadlineSeconds = 24 * 60 * 60;
/// The first version that gives folders in memory their size.
constexpr int kSizesMemoryFolders = 22;
/// The first version where a pod may have users of its own, without a switch.
constexpr int kHasUserNamespaces = 33;

constexpr auto kOwnProcessLimit = "process limit per user of the sandbox";

std::string name(std::string_view text)
{
    return std::string(text);
}

bool isKept(const SandboxSpec& spec)
{
    return spec.keepFor.count() > 0;
}

std::chrono::seconds lifeOf(const SandboxSpec& spec)
{
    return isKept(spec) ? spec.keepFor : spec.ttl;
}

class Planner
{
public:
    Planner(const SandboxSpec& spec, const PodSettings& settings, std::string container)
        : m_spec(spec)
        , m_asked(containerOf(spec))
        , m_settings(settings)
        , m_container(std::move(container))
    {
    }

    /// Ours, before anything is put over it.
    Result<Json> pod()
    {
        m_user = {m_settings.user, m_settings.user};
        if (!m_asked.user.empty()) {
            SANDBENCH_TRY(m_user, parseNumericUser(m_asked.user));
        }
        addFolders();
        Json spec = {
            {"automountServiceAccountToken", false},
            {"enableServiceLinks", false},
            {"restartPolicy", "Never"},
            {"activeDeadlineSeconds", isKept(m_spec) ? m_spec.keepFor.count() : kDeadlineSeconds},
            {"terminationGracePeriodSeconds", 1},
            {"hostname", m_spec.hostname},
            {"securityContext", podRights()},
            {"containers", Json::array({sandbox()})},
            {"volumes", m_volumes}};
        if (!m_settings.agentImage.empty())
            spec["initContainers"] = Json::array({agentContainer()});
        if (m_settings.minorVersion >= kHasUserNamespaces)
            spec["hostUsers"] = false;
        if (!m_asked.runtime.empty())
            spec["runtimeClassName"] = m_asked.runtime;
        addNetwork(spec);
        return Json{
            {"apiVersion", "v1"},
            {"kind", "Pod"},
            {"metadata", metadata()},
            {"spec", std::move(spec)}};
    }

    /// Of every container in the pod, also of those that a manifest brings.
    Json containerRights() const
    {
        return {
            {"privileged", false},
            {"allowPrivilegeEscalation", false},
            {"capabilities", {{"drop", Json::array({"ALL"})}}},
            {"readOnlyRootFilesystem", !m_asked.writableRoot}};
    }

    bool hasNetwork() const
    {
        return !m_spec.network.name.empty() && m_spec.network.name != "none";
    }

private:
    std::uint64_t disk() const
    {
        return m_spec.limits.diskBytes == 0 ? kUnlimitedDiskBytes : m_spec.limits.diskBytes;
    }

    Json metadata() const
    {
        Json labels = m_asked.labels;
        labels[name(part::kManagedBy)] = part::kManager;
        labels[name(label::kSession)] = m_spec.sessionId;
        Json annotations
            = {{name(label::kOwner), m_settings.owner},
               {name(label::kLease), std::to_string(lifeOf(m_spec).count())},
               {name(label::kImage), m_settings.image}};
        if (!m_spec.pool.empty())
            (isLabelValue(m_spec.pool) ? labels : annotations)[name(label::kPool)] = m_spec.pool;
        return {
            {"name", m_settings.name},
            {"namespace", m_settings.namespaceName},
            {"labels", std::move(labels)},
            {"annotations", std::move(annotations)}};
    }

    Json podRights() const
    {
        return {
            {"runAsNonRoot", m_user.user != 0},
            {"runAsUser", m_user.user},
            {"runAsGroup", m_user.group},
            {"seccompProfile", {{"type", "RuntimeDefault"}}}};
    }

    Json resources() const
    {
        const auto& limits = m_spec.limits;
        Json amounts = Json::object();
        if (limits.memoryBytes != 0)
            amounts["memory"] = std::to_string(limits.memoryBytes);
        if (limits.cpus > 0)
            amounts["cpu"] = std::to_string(std::llround(std::ceil(limits.cpus * 1000))) + "m";
        const auto written = m_asked.writableRoot ? disk() : 0;
        amounts["ephemeral-storage"] = std::to_string(kNodeDiskBytes + written);
        Json both = {{"limits", amounts}, {"requests", amounts}};
        return both;
    }

    Json sandbox()
    {
        const bool streams = m_settings.agentImage.empty();
        auto command = streams ? Json::array({"/bin/sh", "-c", part::kWaitScript})
                               : Json::array({kAgentPath, "hold"});
        auto amounts = resources();
        if (!m_asked.gpus.empty())
            for (const char* kind : {"limits", "requests"})
                amounts[kind]["nvidia.com/gpu"] = m_asked.gpus;
        auto mounts = m_mounts;
        mounts.push_back(
            {{"name", part::kAgent}, {"mountPath", kAgentFolder}, {"readOnly", !streams}});
        return {
            {"name", m_container},
            {"image", m_settings.image},
            {"imagePullPolicy", "IfNotPresent"},
            {"command", std::move(command)},
            {"workingDir", "/"},
            {"stdin", false},
            {"tty", false},
            {"securityContext", containerRights()},
            {"resources", std::move(amounts)},
            {"volumeMounts", std::move(mounts)}};
    }

    /// Brings the agent. A pod is charged the larger of this and the sandbox: the same costs
    /// nothing.
    Json agentContainer() const
    {
        auto rights = containerRights();
        rights["readOnlyRootFilesystem"] = true;
        return {
            {"name", part::kAgent},
            {"image", m_settings.agentImage},
            {"imagePullPolicy", "IfNotPresent"},
            {"command", Json::array({"/sandbench-agent", "place", kAgentPath})},
            {"securityContext", std::move(rights)},
            {"resources", resources()},
            {"volumeMounts", Json::array({{{"name", part::kAgent}, {"mountPath", kAgentFolder}}})}};
    }

    void addFolder(const std::string& volume, const std::string& place, std::uint64_t bytes)
    {
        m_volumes.push_back(
            {{"name", volume},
             {"emptyDir", {{"medium", "Memory"}, {"sizeLimit", std::to_string(bytes)}}}});
        m_mounts.push_back({{"name", volume}, {"mountPath", place}});
    }

    void addFolders()
    {
        m_volumes.push_back(
            {{"name", part::kAgent}, {"emptyDir", {{"sizeLimit", std::to_string(kAgentBytes)}}}});
        addFolder("sandbench-work", "/work", disk());
        addFolder("sandbench-tmp", "/tmp", disk() / 4);
        addFolder("sandbench-home", "/home/user", disk() / 4);
        addFolder("sandbench-shm", "/dev/shm", disk() / 4);
        addFolder("sandbench-run", "/run/sandbench", kReserveBytes);
        if (m_spec.bringsWorkingFolder)
            addFolder("sandbench-current", m_spec.workingFolder, disk());
    }

    void addNetwork(Json& spec) const
    {
        // Without a network a name is not found at once, instead of after a server's silence.
        spec["dnsPolicy"] = hasNetwork() ? "Default" : "None";
        if (!hasNetwork())
            spec["dnsConfig"] = {{"nameservers", Json::array({"127.0.0.1"})}};
        std::map<std::string, Json> names;
        for (const auto& host : m_asked.extraHosts) {
            const auto colon = host.find(':');
            names[host.substr(colon + 1)].push_back(host.substr(0, colon));
        }
        for (auto& [address, hosts] : names)
            spec["hostAliases"].push_back({{"ip", address}, {"hostnames", std::move(hosts)}});
    }

    const SandboxSpec& m_spec;
    const ContainerOptions& m_asked;
    const PodSettings& m_settings;
    const std::string m_container;
    NumericUser m_user;
    Json m_volumes = Json::array(), m_mounts = Json::array();
};

void addVersionsLayers(IsolationReport& report, const SandboxSpec& spec, int minorVersion)
{
    const auto version = "1." + std::to_string(minorVersion);
    if (minorVersion >= kSizesMemoryFolders)
        report.layers.push_back("sized scratch folders");
    else
        report.miss(
            "disk limit", "Kubernetes " + version + " gives folders in memory no size",
            "use Kubernetes 1.22 or later; until then only the memory limit bounds them");
    report.miss(
        "pids cgroup", "a pod cannot say how many processes it may have",
        "let the cluster's administrator set podPidsLimit of the kubelet");
    const bool isRoot = std::find(report.relaxations.begin(), report.relaxations.end(), "user root")
        != report.relaxations.end();
    if (spec.limits.pids != 0 && !isRoot)
        report.layers.emplace_back(kOwnProcessLimit);
    report.layers.push_back(
        "ends " + std::to_string(lifeOf(spec).count())
        + (isKept(spec) ? " s after its start, whoever is there"
                        : " s after this program falls silent"));
}

/// Where a manifest's own programs would start.
std::string workingFolderOf(const Json& manifest, const std::string& container)
{
    const auto folder = jsonString(containerIn(manifest, container), "workingDir");
    return isPlainPath(folder) ? folder : std::string();
}

/// A limit that we would have set and that the manifest takes away.
void reportLostLimits(PodPlan& plan, const Json& ours)
{
    const auto limitsOf = [&](const Json& pod) -> const Json& {
        return jsonField(jsonField(containerIn(pod, plan.container), "resources"), "limits");
    };
    for (const char* resource : {"memory", "cpu", "ephemeral-storage"})
        if (limitsOf(ours).contains(resource) && jsonField(limitsOf(plan.pod), resource).is_null())
            plan.isolation.relaxations.push_back("no " + std::string(resource) + " limit");
}

} // namespace

void finishReport(PodPlan& plan, const SandboxSpec& spec, const PodSettings& settings)
{
    auto& report = plan.isolation;
    report = reportPod(plan.pod, plan.container);
    addVersionsLayers(report, spec, settings.minorVersion);
    if (plan.network != "none")
        report.relaxations.push_back(
            "network " + plan.network
            + (spec.network.installPhaseOnly ? " until the packages are installed" : ""));
    reportAgentsFile(plan, false);
}

void reportAgentsFile(PodPlan& plan, bool isGuarded)
{
    auto& [layers, missing, relaxations] = plan.isolation;
    if (plan.setup.guardedFolder.empty())
        return;
    const std::string closed = "the agent's file is closed to programs";
    std::erase(layers, closed);
    if (isGuarded)
        layers.push_back(closed);
    for (const char* layer : {kOwnFilter, kOwnProcessLimit}) {
        const auto isIt = [layer](const MissingLayer& one) { return one.layer == layer; };
        const bool wasClaimed = std::erase(layers, layer) > 0;
        const bool wasMissing = std::erase_if(missing, isIt) > 0;
        if (!wasClaimed && !wasMissing)
            continue;
        if (isGuarded)
            layers.emplace_back(layer);
        else
            plan.isolation.miss(
                layer, "programs may replace the agent that sees to it",
                "give an image that brings the agent, with --agent-image, or use nodes with "
                "Landlock");
    }
}

Result<PodPlan> planPod(const SandboxSpec& spec, const PodSettings& settings)
{
    SANDBENCH_TRY_VOID(checkPodOptions(spec));
    PodPlan plan;
    Json manifest = Json::object();
    if (!podOf(spec).manifest.empty()) {
        SANDBENCH_TRY(manifest, readPodManifest(podOf(spec).manifest));
    }
    SANDBENCH_TRY(plan.container, sandboxContainer(manifest, podOf(spec).container));
    Planner planner(spec, settings, plan.container);
    SANDBENCH_TRY(const auto ours, planner.pod());
    SANDBENCH_TRY(plan.pod, putManifestOver(ours, manifest, !spec.image.empty(), plan.differences));
    plan.streamsAgent = settings.agentImage.empty();
    if (plan.streamsAgent)
        plan.setup.guardedFolder = kAgentFolder;
    const auto& podSpec = jsonField(plan.pod, "spec");
    const std::size_t ownInits = plan.streamsAgent ? 0 : 1;
    plan.isAlone = jsonField(podSpec, "containers").size() == 1
        && jsonField(podSpec, "initContainers").size() == ownInits
        && !jsonBool(podSpec, "shareProcessNamespace") && !jsonBool(podSpec, "hostPID");
    plan.network = planner.hasNetwork() ? "pod" : "none";
    plan.setup.filterSystemCalls = true;
    plan.setup.currentFolder = spec.workingFolder.empty()
        ? workingFolderOf(manifest, plan.container)
        : spec.workingFolder;
    plan.setup.entrypoint = containerOf(spec).entrypoint;
    finishReport(plan, spec, settings);
    reportLostLimits(plan, ours);
    return plan;
}

} // namespace sandbench::kubernetes
