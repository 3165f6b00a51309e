// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/run_item.h"

#include "core/base/base64.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench::batch {
namespace {

using check::CheckState;
using check::Outcome;

/// Of a stream that something is compared with, or that a checker reads. Units: bytes.
constexpr std::uint64_t kMostCompared = 16U << 20;
constexpr std::size_t kLongestWords = 300;
constexpr std::array kCheckerFiles = {"input.txt", "expected.txt", "output.txt"};

Json programOf(const Item& item, const check::Check& check)
{
    auto program = item.program;
    program["stdin"] = check.input;
    program["arguments"] = check.arguments;
    if (check.timeout)
        program["timeout"] = *check.timeout;
    return program;
}

std::uint64_t keptOf(const Item& item, const check::Check& check)
{
    if (item.checker)
        return kMostCompared;
    const std::uint64_t expected = check.expected ? check.expected->size() : 0;
    return std::min<std::uint64_t>(kMostCompared, kMostRowStream + 2 * expected);
}

Json checkerProgram(const Checker& checker, const check::Check& check, const RunRecord& record)
{
    auto files = Json::array();
    const std::array<std::string_view, 3> texts = {
        check.input, check.expected ? std::string_view(*check.expected) : "", record.stdoutBytes};
    for (std::size_t i = 0; i < texts.size(); ++i)
        files.push_back(
            {{"path", kCheckerFiles[i]}, {"content", toBase64(texts[i])}, {"encoding", "base64"}});
    return {
        {"language", checker.language},
        {"code", checker.code},
        {"files", std::move(files)},
        {"arguments", kCheckerFiles}};
}

/// The first line of what it printed, if there is any.
std::string wordsOf(const RunRecord& record)
{
    const auto& text = record.stdoutBytes.empty() ? record.stderrBytes : record.stdoutBytes;
    const auto words = oneLine(std::string_view(text).substr(0, text.find('\n')), kLongestWords);
    return words.empty() ? std::string() : ": " + words;
}

/// What a checker's end says of @p outcome, which is passed but for that.
void judgeByChecker(const RunRecord& end, Outcome& outcome)
{
    if (end.verdict == Verdict::Exited && end.phase == RunPhase::Run && end.exitCode == 0)
        return;
    const bool isItsWord = end.verdict == Verdict::Exited && end.phase == RunPhase::Run;
    outcome.state = isItsWord ? CheckState::Failed : CheckState::NotRun;
    outcome.why = isItsWord ? "The checker did not accept it" + wordsOf(end)
                            : "The checker came to no end: " + verdictSentence(end);
}

/// One line at one place. Thread: one.
class ItemRun
{
public:
    ItemRun(
        Place& place, const Item& item, const std::function<Result<void>()>& onBegin,
        const std::stop_token& stop)
        : m_place(place)
        , m_item(item)
        , m_onBegin(onBegin)
        , m_stop(stop)
    {
        m_try.end.place = place.name();
        m_try.end.tests.resize(item.checks.size());
    }

    Try run()
    {
        auto bench = open(jsonString(m_item.program, "language"));
        if (bench && !begin())
            bench.reset();
        for (std::size_t i = 0; bench && i < m_item.checks.size() && isFine(); ++i)
            runCheck(*bench, i);
        return std::move(m_try);
    }

private:
    bool isFine() const { return !m_try.isLost && !m_try.refusal && !m_isOver; }

    bool begin()
    {
        auto begun = m_onBegin();
        if (begun)
            m_try.hasBegun = true;
        else
            m_try.refusal = std::move(begun.error());
        return m_try.hasBegun;
    }

    /// Null = the line ends here.
    std::unique_ptr<Bench> open(const std::string& language)
    {
        // A language that nobody knows is the line's mistake.
        if (auto checked = m_place.check(language); !checked) {
            notRun(std::move(checked.error()));
            return nullptr;
        }
        auto bench = m_place.open(language, m_stop);
        if (bench)
            return *std::move(bench);
        m_try.refusal = std::move(bench.error());
        return nullptr;
    }

