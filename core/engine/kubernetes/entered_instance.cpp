// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/kubernetes/claim.h"
#include "core/engine/kubernetes/kube_instance.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/kubernetes/pod_parts.h"

#include <utility>

namespace sandbench::kubernetes {

Result<std::unique_ptr<Instance>> KubeInstance::enter(
    std::shared_ptr<const KubeApi> api, const SandboxSpec& spec, const PodSettings& settings,
    std::stop_token stop)
{
    std::unique_ptr<KubeInstance> instance(new KubeInstance(std::move(api), spec, settings));
    SANDBENCH_TRY_VOID(instance->enterNow(containerOf(spec).existing, std::move(stop)));
    return std::unique_ptr<Instance>(std::move(instance));
}

Result<std::unique_ptr<Instance>> KubeInstance::claim(
    std::shared_ptr<const KubeApi> api, std::shared_ptr<reaper::Reaper> reaper,
    const SandboxSpec& spec, const PodSettings& settings, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkExistingPodOptions(spec));
    std::unique_ptr<KubeInstance> instance(new KubeInstance(std::move(api), spec, settings));
    instance->m_reaper = std::move(reaper);
    instance->m_isClaimed = true;
    instance->watch();
    const auto asked = claimOf(spec, settings, warmPoolOf(containerOf(spec).existing));
    SANDBENCH_TRY(const auto pod, claimPod(*instance->m_api, asked, spec.onWaiting, stop));
    SANDBENCH_TRY_VOID(instance->enterNow(pod, std::move(stop)));
    return std::unique_ptr<Instance>(std::move(instance));
}

Result<void> KubeInstance::enterNow(const std::string& name, std::stop_token stop)
{
    const auto& place = m_settings.namespaceName;
    m_target = {place, name, {}};
    const auto pod = m_api->get(podPath(m_target), {}, stop);
    if (pod.failedAs(ErrorCode::NotFound))
        return Error(
            ErrorCode::NotFound,
            "the namespace " + place + " has no pod " + oneLine(name, 100)
                + "; see 'kubectl get pods --namespace " + place + "'");
    if (!pod)
        return pod.error();
    // What the reaper's absence means stays said.
    const auto missing = std::move(m_plan.isolation.missing);
    SANDBENCH_TRY(m_plan, planExistingPod(m_spec, *pod));
    auto& all = m_plan.isolation.missing;
    all.insert(all.end(), missing.begin(), missing.end());
    m_target.container = m_plan.container;
    m_opened = readPodState(*pod, m_plan.container);
    return connect(std::move(stop));
}

} // namespace sandbench::kubernetes
