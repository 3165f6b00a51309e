// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/container_spec.h"

#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/docker/container_checks.h"
#include "core/engine/docker/podman_dialect.h"
#include "core/engine/ownership.h"

#include <algorithm>
#include <cmath>

namespace sandbench::docker {

namespace {

constexpr std::uint64_t kUnlimitedDiskBytes = 16ULL << 30;
constexpr std::uint64_t kReserveBytes = 20ULL << 20;
constexpr std::size_t kMostImageVolumes = 16;
constexpr const char* kWorkFolder = "/work";
constexpr const char* kHomeFolder = "/home/user";
constexpr std::string_view kNobody = "65534:65534";

std::vector<std::string> keysOf(const Json& object)
{
    std::vector<std::string> keys;
    if (object.is_object())
        for (const auto& [key, ignored] : object.items())
            keys.push_back(key);
    return keys;
}

/// A folder in memory that everybody in the sandbox may write to: some engines know no owner of it.
Json scratch(std::uint64_t bytes)
{
    return "rw,nosuid,nodev,exec,mode=1777,size=" + std::to_string(bytes);
}

/// What could be limited and is not, is no layer.
void addLimitLayers(IsolationReport& report, const EngineFacts& facts, const SandboxLimits& limits)
{
    const std::string version = facts.hasCgroupV2 ? " limit (cgroup v2)" : " limit (cgroup v1)";
    const auto add = [&](const char* controller, bool has, bool isAsked) {
        if (has && isAsked)
            report.layers.push_back(controller + version);
        else if (!has)
            report.miss(
                std::string(controller) + " cgroup", "the engine may not use that controller",
                "delegate it to the engine's user, see the engine's notes on rootless mode");
    };
    add("memory", facts.limitsMemory, limits.memoryBytes != 0);
    if (!facts.hasCgroupV2)
        report.miss(
            "socket memory limit", "control groups of version 1 do not count what connections hold",
            "boot the engine's machine with cgroup v2");
    add("pids", facts.limitsPids, limits.pids != 0);
    add("cpu", facts.limitsCpu, limits.cpus > 0);
    if (facts.limitsMemory && !facts.limitsSwap)
        report.miss(
            "swap limit", "the engine's kernel does not count swap",
            "boot it with swapaccount=1, or without swap");
}

class Planner
{
public:
    Planner(const SandboxSpec& spec, const ImageFacts& image, const EngineFacts& facts)
        : m_spec(spec)
        , m_asked(containerOf(spec))
        , m_image(image)
        , m_facts(facts)
    {
        m_plan.isolation = isolationOfRuntime(facts, m_asked.runtime);
        addLimitLayers(m_plan.isolation, facts, spec.limits);
        m_plan.putsFolders = !m_asked.commitTag.empty();
    }

    ContainerPlan take(const std::string& agentVolume, const std::string& owner)
    {
        addProgram(owner);
        addAgent(agentVolume);
        addRights();
        addLimits();
        addFolders();
        addMounts();
        addNetwork();
        addGpus();
        addUser();
        m_plan.body["HostConfig"] = std::move(m_host);
        if (m_facts.dialect == Dialect::Podman)
            adaptToPodman(m_plan.body);
        return std::move(m_plan);
    }

private:
    /// Those of the image, in volumes of the engine's: a folder in memory would hide them.
    bool keepsFolders() const { return m_image.hasFolders && !m_plan.putsFolders; }
    bool writesRoot() const
    {
        return m_plan.putsFolders || m_plan.putsAgent || m_asked.writableRoot;
    }
    std::uint64_t disk() const
    {
        return m_spec.limits.diskBytes == 0 ? kUnlimitedDiskBytes : m_spec.limits.diskBytes;
    }
    void relax(std::string what) { m_plan.isolation.relaxations.push_back(std::move(what)); }

