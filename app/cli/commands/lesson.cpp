// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/sandbox_options.h"
#include "app/cli/text.h"
#include "core/lesson/lesson_folder.h"
#include "core/lesson/run_step.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace sandbench::cli {
namespace {

constexpr const char* kLessonFooter
    = R"(LESSON is a folder with a lesson.md, or one of the lessons that came with Sandbench: plots,
what-a-sandbox-stops, bug-hunt. Every step's program runs in a sandbox with the step's limits, and is held against the
step's checks. A step that has a solution holds where the solution passes and the program does not.

Examples:
  sandbenchctl lesson plots --list
  sandbenchctl lesson my-lesson
  sandbenchctl lesson ./bug-hunt --engine docker --json

Exit status: 0 when every step holds and the lesson has no problems, 1 when not, 125 when there was no sandbox, 130 when
it was cancelled, 2 for wrong usage.)";

struct LessonOptions
{
    std::string lesson;
    Json sandbox = Json::object();
    bool isListed = false;
    bool json = false;
};

/// What became of a step.
struct StepResult
{
    bool holds = true;
    std::vector<check::Outcome> outcomes; ///< Of its solution, or else its program.
    std::string problem; ///< Why it does not hold, besides the outcomes.
};

Result<lesson::FoundLesson> findLesson(
    const LessonOptions& options, const LanguageCatalog& languages, const std::stop_token& stop)
{
    const auto bundled = lesson::bundledLessons();
    if (std::find(bundled.begin(), bundled.end(), options.lesson) != bundled.end())
        return lesson::readBundledLesson(options.lesson, languages);
    return lesson::readLessonFolder(options.lesson, languages, stop);
}

bool hasPassed(const std::vector<check::Outcome>& outcomes)
{
    return std::all_of(outcomes.begin(), outcomes.end(), [](const auto& outcome) {
        return outcome.state == check::CheckState::Passed;
    });
}

/// Runs the steps of a lesson, in turn. Thread: one.
class LessonChecker
{
public:
    LessonChecker(const Program& program, const LessonOptions& options)
        : m_program(program)
        , m_options(options)
        , m_stop(program.signals.stopToken())
    {
    }

    Result<int> run()
    {
        SANDBENCH_TRY(const auto parts, compositionFor(m_options.sandbox));
        SANDBENCH_TRY(const auto found, findLesson(m_options, parts->languages(), m_stop));
        m_lesson = found.lesson;
        if (!m_options.isListed) {
            SANDBENCH_TRY(const auto workspace, openWorkspace(*parts));
            m_program.signals.setEmergencyHandler([&] { workspace->sandboxes().closeAll(); });
            const auto ran = runSteps(*workspace);
            m_program.signals.setEmergencyHandler({});
            SANDBENCH_TRY_VOID(ran);
        }
        if (m_problem && !m_stop.stop_requested())
            return engineFailure(*m_problem, m_options.json);
        const int status = printed(m_options.json, json(), text());
        if (status != 0 || m_stop.stop_requested())
            return status != 0 ? status : statusOf(Error(ErrorCode::Cancelled, "cancelled"));
        const bool isGood = m_lesson.problems.empty()
            && std::all_of(m_results.begin(), m_results.end(),
                           [](const StepResult& result) { return result.holds; });
        return isGood ? 0 : 1;
    }

private:
    Result<void> runSteps(workspace::Workspace& workspace)
    {
        for (const auto& step : m_lesson.steps) {
            if (m_stop.stop_requested() || m_problem)
                break;
            SANDBENCH_TRY(auto result, runStep(workspace, step));
            m_results.push_back(std::move(result));
        }
        return {};
    }

