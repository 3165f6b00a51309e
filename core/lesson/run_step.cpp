// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/run_step.h"

#include <map>

namespace sandbench::lesson {

namespace {

check::Outcome failedBecause(check::Outcome outcome, check::CheckState state, std::string why)
{
    outcome.state = state;
    outcome.why = std::move(why);
    return outcome;
}

} // namespace

RunRequest requestOf(const Step& step, std::string code)
{
    RunRequest request;
    request.language = step.language;
    request.code = std::move(code);
    request.fileName = step.program ? step.program->path : std::string();
    request.stdinBytes = step.input;
    request.arguments = step.arguments;
    for (const auto& file : step.files)
        request.files.push_back({file.path, file.text, 0644U});
    return request;
}

check::Outcome judgeStep(const StepCheck& check, const RunRecord& record)
{
    using check::CheckState;
    auto seen = record;
    const bool isLimit = check.ends != Verdict::Exited;
    if (isLimit && record.verdict == check.ends && record.phase == RunPhase::Run) {
        // What is left to ask is what it printed.
        seen.verdict = Verdict::Exited;
        seen.exitCode = check.check.exitCode;
    }
    auto outcome = check::judge(check.check, seen);
    outcome.verdict = record.verdict;
    if (isLimit && record.verdict != check.ends && outcome.state != CheckState::NotRun)
        return failedBecause(
            std::move(outcome), CheckState::Ended,
            verdictSentence(record) + "; expected to be " + std::string(endWords(check.ends)));
    if (outcome.state == CheckState::Passed && record.artifacts.size() < check.results)
        return failedBecause(
            std::move(outcome), CheckState::Failed,
            "It made " + std::to_string(record.artifacts.size()) + " results; expected at least "
                + std::to_string(check.results));
    return outcome;
}

std::vector<check::Outcome> runStep(
    workspace::Workspace& workspace, const Step& step, std::string code,
    const std::vector<StepCheck>& checks, const workspace::SandboxRequest& sandbox,
    decltype(check::CheckPlan::open) open, std::stop_token stop)
{
    check::CheckPlan plan;
    check::CheckedAnswer answer;
    answer.name = step.title;
    answer.program = requestOf(step, std::move(code));
    answer.program.limits = sandbox.runLimits;
    answer.sandbox = sandbox;
    plan.answers.push_back(std::move(answer));
    for (const auto& check : checks)
        plan.checks.push_back(check.check);
    plan.isFresh = true;
    plan.atOnce = 1;
    plan.open = std::move(open);
    std::map<std::size_t, check::Outcome> judged; // told on this thread: one answer
    plan.onRecord = [&](std::size_t, std::size_t index, const RunRecord& record) {
        judged[index] = judgeStep(checks[index], record);
    };
    auto matrix = check::runChecks(workspace, plan, {}, std::move(stop));
    auto outcomes = std::move(matrix.cells.front());
    for (auto& [index, outcome] : judged)
        outcomes[index] = std::move(outcome);
    return outcomes;
}

} // namespace sandbench::lesson