    void addProgram(const std::string& owner)
    {
        Json labels = m_asked.labels;
        labels[std::string(label::kSession)] = m_spec.sessionId;
        labels[std::string(label::kOwner)] = owner;
        labels[std::string(label::kLease)] = std::to_string(m_spec.ttl.count());
        labels[std::string(label::kImage)] = m_image.name;
        if (!m_spec.pool.empty())
            labels[std::string(label::kPool)] = m_spec.pool;
        const bool isKept = m_spec.keepFor.count() > 0;
        if (isKept)
            labels[std::string(label::kLease)] = std::to_string(m_spec.keepFor.count());
        m_plan.body = {
            {"Image", m_image.id},
            {"Hostname", m_spec.hostname},
            {"Entrypoint", {kAgentPath}},
            {"Cmd", isKept ? Json{"keep", std::to_string(m_spec.keepFor.count())} : Json::array()},
            {"User", "0:0"},
            {"WorkingDir", "/"},
            {"AttachStdin", !isKept},
            {"AttachStdout", !isKept},
            {"AttachStderr", !isKept},
            {"OpenStdin", !isKept},
            {"StdinOnce", !isKept},
            {"Tty", false},
            {"Healthcheck", {{"Test", {"NONE"}}}},
            {"Labels", std::move(labels)}};
    }

    void addAgent(const std::string& volume)
    {
        m_plan.putsAgent = volume.empty();
        if (!m_plan.putsAgent)
            m_host["Binds"] = {volume + ":" + std::string(kAgentFolder) + ":ro,z"};
    }

    void addRights()
    {
        m_host["CapDrop"] = {"ALL"};
        m_host["CapAdd"] = {"SETUID", "SETGID", "KILL"};
        m_host["SecurityOpt"] = {"no-new-privileges"};
        m_host["Privileged"] = false;
        m_host["IpcMode"] = "private";
        m_host["CgroupnsMode"] = "private";
        m_host["LogConfig"] = {{"Type", "none"}};
        // Only where the file system is wanted afterwards, somebody has to take it away.
        m_host["AutoRemove"] = !m_plan.putsFolders;
        m_host["ReadonlyRootfs"] = !writesRoot();
        if (!m_asked.runtime.empty())
            m_host["Runtime"] = m_asked.runtime;
    }

    void addLimits()
    {
        const auto& limits = m_spec.limits;
        if (limits.memoryBytes != 0 && m_facts.limitsMemory) {
            m_host["Memory"] = limits.memoryBytes;
            if (m_facts.limitsSwap)
                m_host["MemorySwap"] = limits.memoryBytes;
        }
        if (limits.cpus > 0 && m_facts.limitsCpu)
            m_host["NanoCpus"] = std::llround(limits.cpus * 1e9);
        if (limits.pids != 0 && m_facts.limitsPids)
            m_host["PidsLimit"] = limits.pids;
        m_host["Ulimits"] = {{{"Name", "core"}, {"Soft", 0}, {"Hard", 0}}};
    }

    void addFolders()
    {
        Json folders = {{"/tmp", scratch(disk() / 4)}, {"/run/sandbench", scratch(kReserveBytes)}};
        const bool keeps = keepsFolders();
        if (keeps) {
            // The engine fills them with what the image has there; they go with the container.
            m_plan.body["Volumes"] = {{kWorkFolder, Json::object()}, {kHomeFolder, Json::object()}};
        } else if (!m_plan.putsFolders) {
            folders[kWorkFolder] = scratch(disk());
            folders[kHomeFolder] = scratch(disk() / 4);
        }
        if (m_spec.bringsWorkingFolder)
            folders[m_spec.workingFolder] = scratch(disk());
        // A volume of the engine's would have no size.
        for (const auto& volume : m_image.volumes)
            if (!isMountedAt(volume) && !folders.contains(volume)
                && !(keeps && (volume == kWorkFolder || volume == kHomeFolder)))
                folders[volume] = scratch(disk() / 4);
        m_host["Tmpfs"] = std::move(folders);
        m_host["ShmSize"] = disk() / 4;
        auto& isolation = m_plan.isolation;
        if (writesRoot())
            relax("writable root file system");
        else
            isolation.layers.push_back(
                keeps ? "read-only file system"
                      : "read-only file system with sized scratch folders");
        if (m_plan.putsFolders)
            m_plan.isolation.miss(
                "disk limit", "the container's own file system becomes an image",
                "leave the tag of the new image away");
        else if (keeps)
            m_plan.isolation.miss(
                "disk limit", "the image was a sandbox, whose files are on the engine's disk",
                "use an image that was not made from a sandbox");
        if (m_plan.putsFolders || keeps)
            relax("work and home folders without a size");
        if (m_plan.putsAgent)
            m_plan.isolation.miss(
                "read-only file system", "the engine refused a volume for the agent",
                "allow volumes for this user");
    }

