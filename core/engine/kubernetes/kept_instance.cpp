// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_instance.h"
#include "core/engine/kubernetes/manifest_merge.h"

#include <algorithm>

namespace sandbench::kubernetes {

namespace {

using namespace std::chrono_literals;

/// A node tells in that time that nothing of a sandbox's programs is left.
constexpr auto kLeavePatience = 2s;

bool isAmong(const Json& list, const std::string& name)
{
    const auto& items = jsonList(list, "items");
    return std::any_of(items.begin(), items.end(), [&](const Json& item) {
        return jsonString(jsonField(item, "metadata"), "name") == name;
    });
}

} // namespace

Result<std::unique_ptr<Instance>> KubeInstance::adopt(
    std::shared_ptr<const KubeApi> api, const SandboxSpec& spec, PodSettings settings,
    std::stop_token stop)
{
    const auto key = parseKeptPodKey(spec.adopts);
    if (!key)
        return keptPodIsGone(spec);
    settings.name = key->pod;
    settings.namespaceName = key->namespaceName;
    std::unique_ptr<KubeInstance> instance(new KubeInstance(std::move(api), spec, settings));
    instance->m_isAdopted = true;
    instance->m_token = key->token;
    instance->m_target = {key->namespaceName, key->pod, {}};
    SANDBENCH_TRY_VOID(instance->goOn(std::move(stop)));
    return std::unique_ptr<Instance>(std::move(instance));
}

Result<void> KubeInstance::goOn(std::stop_token stop)
{
    const auto pod = m_api->get(podPath(m_target), {}, stop);
    if (pod.failedAs(ErrorCode::NotFound))
        return keptPodIsGone(m_spec);
    if (!pod)
        return pod.error();
    const auto policies = m_api->get(networkPoliciesPath(m_target.namespaceName), {}, stop);
    m_hasPolicy = policies && isAmong(*policies, m_settings.name);
    SANDBENCH_TRY(m_plan, planKeptPod(m_spec, m_settings, *pod, m_hasPolicy));
    m_isOurs = true;
    m_target.container = m_plan.container;
    m_opened = readPodState(*pod, m_plan.container);
    // It ran when it was kept, be it by its node's word; the pod's own state comes later.
    if (m_opened.phase == PodState::Phase::Waiting) {
        SANDBENCH_TRY(m_opened, awaitPod(*m_api, m_target, *pod, Until::Started, {}, stop));
    }
    m_image = jsonString(containerIn(*pod, m_plan.container), "image");
    m_isDropped = m_hasPolicy && m_plan.network != "none";
    if (m_hasPolicy || m_plan.network == "none") {
        // Somebody may have taken it away meanwhile.
        if (policies && !m_hasPolicy)
            SANDBENCH_TRY_VOID(makeNetworkPolicy(stop));
        noteOpenings(policies);
        m_plan.setup.unreachable = addressesOutside();
    }
    const auto attaching = [this](std::stop_token stopping) { return relay(std::move(stopping)); };
    SANDBENCH_TRY_VOID(agent::HeldStream::endFormer(attaching, m_token, stop));
    return connect(std::move(stop));
}

Result<void> KubeInstance::keep()
{
    if (m_spec.keepFor.count() <= 0)
        return Instance::keep();
    m_isKept = true;
    m_stream->keep();
    return {};
}

Result<void> KubeInstance::leave()
{
    return m_spec.keepFor.count() > 0 ? letGo() : close();
}

Result<void> KubeInstance::letGo()
{
    if (std::exchange(m_closed, true) || !m_stream)
        return {};
    m_stream->close();
    // Who says nothing ends when its time to live is over.
    (void)m_stream->awaitEnd(kLeavePatience);
    return {};
}

} // namespace sandbench::kubernetes