    Result<StepResult> runStep(workspace::Workspace& workspace, const lesson::Step& step)
    {
        StepResult result;
        if (!step.program)
            return result;
        auto said = m_options.sandbox;
        for (const auto& [name, value] : step.limits.items())
            said[name] = value;
        SANDBENCH_TRY(const auto sandbox, workspace::readSandbox(workspace.parts(), said));
        const auto open
            = [this, &workspace](const check::CheckedAnswer& answer, const std::stop_token&) {
                  return openSandbox(workspace, m_program.signals, answer.sandbox, {});
              };
        const auto outcomesOf = [&](const std::string& code) {
            auto outcomes
                = lesson::runStep(workspace, step, code, step.checks, sandbox, open, m_stop);
            for (const auto& outcome : outcomes)
                if (outcome.problem && !m_problem)
                    m_problem = outcome.problem;
            return outcomes;
        };
        if (step.solution && hasPassed(outcomesOf(step.program->text)))
            result.problem = "the program passes without the solution";
        result.outcomes = outcomesOf(step.solution ? *step.solution : step.program->text);
        result.holds = result.problem.empty() && hasPassed(result.outcomes);
        return result;
    }

    std::string text() const
    {
        std::string text = printable(m_lesson.title) + "\n";
        for (std::size_t i = 0; i < m_lesson.steps.size(); ++i) {
            const auto* result = i < m_results.size() ? &m_results[i] : nullptr;
            const char* mark = !result ? " " : result->holds ? "+" : "-";
            text += std::string(mark) + " " + std::to_string(i + 1) + ". "
                + printable(m_lesson.steps[i].title) + "\n";
            if (result && !result->problem.empty())
                text += "      " + result->problem + "\n";
            for (std::size_t j = 0; result && j < result->outcomes.size(); ++j)
                if (result->outcomes[j].state != check::CheckState::Passed)
                    text += "      " + printable(m_lesson.steps[i].checks[j].check.name) + ": "
                        + printable(result->outcomes[j].why) + "\n";
        }
        for (const auto& problem : m_lesson.problems)
            text += "line " + std::to_string(problem.line) + ": " + printable(problem.text) + "\n";
        return text;
    }

    Json json() const
    {
        auto steps = Json::array();
        for (std::size_t i = 0; i < m_lesson.steps.size(); ++i) {
            const auto& step = m_lesson.steps[i];
            auto checks = Json::array();
            const auto* result = i < m_results.size() ? &m_results[i] : nullptr;
            for (std::size_t j = 0; result && j < result->outcomes.size(); ++j)
                checks.push_back(
                    {{"name", step.checks[j].check.name},
                     {"state", check::stateName(result->outcomes[j].state)},
                     {"why", result->outcomes[j].why}});
            steps.push_back(
                {{"title", step.title},
                 {"file", step.program ? Json(step.program->path) : Json()},
                 {"holds", result ? Json(result->holds) : Json()},
                 {"why", result ? result->problem : std::string()},
                 {"checks", std::move(checks)}});
        }
        auto problems = Json::array();
        for (const auto& problem : m_lesson.problems)
            problems.push_back({{"line", problem.line}, {"text", problem.text}});
        return {
            {"schema", "sandbench.lesson/1"},
            {"title", m_lesson.title},
            {"steps", std::move(steps)},
            {"problems", std::move(problems)}};
    }

    const Program& m_program;
    LessonOptions m_options;
    const std::stop_token m_stop;
    lesson::Lesson m_lesson;
    std::vector<StepResult> m_results; ///< Of the steps that ran.
    std::optional<Error> m_problem; ///< Why there was no sandbox.
};

Result<int> lessonCommand(const Program& program, const LessonOptions& options)
{
    return LessonChecker(program, options).run();
}

} // namespace

void addLessonCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<LessonOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "lesson", "Run every step of a lesson, and say which holds",
        lessonCommand);
    command->add_option("LESSON", options->lesson, "A folder with a lesson.md, or a name")
        ->type_name("LESSON")
        ->option_text(" ")
        ->required();
    command->add_flag("--list", options->isListed, "Only list the steps, and what is wrong");
    addJson(*command, options->json);
    addSandboxOptions(*command, options->sandbox);
    command->footer(kLessonFooter);
}

} // namespace sandbench::cli