    bool isMountedAt(const std::string& target) const
    {
        return std::any_of(m_asked.mounts.begin(), m_asked.mounts.end(), [&](const Mount& mount) {
            return isWithin(target, mount.target);
        });
    }

    void addMounts()
    {
        auto mounts = Json::array();
        for (const auto& mount : m_asked.mounts) {
            Json bind = {{"Propagation", "rprivate"}};
            // What is mounted below it would stay writable.
            if (!mount.writable && m_facts.dialect == Dialect::Docker)
                bind["NonRecursive"] = true;
            mounts.push_back(
                {{"Type", "bind"},
                 {"Source", mount.source},
                 {"Target", mount.target},
                 {"ReadOnly", !mount.writable},
                 {"BindOptions", std::move(bind)}});
            const auto place = mount.source == mount.target ? mount.source
                                                            : mount.source + " at " + mount.target;
            relax("mount " + place + (mount.writable ? " (writable)" : " (read-only)"));
        }
        if (!mounts.empty())
            m_host["Mounts"] = std::move(mounts);
    }

    void addNetwork()
    {
        const auto& choice = m_spec.network;
        m_plan.network = choice.name.empty() ? "none" : choice.name;
        m_host["NetworkMode"] = m_plan.network;
        if (m_plan.network == "none")
            m_plan.isolation.layers.push_back("no network but its own loopback");
        else
            relax(
                "network " + m_plan.network
                + (choice.installPhaseOnly ? " until the packages are installed" : ""));
        if (!m_asked.extraHosts.empty())
            m_host["ExtraHosts"] = m_asked.extraHosts;
        for (const auto& host : m_asked.extraHosts)
            relax("host " + host);
    }

    void addGpus()
    {
        const auto& gpus = m_asked.gpus;
        if (gpus.empty())
            return;
        Json request = {{"Driver", ""}, {"Capabilities", {{"gpu"}}}};
        if (gpus == "all")
            request["Count"] = -1;
        else if (gpus.size() < 4 && gpus.find_first_not_of("0123456789") == std::string::npos)
            request["Count"] = std::stoi(gpus);
        else
            for (std::size_t at = 0; at <= gpus.size();) {
                const auto end = std::min(gpus.find(',', at), gpus.size());
                request["DeviceIDs"].push_back(gpus.substr(at, end - at));
                at = end + 1;
            }
        m_host["DeviceRequests"]
            = Json::array({std::move(request)}); // braces alone mean two things
        relax("gpus " + gpus);
    }

    void addUser()
    {
        auto& setup = m_plan.setup;
        setup.filterSystemCalls = true;
        setup.currentFolder = m_spec.workingFolder;
        setup.isCurrentScratch = m_spec.bringsWorkingFolder;
        setup.entrypoint = m_asked.entrypoint;
        setup.user = m_asked.user;
        if (setup.user.empty())
            setup.user = m_image.user.empty() || isRootUser(m_image.user) ? std::string(kNobody)
                                                                          : m_image.user;
        m_plan.body["Labels"][std::string(label::kUser)] = setup.user;
        if (isRootUser(setup.user))
            relax("user root");
        else
            m_plan.isolation.layers.push_back("user " + setup.user + " of the sandbox");
    }

