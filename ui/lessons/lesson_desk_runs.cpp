// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What LessonDesk has run, and what becomes of it.
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"
#include "ui/lessons/lesson_desk.h"
#include "ui/lessons/lesson_panel.h"

#include <algorithm>

namespace sandbench::ui {

void LessonDesk::run()
{
    if (m_step >= steps() || m_isChecking)
        return;
    const auto& step = m_lesson.steps[static_cast<std::size_t>(m_step)];
    CodeEditor* editor = openProgram(m_step);
    if (!editor)
        return;
    emit runWanted(
        lesson::requestOf(step, toStd(editor->bytes())),
        tr("%1, step %2").arg(SafeText::display(toQString(m_lesson.title))).arg(m_step + 1), editor,
        step);
}

void LessonDesk::noteRun(
    const SessionController& session, const QWidget* document, const RunRequest& request)
{
    m_runs.remove(&session);
    if (!isProgram(document) || request.code != toStd(program(m_step)->bytes()))
        return;
    m_runs.insert(&session, m_step);
    m_panel.showState(tr("Running…"));
}

void LessonDesk::noteEnd(const SessionController& session, const RunRecord& record)
{
    const auto found = m_runs.constFind(&session);
    if (found == m_runs.constEnd())
        return;
    const int step = *found;
    m_runs.erase(found);
    judge(step, record);
}

void LessonDesk::judge(int step, const RunRecord& record)
{
    if (step >= steps())
        return;
    const auto& checks = m_lesson.steps[static_cast<std::size_t>(step)].checks;
    std::vector<check::Outcome> outcomes(checks.size());
    bool isComplete = true;
    for (std::size_t i = 0; i < checks.size(); ++i)
        if (m_lesson.steps[static_cast<std::size_t>(step)].isOfRun(checks[i]))
            outcomes[i] = lesson::judgeStep(checks[i], record);
        else
            isComplete = false;
    const bool hasRun
        = record.verdict != Verdict::Cancelled && record.verdict != Verdict::PolicyDenied;
    if (isComplete)
        return finishChecks(step, std::move(outcomes));
    if (hasRun)
        return runOtherChecks(step, std::move(outcomes));
    for (auto& outcome : outcomes)
        if (outcome.state == check::CheckState::Waiting)
            outcome = check::notRun(Error(ErrorCode::Cancelled, verdictSentence(record)));
    finishChecks(step, std::move(outcomes));
}

void LessonDesk::runOtherChecks(int step, std::vector<check::Outcome> outcomes)
{
    const auto& shown = m_lesson.steps[static_cast<std::size_t>(step)];
    const CodeEditor* editor = program(step);
    auto sandbox = m_parts.sandbox(shown);
    std::vector<lesson::StepCheck> others;
    for (std::size_t i = 0; i < shown.checks.size(); ++i)
        if (outcomes[i].state == check::CheckState::Waiting)
            others.push_back(shown.checks[i]);
    auto merge = [this, step, round = m_round, outcomes](std::vector<check::Outcome> ran) mutable {
        m_isChecking = false;
        emit checkingChanged();
        if (round != m_round)
            return;
        auto next = ran.begin();
        for (auto& outcome : outcomes)
            if (outcome.state == check::CheckState::Waiting && next != ran.end())
                outcome = std::move(*next++);
        finishChecks(step, std::move(outcomes));
    };
    if (!sandbox || !editor) {
        const auto why
            = sandbox ? Error(ErrorCode::Cancelled, "the document was closed") : sandbox.error();
        return merge(std::vector<check::Outcome>(others.size(), check::notRun(why)));
    }
    m_isChecking = true;
    emit checkingChanged();
    m_panel.showState(tr("Checking…"));
    m_checks = m_jobs.run(
        this,
        [&workspace = m_parts.workspace, shown, code = toStd(editor->bytes()),
         others = std::move(others), sandbox = *std::move(sandbox)](std::stop_token stop) {
            return lesson::runStep(
                workspace, shown, code, others, sandbox.request, sandbox.open, std::move(stop));
        },
        merge);
}

void LessonDesk::finishChecks(int step, std::vector<check::Outcome> outcomes)
{
    const auto& shown = m_lesson.steps[static_cast<std::size_t>(step)];
    const bool isPassed = std::ranges::all_of(
        outcomes, [](const auto& one) { return one.state == check::CheckState::Passed; });
    auto progress = m_progress.ofStep(shown);
    if (isPassed && !progress.isPassed) {
        progress.isPassed = true;
        m_progress.set(shown, progress);
        m_panel.setPassed(step, true);
    }
    const bool hasRun = std::ranges::any_of(
        outcomes, [](const auto& one) { return one.state != check::CheckState::NotRun; });
    if (step != m_step)
        return;
    m_panel.showOutcomes(shown.checks, outcomes);
    if (hasRun)
        m_panel.reveal();
}

} // namespace sandbench::ui
