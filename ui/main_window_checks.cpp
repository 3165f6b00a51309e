// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow has checked and compared: the programs that are open, in sandboxes like the
// chosen session's.
#include "ui/batch/batch_panel.h"
#include "ui/checks/checks_panel.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/compare/compare_window.h"
#include "ui/editor/answer_opener.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/gate_controller.h"
#include "ui/grade/grade_panel.h"
#include "ui/main_window.h"
#include "ui/matrix/matrix_panel.h"
#include "ui/runs/runs_panel.h"

#include <QDoubleSpinBox>

namespace sandbench::ui {

void MainWindow::connectChecks()
{
    m_checks->setSubjects([this] { return openPrograms(); });
    m_matrix->setSubjects([this] { return matrixPrograms(); });
    m_grade->setPlace([this] { return gradePlace(); });
    connect(m_grade, &GradePanel::openWanted, this, &MainWindow::openKeptProgram);
    m_batch->setPlace([this] { return batchPlace(); });
    connect(m_batch, &BatchPanel::openWanted, this, &MainWindow::openKeptProgram);
}

Result<check::CheckedAnswer>
MainWindow::checkedAnswer(const CodeEditor& editor, const Language& language)
{
    const auto& session = m_sessions.chosen();
    auto choice = session.choice();
    if (choice.text("pod").empty() && choice.text("image").empty() && session.opensContainers())
        choice.set("image", defaultImage(&language));
    check::CheckedAnswer answer;
    SANDBENCH_TRY(answer.sandbox, requestOf(choice, m_workbench.engines));
    SANDBENCH_TRY(answer.sandbox.session.policy, m_gate->policies().required());
    answer.sandbox.session.warm = Warm::Never;
    answer.name = toStd(editor.fileName());
    answer.program.language = language.id;
    answer.program.fileName = answer.name;
    answer.program.code = toStd(editor.bytes());
    answer.program.files = m_answers->filesBeside(editor);
    answer.program.limits = answer.sandbox.runLimits;
    answer.program.limits.wallSeconds = m_timeout->value();
    return answer;
}

Result<CheckSubjects> MainWindow::openPrograms()
{
    CheckSubjects subjects;
    for (int i = 0; i < m_editors->count(); ++i) {
        const auto* editor = qobject_cast<CodeEditor*>(m_editors->widget(i));
        if (!editor || m_editors->isOpening(editor))
            continue;
        const auto language = m_languages.findByFileName(toStd(editor->fileName()));
        if (!language) // data, a text
            continue;
        SANDBENCH_TRY(auto answer, checkedAnswer(*editor, *language));
        subjects.answers.push_back(std::move(answer));
    }
    subjects.open = answerOpener();
    return subjects;
}

std::function<
    Result<std::shared_ptr<workspace::HostedSandbox>>(const check::CheckedAnswer&, std::stop_token)>
MainWindow::answerOpener()
{
    const auto& choice = m_sessions.chosen().choice();
    return [&workspace = m_workbench.workspace, &engines = m_workbench.engines,
            engine = choice.text("engine"), connection = choice.text("connection")](
               const check::CheckedAnswer& answer,
               const std::stop_token& stop) -> Result<std::shared_ptr<workspace::HostedSandbox>> {
        workspace::SandboxOpening opening;
        opening.request = answer.sandbox;
        SANDBENCH_TRY(opening.engine, engines.find(engine, connection));
        return workspace.sandboxes().open(workspace::userCaller(), std::move(opening), stop);
    };
}

/// As the chosen session has it, but for the place, which a panel names itself.
static Json saidElsewhere(const SessionController& session)
{
    Json said = session.choice().said;
    for (const char* member :
         {"engine", "connection", "context", "image", "size", "pod", "container"})
        said.erase(member);
    return said;
}

OpenBatchSandbox MainWindow::placeOpener(const std::shared_ptr<const CodePolicy>& policy)
{
    return [&workspace = m_workbench.workspace, &engines = m_workbench.engines, policy](
               workspace::SandboxRequest request, const std::string& connection,
               const std::stop_token& stop) -> Result<std::shared_ptr<workspace::HostedSandbox>> {
        workspace::SandboxOpening opening;
        SANDBENCH_TRY(opening.engine, engines.find(request.engine, connection));
        opening.request = std::move(request);
        opening.request.session.policy = policy;
        opening.request.session.warm = Warm::Never;
        return workspace.sandboxes().open(workspace::userCaller(), std::move(opening), stop);
    };
}

/// For programs that are checked.
static auto checkOpener(OpenBatchSandbox open)
{
    return
        [open = std::move(open)](const check::CheckedAnswer& answer, const std::stop_token& stop) {
            return open(answer.sandbox, answer.connection, stop);
        };
}

Result<MatrixSubjects> MainWindow::matrixPrograms()
{
    SANDBENCH_TRY(auto open, openPrograms());
    MatrixSubjects subjects;
    subjects.said = saidElsewhere(m_sessions.chosen());
    std::shared_ptr<const CodePolicy> policy;
    for (check::CheckedAnswer& answer : open.answers) {
        policy = answer.sandbox.session.policy;
        subjects.programs.push_back({answer.name, {}, std::move(answer.program)});
    }
    subjects.open = checkOpener(placeOpener(policy));
    return subjects;
}

Result<GradePlace> MainWindow::gradePlace()
{
    SANDBENCH_TRY(const auto policy, m_gate->policies().required());
    GradePlace place;
    place.said = saidElsewhere(m_sessions.chosen());
    place.policy = policy ? policy->id : std::string();
    place.open = checkOpener(placeOpener(policy));
    return place;
}

Result<BatchPlace> MainWindow::batchPlace()
{
    SANDBENCH_TRY(const auto policy, m_gate->policies().required());
    BatchPlace place;
    place.said = saidElsewhere(m_sessions.chosen());
    place.policy = policy ? policy->id : std::string();
    place.open = placeOpener(policy);
    return place;
}

void MainWindow::compareDocuments()
{
    if (!m_compare) {
        m_compare = new CompareWindow(*m_editors, this);
        connect(m_compare, &CompareWindow::bothWanted, this, &MainWindow::runBoth);
    }
    m_compare->open();
}

void MainWindow::runBoth(CodeEditor* left, CodeEditor* right, const QByteArray& input)
{
    check::CheckPlan plan;
    for (const auto* editor : {left, right}) {
        const auto language = m_languages.findByFileName(toStd(editor->fileName()));
        auto answer = language
            ? checkedAnswer(*editor, *language)
            : Error(ErrorCode::InvalidArgument, "its name does not tell its language");
        if (!answer)
            return m_message->showMessage(
                MessageBar::Tone::Error,
                tr("%1 was not run: %2")
                    .arg(
                        SafeText::display(editor->fileName()),
                        SafeText::display(answer.error().text())));
        plan.answers.push_back(*std::move(answer));
    }
    check::Check run;
    run.name = "run";
    run.input = input.toStdString();
    plan.checks.push_back(std::move(run));
    plan.open = answerOpener();
    showDock(QStringLiteral("dockRuns"));
    m_runs->runBoth(std::move(plan));
}

} // namespace sandbench::ui
