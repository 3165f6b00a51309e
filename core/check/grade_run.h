// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/grade_files.h"
#include "core/check/grade_results.h"
#include "core/check/grading.h"
#include "core/check/run_checks.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// A class's submissions read, graded and compared.
namespace sandbench::check {

/// What one test printed, raw, as far as it is kept.
struct TestOutput
{
    std::string output = {}, errors = {}; ///< The beginning of both streams.
    bool isCut = false; ///< There was more of them.
};
/// Kept of each stream of a test, and of all tests of all submissions. Units: bytes.
inline constexpr std::size_t kMostTestOutput = 64U << 10, kMostTestOutputs = 64U << 20;
/// Null = they were not kept.
using TestOutputs = std::shared_ptr<const std::vector<TestOutput>>;

/// Of what two submissions that are alike share.
inline constexpr double kLeastShare = 0.6;

/// Tests and submissions, and what became of them: tests first, then submissions, then run().
/// Thread: one, but for what run() says.
class GradeRun
{
public:
    /// What is run of a submission. Nothing = it cannot be, and Submission::problem says why.
    using ProgramOf = std::function<Result<std::optional<CheckedAnswer>>(Submission&)>;

    /// Errors: those of readTests().
    Result<void> addTests(
        const std::string& folder, const LanguageCatalog& languages, const std::stop_token& stop);
    /// Takes results from the file @p path, and adds those that are found to it until run() is
    /// over. Errors: those of ResultsFile::open().
    Result<void> resume(const std::string& path);
    /// What passed in @p earlier with nothing changed since is taken from it, and whatever did not
    /// pass runs again, whether resume() has a result of it or not.
    void repeat(const GradeRun& earlier);
    /// The outputs of tests are kept, also of those that passed.
    void keepOutputs() { m_keepsOutputs = true; }
    /// @p basis: all that results rest on besides tests and programs, such as the limits. Errors:
    /// those of findSubmissions() and of @p programOf.
    Result<void> addSubmissions(
        const std::string& folder, const SubmissionRules& rules,
        const std::vector<std::string>& basis, const ProgramOf& programOf,
        const LanguageCatalog& languages, const std::stop_token& stop);

    /// The opening of sandboxes, how many are run at once and whether they are fresh are the
    /// caller's; the last before addSubmissions(). Its answers are those that run() runs.
    CheckPlan& plan() { return m_plan; }
    const CheckPlan& plan() const { return m_plan; }

    std::size_t count() const { return m_entries.size(); }
    const Submission& submission(std::size_t index) const { return m_entries[index].submission; }
    /// Null before it is over.
    const GradedSubmission* result(std::size_t index) const
    {
        return m_entries[index].result ? &*m_entries[index].result : nullptr;
    }
    TestOutputs outputs(std::size_t index) const { return m_entries[index].outputs; }

    /// Runs all that has no result. @p onSubmission: told of each that is over, one call at a time,
    /// on threads of runChecks(), while nobody else may read results and outputs. Once.
    void
    run(workspace::Workspace& workspace, const std::function<void(std::size_t index)>& onSubmission,
        const std::stop_token& stop);

    /// Why the first one had no sandbox, and whether any test ran.
    const std::optional<Error>& problem() const { return m_problem; }
    bool hasRun() const { return m_hasRun; }
    /// Why the file of resume() did not take a result.
    const std::optional<Error>& resultsProblem() const { return m_resultsProblem; }

    /// Which submissions are alike, as likePairs() has them. Errors: Cancelled.
    Result<std::vector<LikePair>>
    alike(const LanguageCatalog& languages, const std::stop_token& stop) const;
    /// All that have a result, without those that are alike: their places are those here once
    /// run() is over.
    Grading grading() const;
    /// Writes the index and a page for each submission. @p folder: made where it is not there.
    /// @p grading: of this. Errors: those of HostFolder; Cancelled.
    Result<void> writePages(
        const std::string& folder, const Grading& grading, const std::stop_token& stop) const;

private:
    struct Entry
    {
        Submission submission;
        std::string digest; ///< Of all that its result rests on.
        std::optional<GradedSubmission> result;
        TestOutputs outputs;
    };

    Result<void>
    add(Submission submission, const std::vector<std::string>& basis, const ProgramOf& programOf);
    bool takeKnown(Entry& entry) const;
    void keep(std::size_t answer, std::vector<Outcome>& row);

    CheckPlan m_plan;
    std::optional<ResultsFile> m_results;
    std::vector<Entry> m_entries;
    std::vector<std::size_t> m_runs; ///< The entry of each answer of the plan.
    std::vector<std::vector<TestOutput>> m_ended; ///< By answer: of its tests that are over.
    std::map<std::string, Entry> m_passed; ///< By digest; of repeat().
    bool m_repeats = false;
    bool m_keepsOutputs = false;
    bool m_hasRun = false;
    std::optional<Error> m_problem, m_resultsProblem;
};

} // namespace sandbench::check
