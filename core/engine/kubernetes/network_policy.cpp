// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/engine/ownership.h"

namespace sandbench::kubernetes {

Json networkPolicyFor(
    const PodSettings& settings, const std::string& sessionId, const std::string& podUid)
{
    const Json labels = {
        {std::string(part::kManagedBy), part::kManager}, {std::string(label::kSession), sessionId}};
    Json metadata
        = {{"name", settings.name},
           {"namespace", settings.namespaceName},
           {"labels", labels},
           {"annotations", {{std::string(label::kOwner), settings.owner}}}};
    // The cluster removes it after the pod, also where nobody else does.
    if (!podUid.empty())
        metadata["ownerReferences"] = Json::array(
            {{{"apiVersion", "v1"}, {"kind", "Pod"}, {"name", settings.name}, {"uid", podUid}}});
    return {
        {"apiVersion", "networking.k8s.io/v1"},
        {"kind", "NetworkPolicy"},
        {"metadata", std::move(metadata)},
        {"spec",
         {{"podSelector", {{"matchLabels", {{std::string(label::kSession), sessionId}}}}},
          {"policyTypes", Json::array({"Ingress", "Egress"})}}}};
}

} // namespace sandbench::kubernetes
