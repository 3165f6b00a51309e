// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/engine/ownership.h"

#include <algorithm>

namespace sandbench::kubernetes {

namespace {

/// Source: Kubernetes API, LabelSelector. One with an operator that we do not know selects.
bool selects(const Json& selector, const Json& labels)
{
    const auto& wanted = jsonField(selector, "matchLabels");
    if (wanted.is_object())
        for (const auto& [key, value] : wanted.items())
            if (jsonField(labels, key) != value)
                return false;
    for (const auto& rule : jsonField(selector, "matchExpressions")) {
        const auto& value = jsonField(labels, jsonString(rule, "key"));
        const auto how = jsonString(rule, "operator");
        const auto& values = jsonList(rule, "values");
        const bool isListed = std::find(values.begin(), values.end(), value) != values.end();
        if ((how == "In" && !isListed) || (how == "NotIn" && isListed)
            || (how == "Exists" && value.is_null()) || (how == "DoesNotExist" && !value.is_null()))
            return false;
    }
    return true;
}

/// Whether it has a rule of this direction; without one it only refuses.
bool lets(const Json& spec, const char* rules, const char* direction)
{
    const auto& types = jsonField(spec, "policyTypes");
    const bool isMeant = types.empty() || jsonHolds(types, direction);
    return isMeant && !jsonList(spec, rules).empty();
}

} // namespace

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

std::vector<std::string>
policiesThatOpen(const Json& list, const Json& labels, const std::string& own)
{
    constexpr std::size_t kMostNames = 16;
    std::vector<std::string> names;
    for (const auto& policy : jsonField(list, "items")) {
        const auto name = jsonString(jsonField(policy, "metadata"), "name");
        const auto& spec = jsonField(policy, "spec");
        const bool isOpen = lets(spec, "egress", "Egress") || lets(spec, "ingress", "Ingress");
        if (isOpen && name != own && selects(jsonField(spec, "podSelector"), labels)
            && names.size() < kMostNames)
            names.push_back(oneLine(name, 100));
    }
    return names;
}

} // namespace sandbench::kubernetes
