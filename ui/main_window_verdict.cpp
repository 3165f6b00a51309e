// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// From a run of MainWindow to the verdict on it, and back from the runs of the past.
#include "ui/checks/checks_panel.h"
#include "ui/common/text.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"
#include "ui/main_window.h"
#include "ui/runs/runs_panel.h"
#include "ui/verdict/session_verdicts.h"
#include "ui/verdict/verdict_panel.h"

#include <QDockWidget>

namespace sandbench::ui {

void MainWindow::connectVerdict()
{
    auto* verdicts = new SessionVerdicts(m_sessions, *m_views, *m_verdict, this);
    connect(m_checks, &ChecksPanel::answerChecked, verdicts, &SessionVerdicts::noteChecks);
    connect(m_runs, &RunsPanel::reviewed, verdicts, &SessionVerdicts::noteReview);
    connect(m_verdict, &VerdictPanel::panelWanted, this, &MainWindow::showDock);
    connect(m_verdict, &VerdictPanel::reviewChanged, m_runs, &RunsPanel::review);
    connect(m_verdict, &VerdictPanel::copyWanted, m_runs, &RunsPanel::copyForModel);
    connect(m_verdict, &VerdictPanel::reportWanted, m_runs, &RunsPanel::chooseReport);
    connect(m_verdict, &VerdictPanel::comparisonWanted, this, [this](const QString& run) {
        showDock(QStringLiteral("dockRuns"));
        m_runs->compareWithBefore(run);
    });
    connect(m_verdict, &VerdictPanel::againWanted, this, [this](const QString& run) {
        showDock(QStringLiteral("dockRuns"));
        m_runs->runOnceMore(run);
    });
    connect(m_runs, &RunsPanel::programWanted, this, &MainWindow::openKeptProgram);
    m_runs->setOpener(sandboxOpener());
}

void MainWindow::showDock(const QString& name)
{
    auto* dock = findChild<QDockWidget*>(name);
    dock->show();
    dock->raise();
    dock->widget()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::openKeptProgram(const QString& file, const QByteArray& code, const QString& origin)
{
    m_editors->newDocument(file, code)->setOrigin({.place = origin, .isReviewed = false});
}

/// Called on workers. By the engine's usual connection: which one a run had is not kept.
workspace::OpenSandbox MainWindow::sandboxOpener()
{
    return [&workspace = m_workbench.workspace, &engines = m_workbench.engines](
               workspace::SandboxRequest request,
               const std::stop_token& stop) -> Result<std::shared_ptr<workspace::HostedSandbox>> {
        workspace::SandboxOpening opening;
        SANDBENCH_TRY(opening.engine, engines.find(request.engine, {}));
        opening.request = std::move(request);
        return workspace.sandboxes().open(workspace::userCaller(), std::move(opening), stop);
    };
}

} // namespace sandbench::ui
