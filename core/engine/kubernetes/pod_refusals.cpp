// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_refusals.h"

#include <array>

namespace sandbench::kubernetes {

namespace {

struct Rule
{
    std::string_view words; ///< Part of what the cluster says.
    ErrorCode code;
    std::string_view advice;
};

constexpr std::array<Rule, 6> kRules = {{
    {"pod rejected: RuntimeClass", ErrorCode::NotFound,
     "choose a --runtime of 'kubectl get runtimeclasses', or none"},
    {"no PriorityClass", ErrorCode::NotFound,
     "choose one of 'kubectl get priorityclasses' in the --manifest, or none"},
    {"usage per ", ErrorCode::InvalidArgument,
     "the namespace's LimitRange says so: choose other --memory and --cpus"},
    {"limit to request ratio", ErrorCode::InvalidArgument,
     "the namespace's LimitRange says so: choose other --memory and --cpus"},
    {"violates PodSecurity", ErrorCode::PermissionDenied,
     "leave away what relaxes the sandbox: --root writable, a root --user, or the --manifest's own "
     "rights; or choose another namespace"},
    {"serviceaccount", ErrorCode::NotFound,
     "name a service account of the namespace in the --manifest, or none"},
}};

} // namespace

Error explainRefusal(const Error& refused)
{
    if (refused.code() != ErrorCode::PermissionDenied)
        return refused;
    // A right that is missing names verb and resource, and has its advice.
    if (refused.message().find(" is forbidden: ") == std::string::npos)
        return refused;
    for (const auto& rule : kRules)
        if (refused.message().find(rule.words) != std::string::npos)
            return Error(rule.code, refused.message() + "; " + std::string(rule.advice));
    return refused;
}

} // namespace sandbench::kubernetes
