// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_mutex.h"
#include "core/engine/engine.h"
#include "core/engine/kubernetes/kube_api.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/engine/reaper/reaper_client.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sandbench {

/// Pods of a Kubernetes cluster. Connects at its first use, and again when that failed. Source:
/// Kubernetes API v1 of 1.20 and later.
class KubernetesEngine : public Engine
{
public:
    struct Options
    {
        /// Called at the first use.
        std::function<Result<kubernetes::KubeConnection>()> choose;
        std::string defaultImage;
        std::string agentImage; ///< See PodOptions::agentImage; empty = through a shell.
        std::shared_ptr<reaper::Reaper> reaper = nullptr; ///< Shared with others; null = its own.
    };

    explicit KubernetesEngine(Options options);
    ~KubernetesEngine() override;

    std::string name() const override { return "kubernetes"; }
    EngineStatus probe(std::stop_token stop) override;
    EngineStatus look(std::stop_token stop) override;
    Result<std::unique_ptr<Instance>> open(const SandboxSpec& spec, std::stop_token stop) override;

    /// In every namespace where that is allowed; see core/engine/kubernetes/kube_sandboxes.h.
    Result<std::vector<SandboxInfo>> sandboxes(std::stop_token stop) override;
    Result<void> removeSandbox(const std::string& id, std::stop_token stop) override;

    /// The cluster, connected to. Errors: KubeApi's.
    Result<std::shared_ptr<const kubernetes::KubeApi>> api(std::stop_token stop);
    /// What open() would make or enter, for who decides about it; makes nothing. Errors: those of
    /// open() that can be known before, with the rights that are missing in the namespace.
    Result<kubernetes::PodPlan> plan(const SandboxSpec& spec, std::stop_token stop);

private:
    kubernetes::PodSettings
    settingsFor(const kubernetes::KubeApi& server, const SandboxSpec& spec) const;

    const Options m_options;
    StoppableMutex m_mutex;
    std::shared_ptr<const kubernetes::KubeApi> m_api;
    const std::shared_ptr<reaper::Reaper> m_reaper;
};

} // namespace sandbench
