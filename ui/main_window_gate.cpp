// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How MainWindow is connected with its code gate.
#include "ui/common/elided_label.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/gate_controller.h"
#include "ui/lessons/lesson_desk.h"
#include "ui/main_window.h"
#include "ui/run_presenter.h"
#include "ui/session/session_opener.h"
#include "ui/session_views.h"
#include "ui/steps/step_desk.h"

#include <QComboBox>
#include <QDockWidget>

namespace sandbench::ui {

void MainWindow::connectGate()
{
    auto* dock = findChild<QDockWidget*>(QStringLiteral("dockFindings"));
    connect(m_gate, &GateController::titleChanged, dock, &QWidget::setWindowTitle);
    connect(m_gate, &GateController::statusChanged, m_status, &QLabel::setText);
    connect(m_gate, &GateController::panelWanted, this, [dock] {
        dock->show();
        dock->raise();
        dock->widget()->setFocus(Qt::ShortcutFocusReason);
    });
    // After followDocument(), which chooses the document's language.
    const auto follow = [this] {
        m_gate->follow(m_editors->current(), toStd(m_language->currentData().toString()));
    };
    connect(m_editors, &EditorTabs::currentChangedTo, this, follow);
    connect(m_language, &QComboBox::currentIndexChanged, this, follow);
    follow();
}

void MainWindow::checkAndRun()
{
    const Run run = *m_lastRun;
    const auto go = [this, run, isFresh = m_nextIsFresh,
                     session = &m_sessions.chosen()](const RunRequest& request) {
        if (m_sessions.rowOf(session) < 0)
            return; // it was closed meanwhile
        for (SessionController* target : runTargets(*session)) {
            if (isFresh) // not before: what a session holds is no price for a refusal
                target->destroySession();
            m_views->presenterOf(*target).setNext(
                {run.title, run.fileName, run.request.context.empty(),
                 request.code.find("plotly") != std::string::npos});
            PlannedRun planned(request, run.projectFolder);
            if (run.isStepped && target == session)
                if (const auto followed = m_stepDesk->follow(planned, *session, run.title);
                    !followed)
                    return showError(*session, followed.error());
            if (target == session && !run.isStepped)
                m_lessons->noteRun(*session, run.document, request);
            m_opener->run(*target, planned);
        }
    };
    m_gate->check(run.request, run.document, go, run.projectFolder);
}

} // namespace sandbench::ui
