// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/engine/ownership.h"
#include "core/language/host_tools.h"
#include "core/language/language.h"

#include <chrono>
#include <unistd.h>

namespace sandbench::cli {
namespace {

using namespace kubernetes;

/// The pod that a sandbox would be, with the same folders and limits, without us in it.
Result<PodPlan> planOf(const std::string& name, const std::string& space, const std::string& image)
{
    SandboxSpec spec;
    spec.sessionId = "bench";
    PodSettings settings;
    settings.name = name;
    settings.namespaceName = space;
    settings.owner = ownerOfThisProcess();
    settings.image = image;
    return planPod(spec, settings);
}

/// By the pod's own condition.
Result<void>
awaitReady(const KubeApi& api, const ExecTarget& target, const Json& pod, std::stop_token stop)
{
    bool isReady = false;
    const auto version = jsonString(jsonField(pod, "metadata"), "resourceVersion");
    SANDBENCH_TRY_VOID(api.watch(
        podsPath(target.namespaceName),
        {{"fieldSelector", "metadata.name=" + target.pod},
         {"resourceVersion", version},
         {"timeoutSeconds", "60"}},
        [&](const Json& event) -> Result<bool> {
            const auto state = readPodState(jsonField(event, "object"), target.container);
            isReady = state.isReady;
            if (state.hopeless)
                return *state.hopeless;
            return !isReady;
        },
        std::move(stop)));
    return isReady ? Result<void>()
                   : Error(ErrorCode::Timeout, "a plain pod did not become ready in a minute");
}

class KubeBaselines : public Baselines
{
public:
    static Result<std::unique_ptr<Baselines>>
    create(const BenchOptions& options, std::stop_token stop);
    ~KubeBaselines() override;

    std::string bareId() const override { return "baseline_pod_ready"; }
    std::string pythonPrefix() const override { return "baseline_kubectl_exec_"; }
    Result<double> bare() override;
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

Result<std::unique_ptr<Baselines>>
KubeBaselines::create(const BenchOptions& options, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto connection,
        chooseContext(options.connection, KubeSurroundings::ofThisProcess()));
    std::unique_ptr<KubeBaselines> baselines(new KubeBaselines);
    SANDBENCH_TRY(baselines->m_api, KubeApi::connect(connection, stop));
    baselines->m_image = options.image.empty() ? defaultImage(nullptr) : options.image;
    baselines->m_namespace = connection.namespaceName;
    baselines->m_stop = stop;
    SANDBENCH_TRY(baselines->m_pod, baselines->startPod());
    return std::unique_ptr<Baselines>(std::move(baselines));
}

KubeBaselines::~KubeBaselines()
{
    if (!m_pod.pod.empty())
        remove(m_pod);
}

Result<ExecTarget> KubeBaselines::startPod()
{
    const auto name
        = "sandbench-bench-" + std::to_string(::getpid()) + "-" + std::to_string(++m_count);
    SANDBENCH_TRY(const auto plan, planOf(name, m_namespace, m_image));
    const ExecTarget target = {m_namespace, name, plan.container};
    SANDBENCH_TRY(const auto made, m_api->post(podsPath(m_namespace), plan.pod, m_stop));
    if (auto ready = awaitReady(*m_api, target, made, m_stop); !ready) {
        remove(target);
        return ready.error();
    }
    return target;
}

/// What it waits for never comes, and its node takes its time to end it: nobody waits for that.
void KubeBaselines::remove(const ExecTarget& target) const
{
    (void)removePod(*m_api, target, true).has_value();
}

Result<double> KubeBaselines::bare()
{
    const auto begin = Clock::now();
    SANDBENCH_TRY(const auto target, startPod());
    const double took = since(begin);
    remove(target);
    return took;
}

Result<double> KubeBaselines::python(const std::string& code, bool drain)
{
    const auto kubectl = findHostTool("kubectl");
    if (kubectl.empty())
        return Error(ErrorCode::Unavailable, "kubectl is not installed on this machine");
    return timeCommand(
        {{kubectl, "--context", m_api->connection().context, "--namespace", m_namespace, "exec",
          m_pod.pod, "--", "python3", "-c", code},
         false,
         drain});
}

} // namespace

Result<std::unique_ptr<Baselines>>
kubernetesBaselines(const BenchOptions& options, std::stop_token stop)
{
    return KubeBaselines::create(options, std::move(stop));
}

} // namespace sandbench::cli
