// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/grade_run.h"

#include "core/base/json.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/check/grade_pages.h"
#include "core/check/similarity.h"
#include "core/project/host_folder.h"

#include <algorithm>
#include <atomic>
#include <filesystem>

namespace sandbench::check {

namespace {

/// All that the result of a submission rests on. Parts are told apart by their sizes.
class GradeDigest
{
public:
    void add(std::string_view part)
    {
        m_hash.add(std::to_string(part.size()) + ":");
        m_hash.add(part);
    }

    void add(const RunRequest& program)
    {
        for (const auto& part : {program.language, program.fileName, program.code})
            add(part);
        for (const auto& [name, value] : program.env)
            add(name + "=" + value);
        for (const auto& file : program.files) {
            add(file.destination);
            add(file.bytes);
        }
    }

    std::string finish() { return m_hash.finish(); }

private:
    Sha256 m_hash;
};

std::string
digestOf(const CheckPlan& plan, const std::vector<std::string>& basis, const CheckedAnswer& answer)
{
    GradeDigest digest;
    digest.add(writeChecks(plan.checks));
    for (const auto& part : basis)
        digest.add(part);
    digest.add(plan.isFresh ? "fresh" : "");
    digest.add(answer.program);
    return digest.finish();
}

/// The fingerprints of all that @p submission has of programs; none where it is refused.
std::vector<std::uint64_t>
likenessOf(const Submission& submission, const LanguageCatalog& languages)
{
    if (!submission.problem.empty())
        return {};
    auto style = commentStyleOf(submission.language);
    auto tokens = codeTokens(submission.code, style);
    for (const auto& file : submission.files)
        if (const auto language = languages.findByFileName(file.destination)) {
            style = commentStyleOf(language->id);
            const auto more = codeTokens(file.bytes, style);
            tokens.insert(tokens.end(), more.begin(), more.end());
        }
    return fingerprintsOf(tokens);
}

/// Of what all outputs together may have. Thread: any.
class OutputRoom
{
public:
    explicit OutputRoom(std::size_t taken)
        : m_left(kMostTestOutputs - std::min(taken, kMostTestOutputs))
    {
    }

    /// The beginning of @p bytes, as far as there is room.
    std::string take(const std::string& bytes, bool& isCut)
    {
        auto left = m_left.load();
        std::string_view kept;
        do
            kept = cutAtCharacter(bytes, std::min(left, kMostTestOutput));
        while (!m_left.compare_exchange_weak(left, left - kept.size()));
        isCut = isCut || kept.size() < bytes.size();
        return std::string(kept);
    }

private:
    std::atomic<std::size_t> m_left; ///< Units: bytes.
};

std::size_t bytesOf(const TestOutputs& outputs)
{
    std::size_t bytes = 0;
    if (outputs)
        for (const auto& one : *outputs)
            bytes += one.output.size() + one.errors.size();
    return bytes;
}

} // namespace

Result<void> GradeRun::addTests(
    const std::string& folder, const LanguageCatalog& languages, const std::stop_token& stop)
{
    SANDBENCH_TRY(m_plan.checks, readTests(folder, languages, stop));
    return {};
}

Result<void> GradeRun::resume(const std::string& path)
{
    SANDBENCH_TRY(m_results, ResultsFile::open(path));
    return {};
}

void GradeRun::repeat(const GradeRun& earlier)
{
    m_repeats = true;
    for (const auto& entry : earlier.m_entries)
        if (entry.result && !entry.digest.empty()
            && entry.result->passed() == entry.result->tests.size())
            m_passed[entry.digest] = {{}, entry.digest, entry.result, entry.outputs};
}

Result<void> GradeRun::addSubmissions(
    const std::string& folder, const SubmissionRules& rules, const std::vector<std::string>& basis,
    const ProgramOf& programOf, const LanguageCatalog& languages, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto found, findSubmissions(folder, rules, languages, stop));
    for (auto& submission : found) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while the submissions were read");
        SANDBENCH_TRY_VOID(add(std::move(submission), basis, programOf));
    }
    m_passed.clear();
    return {};
}

Result<void> GradeRun::add(
    Submission submission, const std::vector<std::string>& basis, const ProgramOf& programOf)
{
    Entry entry = {std::move(submission), {}, {}, {}};
    std::optional<CheckedAnswer> answer;
    if (entry.submission.problem.empty()) {
        SANDBENCH_TRY(answer, programOf(entry.submission));
    }
    if (!answer) {
        entry.result = refusedSubmission(
            entry.submission.name, entry.submission.problem, m_plan.checks.size());
    } else {
        entry.digest = digestOf(m_plan, basis, *answer);
        if (!takeKnown(entry)) {
            m_runs.push_back(m_entries.size());
            m_plan.answers.push_back(*std::move(answer));
        }
    }
    m_entries.push_back(std::move(entry));
    return {};
}

