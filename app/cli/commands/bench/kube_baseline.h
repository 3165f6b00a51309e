// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/bench/bench.h"
#include "core/engine/kubernetes/pod_calls.h"

#include <memory>
#include <stop_token>
#include <string>

namespace sandbench::cli {

/// What a cluster's own tools cost: a sandbox's pod until it is ready, and `kubectl exec` in one.
/// It is removed with this object. Thread: one.
class KubeBaselines : public Baselines
{
public:
    /// Errors: those of the connection and of a pod that does not run.
    static Result<std::unique_ptr<KubeBaselines>>
    create(const BenchOptions& options, std::stop_token stop);
    ~KubeBaselines() override;

    std::string bareId() const override { return "baseline_pod_ready"; }
    std::string pythonPrefix() const override { return "baseline_kubectl_exec_"; }
    Result<double> bare() override;
    /// Errors: also Unavailable without kubectl.
    Result<double> python(const std::string& code, bool drain) override;

private:
    KubeBaselines() = default;
    Result<kubernetes::ExecTarget> startPod();
    void remove(const kubernetes::ExecTarget& target) const;

    std::shared_ptr<const kubernetes::KubeApi> m_api;
    std::string m_image, m_namespace;
    std::stop_token m_stop;
    int m_count = 0;
    kubernetes::ExecTarget m_pod;
};

} // namespace sandbench::cli
