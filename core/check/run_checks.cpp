// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/run_checks.h"

#include "core/check/test_code.h"
#include "core/session/run_plan.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace sandbench::check {

namespace {

using workspace::HostedSandbox;
using workspace::Workspace;

Error stopped()
{
    return Error(ErrorCode::Cancelled, "stopped before it began");
}

/// The cells, and who is told of them. Thread: any.
class Board
{
public:
    Board(const CheckPlan& plan, const OnCell& onCell)
        : m_onCell(onCell)
        , m_onAnswer(plan.onAnswer)
    {
        std::vector<std::string> names;
        for (const auto& answer : plan.answers)
            names.push_back(answer.name);
        m_matrix = Matrix(std::move(names), plan.checks);
    }

    void set(std::size_t answer, std::size_t check, Outcome outcome)
    {
        const std::lock_guard lock(m_mutex);
        auto& cell = m_matrix.cells[answer][check] = std::move(outcome);
        if (m_onCell)
            m_onCell(answer, check, cell);
    }

    void end(std::size_t answer)
    {
        const std::lock_guard lock(m_mutex);
        if (m_onAnswer)
            m_onAnswer(answer, m_matrix.cells[answer]);
    }

    Matrix take() { return std::move(m_matrix); }

private:
    const OnCell& m_onCell;
    const decltype(CheckPlan::onAnswer)& m_onAnswer;
    std::mutex m_mutex;
    Matrix m_matrix;
};

/// The checks of one answer, in turn. Thread: one.
class AnswerChecker
{
public:
    AnswerChecker(
        Workspace& workspace, const CheckPlan& plan, std::size_t answer, std::stop_token stop)
        : m_workspace(workspace)
        , m_plan(plan)
        , m_index(answer)
        , m_answer(plan.answers[answer])
        , m_stop(std::move(stop))
    {
    }
    ~AnswerChecker() { close(); }
    AnswerChecker(const AnswerChecker&) = delete;
    AnswerChecker& operator=(const AnswerChecker&) = delete;

    Outcome run(std::size_t index)
    {
        const auto& check = m_plan.checks[index];
        if (m_stop.stop_requested())
            return notRun(stopped());
        if (m_problem) // it would be the same with the next one
            return notRun(*m_problem);
        auto request = requestOf(m_answer, check, m_workspace.parts().languages());
        if (!request)
            return notRun(std::move(request.error()));
        auto end = runOpened(*request);
        // What an earlier check left in the sandbox can keep this one from starting; in a fresh one
        // nothing can.
        if (!end && m_isUsed && !m_problem && !m_stop.stop_requested()) {
            close();
            end = runOpened(*request);
        }
        if (!end || end->verdict == Verdict::AgentLost || m_plan.isFresh)
            close();
        if (end && m_plan.onRecord)
            m_plan.onRecord(m_index, index, *end);
        return end ? judge(check, *end) : notRun(end.error());
    }

private:
    Result<void> open()
    {
        if (m_sandbox)
            return {};
        auto opened = m_plan.open
            ? m_plan.open(m_answer, m_stop)
            : m_workspace.sandboxes().open(
                workspace::userCaller(), {.request = m_answer.sandbox}, m_stop);
        if (!opened)
            return std::move(opened.error());
        m_sandbox = *std::move(opened);
        return {};
    }

    Result<RunRecord> runOpened(const RunRequest& request)
    {
        if (auto opened = open(); !opened) {
            m_problem = opened.error();
            return std::move(opened.error());
        }
        auto end = runToEnd(request);
        m_isUsed = m_isUsed || end;
        return end;
    }

    Result<RunRecord> runToEnd(RunRequest request)
    {
        SANDBENCH_TRY(
            const auto run,
            m_workspace.runs().start(workspace::userCaller(), m_sandbox, std::move(request)));
        const std::stop_callback onStop(m_stop, [&run] { run->cancel(); });
        return *run->wait(std::chrono::steady_clock::time_point::max(), {});
    }

    /// What is left behind is the engine's to say, and the next command's to find.
    void close()
    {
        m_isUsed = false;
        if (const auto sandbox = std::exchange(m_sandbox, nullptr))
            (void)m_workspace.sandboxes().close(workspace::userCaller(), sandbox->id());
    }

    Workspace& m_workspace;
    const CheckPlan& m_plan;
    const std::size_t m_index;
    const CheckedAnswer& m_answer;
    const std::stop_token m_stop;
    std::shared_ptr<HostedSandbox> m_sandbox;
    bool m_isUsed = false; ///< A check ran in it.
    std::optional<Error> m_problem;
};

} // namespace

Result<RunRequest>
requestOf(const CheckedAnswer& answer, const Check& check, const LanguageCatalog& languages)
{
    auto request = answer.program;
    request.arguments = check.arguments;
    request.stdinBytes = check.input;
    request.liveInput = false;
    if (check.timeout)
        request.limits.wallSeconds = *check.timeout;
    if (!check.test)
        return request;
    SANDBENCH_TRY(const auto language, languages.find(request.language));
    SANDBENCH_TRY(const auto name, programFileName(request, language));
    const auto isTest = [&](const InputFile& file) { return file.destination == check.test->name; };
    if (name == check.test->name)
        return Error(
            ErrorCode::InvalidArgument,
            "the test and the program are both called " + name + "; give one another name");
    // The test that was asked for counts, not one of the answer's own.
    std::erase_if(request.files, isTest);
    request.files.push_back({name, request.code, 0644U});
    request.language = check.test->language;
    request.code = testCode(*check.test);
    request.fileName = check.test->name;
    request.projectFile.clear();
    return request;
}

Matrix
runChecks(Workspace& workspace, const CheckPlan& plan, const OnCell& onCell, std::stop_token stop)
{
    Board board(plan, onCell);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (auto answer = next++; answer < plan.answers.size(); answer = next++) {
            AnswerChecker checker(workspace, plan, answer, stop);
            for (std::size_t check = 0; check < plan.checks.size(); ++check) {
                Outcome begins;
                begins.state = CheckState::Running;
                board.set(answer, check, std::move(begins));
                board.set(answer, check, checker.run(check));
            }
            board.end(answer);
        }
    };
    const auto usual = std::max(1U, std::thread::hardware_concurrency());
    const auto atOnce
        = std::min<std::size_t>(plan.answers.size(), plan.atOnce > 0 ? plan.atOnce : usual);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < atOnce; ++i)
            threads.emplace_back(work);
        work();
    }
    return board.take();
}

} // namespace sandbench::check
