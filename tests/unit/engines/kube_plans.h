// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kubernetes/manifest_merge.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "tests/unit/engines/sandbox_plans.h"

#include <string>
#include <vector>

/// What the tests of pods' plans start from and look for.
namespace sandbench::kubernetes::test {

inline PodSettings plainSettings()
{
    PodSettings settings;
    settings.name = "sandbench-s-1";
    settings.namespaceName = "lab";
    settings.owner = "1000@here:b:1:2:3";
    settings.image = "python:3.12";
    settings.user = 61234;
    return settings;
}

inline Result<PodPlan> planOf(const SandboxSpec& spec)
{
    return planPod(spec, plainSettings());
}

/// The code and text of a refusal; empty where there is none.
inline std::string refusalOf(const SandboxSpec& spec)
{
    const auto planned = planOf(spec);
    return planned
        ? std::string()
        : std::string(errorCodeName(planned.error().code())) + ": " + planned.error().text();
}

/// All of @p list, for a message.
inline std::string linesOf(const std::vector<std::string>& list)
{
    std::string all;
    for (const auto& line : list)
        all += line + "\n";
    return all;
}

inline const Json& containerOf(const PodPlan& plan)
{
    static const Json none;
    const auto& spec = jsonField(plan.pod, "spec");
    const auto* found = findItem(jsonField(spec, "containers"), "name", plan.container);
    return found ? *found : none;
}

} // namespace sandbench::kubernetes::test