bool GradeRun::takeKnown(Entry& entry) const
{
    const auto* known = m_results ? m_results->find(entry.digest) : nullptr;
    if (known && m_repeats && known->passed() < known->tests.size())
        known = nullptr;
    if (const auto passed = m_passed.find(entry.digest); passed != m_passed.end()) {
        known = &*passed->second.result;
        entry.outputs = passed->second.outputs;
    }
    if (!known || known->tests.size() != m_plan.checks.size())
        return false;
    entry.result = *known;
    entry.result->name = entry.submission.name;
    return true;
}

void GradeRun::run(
    workspace::Workspace& workspace, const std::function<void(std::size_t index)>& onSubmission,
    const std::stop_token& stop)
{
    std::size_t taken = 0;
    for (const auto& entry : m_entries)
        taken += bytesOf(entry.outputs);
    OutputRoom room(taken);
    m_ended.resize(m_plan.answers.size());
    if (m_keepsOutputs)
        m_plan.onRecord = [&](std::size_t answer, std::size_t test, const RunRecord& record) {
            auto& own = m_ended[answer];
            own.resize(m_plan.checks.size());
            own[test].isCut = record.truncated;
            own[test].output = room.take(record.stdoutBytes, own[test].isCut);
            own[test].errors = room.take(record.stderrBytes, own[test].isCut);
        };
    m_plan.onAnswer = [&](std::size_t answer, std::vector<Outcome>& row) {
        keep(answer, row);
        if (onSubmission)
            onSubmission(m_runs[answer]);
    };
    (void)runChecks(workspace, m_plan, {}, stop);
    // Only running needs them.
    m_plan.answers.clear();
    m_plan.onRecord = {};
    m_plan.onAnswer = {};
    m_ended.clear();
    m_results.reset();
}

void GradeRun::keep(std::size_t answer, std::vector<Outcome>& row)
{
    auto& entry = m_entries[m_runs[answer]];
    entry.result = gradedSubmission(entry.submission.name, entry.digest, row);
    if (!m_ended[answer].empty())
        entry.outputs = std::make_shared<const std::vector<TestOutput>>(std::move(m_ended[answer]));
    for (const auto& outcome : row)
        if (outcome.problem && !m_problem)
            m_problem = outcome.problem;
    m_hasRun = m_hasRun || std::any_of(row.begin(), row.end(), [](const auto& outcome) {
                   return !outcome.problem;
               });
    row.assign(row.size(), {}); // their outputs would be kept for all submissions
    if (m_results && entry.result->isFinal && !m_resultsProblem)
        if (const auto added = m_results->add(*entry.result); !added)
            m_resultsProblem = added.error();
}

Result<std::vector<LikePair>>
GradeRun::alike(const LanguageCatalog& languages, const std::stop_token& stop) const
{
    std::vector<std::vector<std::uint64_t>> programs;
    for (const auto& entry : m_entries) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while the submissions were compared");
        programs.push_back(likenessOf(entry.submission, languages));
    }
    return likePairs(std::move(programs), kLeastShare, stop);
}

Grading GradeRun::grading() const
{
    Grading grading;
    for (const auto& check : m_plan.checks)
        grading.tests.push_back(check.name);
    for (const auto& entry : m_entries)
        if (entry.result)
            grading.submissions.push_back(*entry.result);
    return grading;
}

Result<void> GradeRun::writePages(
    const std::string& folder, const Grading& grading, const std::stop_token& stop) const
{
    std::error_code failed;
    std::filesystem::create_directory(folder, failed);
    const auto path = std::filesystem::canonical(folder, failed).string();
    if (failed)
        return Error::fromErrno(failed.value(), "cannot make " + oneLine(folder, 1000));
    SANDBENCH_TRY(const auto top, HostFolder::open(path));
    const auto write = [&top](const std::string& name, const std::string& page) {
        const auto there = top.look(name);
        return there ? top.put(name, *there, page, false) : Result<void>(there.error());
    };
    for (std::size_t i = 0; i < m_entries.size() && i < grading.submissions.size(); ++i) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while the pages were written");
        SANDBENCH_TRY_VOID(
            write(gradePageName(i), gradePage(grading, i, m_entries[i].submission, m_plan.checks)));
    }
    return write(kGradeIndexName, gradeIndexPage(grading));
}

} // namespace sandbench::check
