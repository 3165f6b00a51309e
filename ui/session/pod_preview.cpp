// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/pod_preview.h"

#include "core/base/fd.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/kubernetes/manifest.h"
#include "core/engine/kubernetes/pod_options.h"
#include "ui/async/job_runner.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/session/isolation_summary.h"

namespace sandbench::ui {

namespace {

constexpr int kPreviewDelayMilliseconds = 300;
constexpr std::size_t kMostDifferences = 20;
constexpr qsizetype kLongestDifference = 200;

Result<kubernetes::PodPlan> planOf(
    Engine& engine, SandboxSpec spec, const std::string& manifestFile,
    const std::string& standardImage, std::stop_token stop)
{
    spec.sessionId = "plan";
    if (!manifestFile.empty()) {
        SANDBENCH_TRY(podOf(spec).manifest, readFile(manifestFile, kMostManifestBytes));
    }
    if (spec.image.empty() && containerOf(spec).existing.empty()
        && !kubernetes::namesImage(podOf(spec).manifest, podOf(spec).container))
        spec.image = standardImage;
    if (auto* cluster = dynamic_cast<KubernetesEngine*>(&engine))
        return cluster->plan(spec, std::move(stop));
    kubernetes::PodSettings settings; // of a test
    settings.image = spec.image;
    return kubernetes::planPod(spec, settings);
}

ClusterAnswer answerOf(Engine& engine, std::stop_token stop)
{
    ClusterAnswer answer;
    auto* cluster = dynamic_cast<KubernetesEngine*>(&engine);
    if (!cluster) // of a test
        return answer;
    const auto api = cluster->api(stop);
    if (!api)
        return answer;
    answer.namespaceName = (*api)->connection().namespaceName;
    answer.warnings = (*api)->connection().warnings;
    if (const auto list = (*api)->get("/api/v1/namespaces", {{"limit", "500"}}, stop))
        for (const auto& item : jsonField(*list, "items"))
            answer.namespaces.push_back(jsonString(jsonField(item, "metadata"), "name"));
    return answer;
}

} // namespace

PodPreview::PodPreview(JobRunner& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(kPreviewDelayMilliseconds);
    connect(&m_typing, &QTimer::timeout, this, &PodPreview::makePlan);
}

PodPreview::~PodPreview()
{
    m_stop.request_stop();
    m_clusterStop.request_stop();
}

void PodPreview::setCluster(Engine* cluster)
{
    if (cluster == m_cluster)
        return;
    m_cluster = cluster;
    m_stop.request_stop();
    m_clusterStop.request_stop();
    m_typing.stop();
    ++m_round;
    ++m_clusterRound;
    m_plan.reset();
    m_answer = {};
    if (m_cluster)
        askCluster();
}

void PodPreview::askCluster()
{
    m_clusterStop = m_jobs.run(
        this,
        [cluster = m_cluster](std::stop_token stop) { return answerOf(*cluster, std::move(stop)); },
        [this, round = m_clusterRound](ClusterAnswer answer) {
            if (round != m_clusterRound)
                return;
            m_answer = std::move(answer);
            emit answered();
        });
}

void PodPreview::ask(
    const SandboxSpec& spec, const std::string& manifestFile, const std::string& standardImage)
{
    m_spec = spec;
    m_manifestFile = manifestFile;
    m_standardImage = standardImage;
    m_stop.request_stop();
    ++m_round;
    if (m_cluster)
        m_typing.start(m_plan ? kPreviewDelayMilliseconds : 0);
}

void PodPreview::makePlan()
{
    if (!m_cluster)
        return;
    m_stop = m_jobs.run(
        this,
        [cluster = m_cluster, spec = m_spec, file = m_manifestFile, image = m_standardImage](
            std::stop_token stop) { return planOf(*cluster, spec, file, image, std::move(stop)); },
        [this, round = ++m_round](Result<kubernetes::PodPlan> plan) {
            if (round != m_round)
                return;
            m_plan = std::move(plan);
            emit changed();
        });
}

std::string imageOf(const kubernetes::PodPlan& plan)
{
    for (const Json& container : jsonField(jsonField(plan.pod, "spec"), "containers"))
        if (jsonString(container, "name") == plan.container)
            return jsonString(container, "image");
    return {};
}

QStringList podLines(const kubernetes::PodPlan& plan)
{
    QStringList lines = isolationText(plan.isolation, false);
    for (std::size_t i = 0; i < plan.differences.size(); ++i) {
        if (i == kMostDifferences) {
            lines << PodPreview::tr("The manifest says %1 more things otherwise.")
                         .arg(plan.differences.size() - i);
            break;
        }
        const QString text = SafeText::display(plan.differences[i]);
        lines << PodPreview::tr("Manifest: %1").arg(text.left(kLongestDifference));
    }
    return lines + isolationText(plan.isolation, true);
}

} // namespace sandbench::ui