    void notRun(Error problem)
    {
        for (auto& test : m_try.end.tests)
            if (test.outcome.state == CheckState::Waiting)
                test.outcome = check::notRun(problem);
        m_isOver = true;
    }

    /// Nothing where the line ends here.
    std::optional<RunRecord> runProgram(Bench& bench, const Json& program, std::uint64_t keep)
    {
        auto record = bench.run(program, keep, m_stop);
        if (record.failedAs(ErrorCode::ConnectionLost)) {
            m_try.isLost = true;
            notRun(std::move(record.error()));
        } else if (
            !record && record.error().code() != ErrorCode::Cancelled
            && bench.blamesProgram(record.error())) {
            notRun(std::move(record.error()));
        } else if (!record) {
            m_try.refusal = std::move(record.error());
        } else if (record->verdict == Verdict::Cancelled && m_stop.stop_requested()) {
            m_try.refusal = Error(ErrorCode::Cancelled, "stopped while it ran");
        } else {
            m_try.programSeconds += record->wallSeconds;
            m_try.isLost = record->verdict == Verdict::AgentLost;
            return *std::move(record);
        }
        return std::nullopt;
    }

    void runCheck(Bench& bench, std::size_t index)
    {
        auto wanted = m_item.checks[index];
        const auto record = runProgram(bench, programOf(m_item, wanted), keptOf(m_item, wanted));
        if (!record)
            return;
        noteRelaxed(bench, *record);
        auto& test = m_try.end.tests[index];
        auto judged = wanted;
        if (m_item.checker)
            judged.expected.reset();
        test.outcome = check::judge(judged, *record);
        test.outcome.output.clear(); // the record's are kept
        test.outcome.errors.clear();
        test.output = record->stdoutBytes.substr(0, kMostRowStream);
        test.errors = record->stderrBytes.substr(0, kMostRowStream);
        test.isCut = record->truncated || record->stdoutBytes.size() > kMostRowStream
            || record->stderrBytes.size() > kMostRowStream;
        test.signal = record->signal;
        test.startedAt = record->startedAt;
        if (m_item.checker && test.outcome.state == CheckState::Passed)
            askChecker(wanted, *record, test.outcome);
    }

    void askChecker(const check::Check& wanted, const RunRecord& record, Outcome& outcome)
    {
        if (const auto checked = m_place.check(m_item.checker->language); !checked) {
            outcome.state = CheckState::NotRun;
            outcome.why = "The checker cannot be run: " + checked.error().text();
            return;
        }
        auto bench = m_place.open(m_item.checker->language, m_stop);
        if (!bench) {
            m_try.refusal = std::move(bench.error());
            return;
        }
        const auto end
            = runProgram(**bench, checkerProgram(*m_item.checker, wanted, record), kMostRowStream);
        if (end)
            judgeByChecker(*end, outcome);
        else if (m_isOver) {
            outcome.state = CheckState::NotRun;
            outcome.why = "The checker could not be run";
        }
    }

    void noteRelaxed(const Bench& bench, const RunRecord& record)
    {
        auto& relaxed = m_try.end.relaxed;
        if (!relaxed.empty())
            return;
        relaxed = record.differences;
        const auto more = bench.relaxed();
        relaxed.insert(relaxed.end(), more.begin(), more.end());
    }

    Place& m_place;
    const Item& m_item;
    const std::function<Result<void>()>& m_onBegin;
    const std::stop_token& m_stop;
    Try m_try;
    bool m_isOver = false;
};

} // namespace

Try runItem(
    Place& place, const Item& item, const std::function<Result<void>()>& onBegin,
    const std::stop_token& stop)
{
    return ItemRun(place, item, onBegin, stop).run();
}

} // namespace sandbench::batch
