// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/engine/ownership.h"

#include <algorithm>

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kMostRelaxations = 64;

std::string shown(const Json& value)
{
    return oneLine(value.is_string() ? value.get<std::string>() : writeJson(value), 120);
}

class Reporter
{
public:
    Reporter(const Json& pod, const std::string& container)
        : m_spec(jsonField(pod, "spec"))
        , m_name(container)
    {
    }

    IsolationReport take()
    {
        const auto& sandbox = itemOf(jsonField(m_spec, "containers"), "name", m_name);
        m_report.layers = {"system-call filter", "no capabilities", "no new privileges"};
        addNamespaces();
        addUser(sandbox);
        addLimits(sandbox);
        addRoot(sandbox);
        addToken();
        addRuntime();
        for (const auto& volume : jsonList(m_spec, "volumes"))
            addVolume(volume, sandbox);
        addRights(sandbox, "");
        addOthers("containers", "container ");
        addOthers("initContainers", "init container ");
        if (m_unnamed > 0)
            relax("and " + std::to_string(m_unnamed) + " more");
        return std::move(m_report);
    }

private:
    bool podSays(const char* field) const { return jsonBool(m_spec, field); }
    void relax(std::string what)
    {
        if (m_report.relaxations.size() < kMostRelaxations)
            m_report.relaxations.push_back(std::move(what));
        else
            ++m_unnamed;
    }
    void layer(std::string what) { m_report.layers.push_back(std::move(what)); }

    void addNamespaces()
    {
        std::string own = "mount";
        const auto add = [&](const char* field, const char* name, const char* whose) {
            if (podSays(field))
                relax(whose);
            else
                own += std::string(", ") + name;
        };
        add("hostPID", "process", "processes of the node");
        add("hostNetwork", "network", "network of the node");
        add("hostIPC", "ipc", "shared memory of the node");
        layer(own + " and host name namespaces");
        if (podSays("shareProcessNamespace"))
            relax("processes of the pod's other containers");
        const auto& hostUsers = jsonField(m_spec, "hostUsers");
        if (hostUsers.is_boolean() && !hostUsers.get<bool>())
            layer("user namespace");
        else
            m_report.miss(
                "user namespace", "the pod's users are those of its node",
                "use Kubernetes 1.33 or later, where a pod gets its own, or a RuntimeClass such "
                "as gVisor's");
    }

    void addUser(const Json& container)
    {
        const auto& user = securityField(m_spec, container, "runAsUser");
        const auto id = user.is_number_integer() ? user.get<std::int64_t>() : -1;
        if (id > 0)
            layer("user " + std::to_string(id) + " of the sandbox");
        else if (id == 0)
            relax("user root");
        else if (securityField(m_spec, container, "runAsNonRoot") == true)
            layer("a user of the image's that is not root");
        else
            relax("user of the image, which may be root");
    }

    void addLimit(const Json& limits, const char* resource, const char* layerName)
    {
        const auto& limit = jsonField(limits, resource);
        if (limit.is_string() || limit.is_number())
            layer(std::string(layerName) + " limit");
        else
            m_report.miss(
                std::string(layerName) + " cgroup", "the pod has no limit of it",
                std::string("give it one, with --")
                    + (layerName == std::string("cpu") ? "cpus" : "memory")
                    + " or under resources.limits of a --manifest");
    }

    void addLimits(const Json& container)
    {
        const auto& limits = jsonField(jsonField(container, "resources"), "limits");
        addLimit(limits, "memory", "memory");
        addLimit(limits, "cpu", "cpu");
        if (jsonField(limits, "ephemeral-storage").is_null())
            m_report.miss(
                "disk limit of the node", "the pod has no limit of ephemeral-storage",
                "give it one under resources.limits of a --manifest");
        else
            layer("limit of the node's disk");
        if (limits.is_object())
            for (const auto& [name, amount] : limits.items())
                if (name.find('/') != std::string::npos)
                    relax(
                        (name == "nvidia.com/gpu" ? "gpus" : "device " + oneLine(name, 80)) + " "
                        + shown(amount));
        if (jsonField(m_spec, "activeDeadlineSeconds").is_number())
            layer("deadline of the pod");
        else
            relax("no deadline");
    }

    void addRoot(const Json& container)
    {
        if (jsonField(jsonField(container, "securityContext"), "readOnlyRootFilesystem") == true)
            layer("read-only file system");
        else
            relax("writable root file system");
    }

    void addToken()
    {
        if (jsonField(m_spec, "automountServiceAccountToken") == false)
            layer("no service account token");
        else
            relax("service account token");
        if (jsonField(m_spec, "enableServiceLinks") != false)
            relax("addresses of services in the environment");
    }

