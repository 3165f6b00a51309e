// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/kubernetes/pod_plan.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::ui {

class JobRunner;

/// Of a file that is put over a pod.
inline constexpr std::size_t kMostManifestBytes = 1U << 20;

/// What a cluster says of itself to who chooses.
struct ClusterAnswer
{
    std::vector<std::string> namespaces; ///< Empty where the user may not list them.
    std::string namespaceName; ///< The context's.
    std::vector<std::string> warnings; ///< Of the way to it.
};

/// Asks in the background what a pod would be, and what its cluster says of itself. Makes nothing.
/// Thread: GUI.
class PodPreview : public QObject
{
    Q_OBJECT

public:
    /// @p jobs outlives it.
    explicit PodPreview(JobRunner& jobs, QObject* parent = nullptr);
    ~PodPreview() override;

    /// Whose pods they are; null = nobody's for now. What was known of another one is forgotten.
    /// @p cluster lives until the jobs are over.
    void setCluster(Engine* cluster);
    /// @p manifestFile: read each time; empty = none. @p standardImage: where neither names one.
    /// Asks when the typing pauses; until then the older plan holds.
    void
    ask(const SandboxSpec& spec, const std::string& manifestFile, const std::string& standardImage);

    /// Nothing until it is known. Errors: why there can be no such pod.
    const std::optional<Result<kubernetes::PodPlan>>& plan() const { return m_plan; }
    const ClusterAnswer& cluster() const { return m_answer; }

signals:
    /// Of the plan.
    void changed();
    /// The cluster has told of itself.
    void answered();

private:
    void askCluster();
    void makePlan();

    JobRunner& m_jobs;
    Engine* m_cluster = nullptr;
    ClusterAnswer m_answer;
    std::optional<Result<kubernetes::PodPlan>> m_plan;
    SandboxSpec m_spec;
    std::string m_manifestFile, m_standardImage;
    QTimer m_typing;
    std::stop_source m_stop, m_clusterStop;
    int m_round = 0, m_clusterRound = 0; ///< Answers to older questions are dropped.
};

/// Of the sandbox; empty = not known.
std::string imageOf(const kubernetes::PodPlan& plan);
/// The plan in plain words and lines: what is relaxed and missing, what a manifest changes, and
/// what holds.
QStringList podLines(const kubernetes::PodPlan& plan);

} // namespace sandbench::ui