    const SandboxSpec& m_spec;
    const ContainerOptions& m_asked;
    const ImageFacts& m_image;
    const EngineFacts& m_facts;
    Json m_host = Json::object();
    ContainerPlan m_plan;
};

} // namespace

Result<ImageFacts> readImageFacts(const std::string& name, const Json& inspected)
{
    ImageFacts facts;
    facts.name = name;
    facts.id = jsonString(inspected, "Id");
    facts.machine = machineName(jsonString(inspected, "Architecture"));
    const auto system = jsonString(inspected, "Os", "linux");
    if (facts.id.empty())
        return Error(
            ErrorCode::Protocol,
            "the engine says nothing about the image " + name + "; see what its log says");
    if (system != "linux")
        return Error(
            ErrorCode::Unsupported,
            "the image " + name + " is for " + oneLine(system, 40)
                + "; only Linux images can be sandboxes");
    const auto& config = jsonField(inspected, "Config");
    facts.user = jsonString(config, "User");
    facts.entrypoint = jsonField(config, "Entrypoint");
    facts.command = jsonField(config, "Cmd");
    facts.workingFolder = jsonString(config, "WorkingDir");
    facts.tenant = jsonString(jsonField(config, "Labels"), label::kTenant);
    facts.hasFolders = !jsonString(jsonField(config, "Labels"), label::kFolders).empty();
    for (auto& volume : keysOf(jsonField(config, "Volumes"))) {
        while (volume.size() > 1 && volume.ends_with('/'))
            volume.pop_back();
        if (isWithin(volume, kAgentFolder))
            return Error(
                ErrorCode::Unsupported,
                "the image " + name + " declares a volume at " + oneLine(volume, 100)
                    + ", where the sandbox's own agent is; build it without that");
        if (isPlainPath(volume) && volume != "/")
            facts.volumes.push_back(std::move(volume));
    }
    if (facts.volumes.size() > kMostImageVolumes)
        return Error(
            ErrorCode::Unsupported, "the image " + name + " declares more than 16 volumes");
    return facts;
}

IsolationReport isolationOfRuntime(const EngineFacts& facts, const std::string& runtime)
{
    IsolationReport report;
    // What the engine says of itself holds for its own runtime.
    const bool isOwn = runtime.empty() || runtime == facts.defaultRuntime
        || runtime.find("runc") != std::string::npos;
    auto& layers = report.layers;
    layers
        = {"process, mount, network, ipc and host name namespaces", "system-call filter",
           "no capabilities", "no new privileges", "ends with this program"};
    if (isOwn && facts.hasSeccomp)
        layers.push_back("system-call filter of the engine");
    if (isOwn && facts.hasAppArmor)
        layers.push_back("AppArmor");
    if (isOwn && facts.hasSelinux)
        layers.push_back("SELinux");
    if (!runtime.empty())
        layers.push_back("runtime " + runtime);
    // Podman has none with the old control groups, whatever it is asked for.
    if (facts.hasCgroupV2 || facts.dialect == Dialect::Docker)
        layers.push_back("cgroup namespace");
    else
        report.miss(
            "cgroup namespace", "Podman makes none with control groups of version 1",
            "boot the engine's machine with cgroup v2");
    if (facts.isRootless || facts.remapsUsers)
        layers.push_back("user namespace");
    else
        report.miss(
            "user namespace", "the engine runs as root and maps no users",
            "use a rootless engine, or Docker's userns-remap");
    if (isOwn)
        reportRunc(report, facts.runcVersion);
    return report;
}

IsolationReport defaultIsolation(const EngineFacts& facts)
{
    auto report = isolationOfRuntime(facts, {});
    addLimitLayers(report, facts, SandboxLimits());
    return report;
}

void reportRunc(IsolationReport& report, const std::string& runcVersion)
{
    if (isOldRunc(runcVersion))
        report.miss(
            "current runtime",
            "runc " + oneLine(runcVersion, 40)
                + " is older than the fixes of November 2025, unless your distribution patched it",
            "update runc to 1.2.8, 1.3.3 or newer");
}

Result<ContainerPlan> planContainer(
    const SandboxSpec& spec, const ImageFacts& image, const EngineFacts& facts,
    const std::string& agentVolume, const std::string& owner)
{
    SANDBENCH_TRY_VOID(checkContainerOptions(spec, facts));
    return Planner(spec, image, facts).take(agentVolume, owner);
}

} // namespace sandbench::docker
