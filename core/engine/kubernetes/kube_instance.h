// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/held_stream.h"
#include "core/engine/container_options.h"
#include "core/engine/engine.h"
#include "core/engine/kubernetes/kept_pod.h"
#include "core/engine/kubernetes/kube_api.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/engine/reaper/reaper_client.h"

#include <memory>
#include <mutex>
#include <string>

namespace sandbench::kubernetes {

/// The agent in a pod, ours or somebody else's, and the one stream to it.
class KubeInstance : public Instance
{
public:
    /// Makes a pod and its network policy, waits until it runs and its agent answers; a failure
    /// leaves nothing behind. @p reaper: for what is left where this program is killed. Errors:
    /// those of Engine::open().
    static Result<std::unique_ptr<Instance>> start(
        std::shared_ptr<const KubeApi> api, std::shared_ptr<reaper::Reaper> reaper,
        const SandboxSpec& spec, const PodSettings& settings, std::stop_token stop);
    /// containerOf(spec).existing: "POD" in the settings' namespace. It is left as it was found.
    static Result<std::unique_ptr<Instance>> enter(
        std::shared_ptr<const KubeApi> api, const SandboxSpec& spec, const PodSettings& settings,
        std::stop_token stop);
    /// The same of a pod that a warm pool gives (claim.h); it goes with the session. Errors: those
    /// of claimPod() and enter().
    static Result<std::unique_ptr<Instance>> claim(
        std::shared_ptr<const KubeApi> api, std::shared_ptr<reaper::Reaper> reaper,
        const SandboxSpec& spec, const PodSettings& settings, std::stop_token stop);
    /// Enters one that an earlier program kept, see SandboxSpec::adopts. A failure leaves it as it
    /// is. Errors: NotFound when it is gone, or is another session's.
    static Result<std::unique_ptr<Instance>> adopt(
        std::shared_ptr<const KubeApi> api, const SandboxSpec& spec, PodSettings settings,
        std::stop_token stop);
    ~KubeInstance() override;

    ByteStream& stream() override { return *m_stream; }
    GuestSetup guestSetup() const override { return m_plan.setup; }
    void noteReached(const std::vector<std::string>& reached) override;
    void noteGuarded(bool isGuarded) override;
    const IsolationReport& isolation() const override { return m_plan.isolation; }
    std::string image() const override { return m_image; }
    std::string network() const override;
    Result<void> dropNetwork(std::stop_token stop) override;
    std::optional<EndCause> endCause() override;
    ResourceCounters counters() const override { return {}; }
    void resetPeak() override { }
    std::string description() const override;
    /// See KeptPodKey: of one that is kept no more than its store may know it.
    std::string id() const override;
    Result<void> keep() override;
    Result<void> leave() override;
    Result<void> close() override;

private:
    KubeInstance(
        std::shared_ptr<const KubeApi> api, const SandboxSpec& spec, const PodSettings& settings);

    Result<Json> create(std::stop_token stop);
    Result<Json> createByJob(std::stop_token stop);
    Result<void> enterNow(const std::string& pod, std::stop_token stop);
    Result<void> removeOwn(bool isEmpty);
    void watch();
    void forget();
    Result<void> makeNetworkPolicy(std::stop_token stop);
    void lookForOpenings(std::stop_token stop);
    Result<void> enterStarted(const Json& pod, std::stop_token stop);
    /// What answers in every cluster, unless rules of its network keep a pod from it.
    std::vector<std::string> addressesOutside() const;
    void noteOpenings(const Result<Json>& policies);
    Result<void> letGo();
    Result<void> goOn(std::stop_token stop);
    Result<void> connect(std::stop_token stop);
    Result<std::unique_ptr<ByteStream>> attach(std::stop_token stop);
    Result<std::unique_ptr<ByteStream>> relay(std::stop_token stop);
    Result<void> checkStillThere(std::stop_token stop);
    void awaitNodesLook() const;
    void settleDoubts();

    const std::shared_ptr<const KubeApi> m_api;
    const SandboxSpec m_spec;
    const PodSettings m_settings;
    std::shared_ptr<reaper::Reaper> m_reaper; ///< Null: nothing is left to it.
    PodPlan m_plan;
    ExecTarget m_target;
    PodState m_opened;
    std::string m_image;
    agent::Link::Token m_token = agent::makeToken();
    bool m_isOurs = false, m_hasPolicy = false;
    bool m_isOfJob = false, m_isClaimed = false; ///< Job and claim have the settings' name.
    bool m_isAdopted = false, m_isKept = false;
    bool m_isDoubtful = false; ///< It may be made yet, though nobody waits for it.
    bool m_isDropped = false, m_closed = false;
    std::unique_ptr<agent::HeldStream> m_stream;
};

} // namespace sandbench::kubernetes
