// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_api.h"

namespace sandbench::kubernetes {

std::string Right::text() const
{
    return verb + " " + resource + (group.empty() ? "" : "." + group);
}

const std::vector<Right>& rightsOfSandboxes()
{
    static const std::vector<Right> rights = {
        {"create", "", "pods", "to make sandboxes"},
        {"get", "", "pods", "to see how a sandbox is"},
        {"list", "", "pods", "to find sandboxes"},
        {"watch", "", "pods", "to see when a sandbox is ready"},
        {"get", "", "pods/exec", "to run programs in sandboxes"},
        {"create", "", "pods/exec", "to run programs in sandboxes", 35},
        {"delete", "", "pods", "to remove sandboxes"},
    };
    return rights;
}

const std::vector<Right>& furtherRights()
{
    static const std::string networking = "networking.k8s.io";
    static const std::vector<Right> rights = {
        {"create", networking, "networkpolicies", "to keep sandboxes off the network"},
        {"list", networking, "networkpolicies", "to find what is left of sandboxes"},
        {"delete", networking, "networkpolicies", "to remove what is left of sandboxes"},
        {"watch", "", "events", "to say why a sandbox waits, and to see sooner that it started"},
    };
    return rights;
}

const std::vector<Right>& rightsOfJobs()
{
    static const std::vector<Right> rights = {
        {"create", "batch", "jobs", "to make sandboxes through jobs (--job)"},
        {"list", "batch", "jobs", "to see whether the cluster's queue has admitted a sandbox"},
        {"delete", "batch", "jobs", "to remove sandboxes that jobs made"},
    };
    return rights;
}

const std::vector<Right>& rightsOfClaims()
{
    static const std::string claims = "extensions.agents.x-k8s.io";
    static const std::vector<Right> rights = {
        {"create", claims, "sandboxclaims", "to take pods of warm pools"},
        {"list", claims, "sandboxclaims", "to see which pod a warm pool gave"},
        {"watch", claims, "sandboxclaims", "to see at once when a warm pool gives a pod"},
        {"delete", claims, "sandboxclaims", "to give pods of warm pools up"},
        {"get", "agents.x-k8s.io", "sandboxes", "to find the pod that a warm pool gave"},
    };
    return rights;
}

} // namespace sandbench::kubernetes