    void addRuntime()
    {
        if (const auto runtime = jsonString(m_spec, "runtimeClassName"); !runtime.empty())
            layer("runtime " + oneLine(runtime, 80));
        for (const auto& host : jsonList(m_spec, "hostAliases"))
            for (const auto& name : jsonField(host, "hostnames"))
                relax("host " + shown(name) + ":" + oneLine(jsonString(host, "ip"), 60));
        for (const auto& item : jsonList(jsonField(m_spec, "securityContext"), "sysctls"))
            relax("sysctl " + oneLine(jsonString(item, "name"), 80));
    }

    void addVolume(const Json& volume, const Json& container)
    {
        const auto name = oneLine(jsonString(volume, "name"), 80);
        if (!volume.is_object())
            return;
        for (const auto& [kind, source] : volume.items()) {
            if (kind == "name")
                continue;
            if (kind == "hostPath")
                relax(
                    "folder of the node " + oneLine(jsonString(source, "path"), 200)
                    + placeOf(name, container));
            else if (kind == "emptyDir") {
                if (jsonField(source, "sizeLimit").is_null())
                    relax("volume " + name + " without a size");
            } else if (
                kind == "projected"
                && writeJson(source).find("\"serviceAccountToken\"") != std::string::npos) {
                // Every cluster adds such a volume itself where the token is mounted.
                if (jsonField(m_spec, "automountServiceAccountToken") == false)
                    relax("service account token");
            } else
                relax("volume " + name + " (" + oneLine(kind, 40) + ")" + placeOf(name, container));
        }
    }

    static std::string placeOf(const std::string& volume, const Json& container)
    {
        const auto* mount = findItem(jsonField(container, "volumeMounts"), "name", volume);
        if (!mount)
            return {};
        return " at " + oneLine(jsonString(*mount, "mountPath"), 200)
            + (jsonBool(*mount, "readOnly") ? " (read-only)" : " (writable)");
    }

    /// What a container may do; @p where is added to the name of each relaxation.
    void addRights(const Json& container, const std::string& where)
    {
        const auto& rights = jsonField(container, "securityContext");
        if (jsonBool(rights, "privileged"))
            relax("privileged container" + where);
        if (jsonField(rights, "allowPrivilegeEscalation") != false)
            relax("programs may gain privileges" + where);
        addCapabilities(jsonField(rights, "capabilities"), where);
        const auto seccomp = jsonString(securityField(m_spec, container, "seccompProfile"), "type");
        const bool filters = seccomp == "RuntimeDefault" || seccomp == "Localhost";
        if (!filters)
            relax("no system-call filter of the engine" + where);
        else if (where.empty())
            layer("system-call filter of the engine");
        if (const auto mask = jsonString(rights, "procMount"); !mask.empty() && mask != "Default")
            relax("all of /proc" + where);
        if (jsonString(securityField(m_spec, container, "appArmorProfile"), "type") == "Unconfined")
            relax("no AppArmor" + where);
        for (const auto& port : jsonList(container, "ports"))
            if (const auto number = jsonInt(port, "hostPort"); number != 0)
                relax("port " + std::to_string(number) + " of the node" + where);
    }

    void addCapabilities(const Json& capabilities, const std::string& where)
    {
        if (!jsonHolds(jsonField(capabilities, "drop"), "ALL"))
            relax("capabilities of the engine's default" + where);
        for (const auto& item : jsonList(capabilities, "add"))
            relax("capability " + shown(item) + where);
    }

    /// Others share the pod's network and volumes; a weak one of them weakens the pod.
    void addOthers(const char* list, const std::string& what)
    {
        for (const auto& container : jsonList(m_spec, list)) {
            const auto name = jsonString(container, "name");
            if (name == part::kAgent || (name == m_name && what == "container "))
                continue;
            relax(what + oneLine(name, 80) + " beside the sandbox");
            addRights(container, " in " + what + oneLine(name, 80));
            if (securityField(m_spec, container, "runAsUser") == 0)
                relax("user root in " + what + oneLine(name, 80));
        }
    }

    const Json& m_spec;
    const std::string& m_name;
    std::size_t m_unnamed = 0;
    IsolationReport m_report;
};

} // namespace

const Json& securityField(const Json& spec, const Json& container, std::string_view field)
{
    const auto& own = jsonField(jsonField(container, "securityContext"), field);
    return own.is_null() ? jsonField(jsonField(spec, "securityContext"), field) : own;
}

IsolationReport reportPod(const Json& pod, const std::string& container)
{
    return Reporter(pod, container).take();
}

bool isSandboxPod(const Json& pod, const Json& container)
{
    const auto& metadata = jsonField(pod, "metadata");
    const auto& labels = jsonField(metadata, "labels");
    if (jsonString(labels, part::kManagedBy) != part::kManager
        || jsonString(labels, label::kSession).empty())
        return false;
    const auto& command = jsonField(container, "command");
    return command.is_array() && !command.empty()
        && (command[0] == kAgentPath || (command.size() == 3 && command[2] == part::kWaitScript));
}

} // namespace sandbench::kubernetes
