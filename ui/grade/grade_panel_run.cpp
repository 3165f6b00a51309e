// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How GradePanel grades.
#include "core/base/units.h"
#include "core/workspace/sandbox_request.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/grade/grade_details.h"
#include "ui/grade/grade_fields.h"
#include "ui/grade/grade_panel.h"
#include "ui/tasks/run_task.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <mutex>
#include <utility>

namespace sandbench::ui {

static constexpr int kWidestGradeColumn = 220;

/// What runs, and what of it is not shown yet.
struct GradePanel::Live
{
    struct News
    {
        std::size_t row = 0;
        check::GradedSubmission result;
        check::TestOutputs outputs;
    };
    std::shared_ptr<check::GradeRun> run; ///< The job's until it is over.
    std::shared_ptr<const check::GradeRun> earlier; ///< Whose results are kept; null = nobody's.
    std::mutex mutex;
    bool isRead = false; ///< rows and alike can be taken.
    std::vector<GradeRow> rows;
    std::vector<check::LikePair> alike;
    std::vector<News> news;
};

GradePanel::~GradePanel()
{
    m_stopping.request_stop();
}

static Json saidOf(const GradeWish& wish, Json said)
{
    if (!wish.engine.empty())
        said["engine"] = wish.engine;
    if (!wish.image.empty())
        said["image"] = wish.image;
    return said;
}

static Result<std::optional<check::CheckedAnswer>> answerOfSubmission(
    const check::Submission& submission, const Composition& parts, Json said, double seconds)
{
    said["language"] = submission.language;
    check::CheckedAnswer answer;
    SANDBENCH_TRY(answer.sandbox, workspace::readSandbox(parts, said));
    answer.name = submission.name;
    auto& program = answer.program;
    program.language = submission.language;
    if (submission.fileName.find('/') != std::string::npos)
        program.projectFile = submission.fileName;
    else
        program.fileName = submission.fileName;
    program.code = submission.code;
    program.files = submission.files;
    program.limits = answer.sandbox.runLimits;
    if (seconds > 0)
        program.limits.wallSeconds = seconds;
    program.isObserved = false; // what one of a whole class wrote is not shown
    return std::optional(std::move(answer));
}

/// Blocks.
static Result<void> readClass(
    check::GradeRun& run, const GradeWish& wish, const GradePlace& place, const Composition& parts,
    const std::stop_token& stop)
{
    const auto& languages = parts.languages();
    const Json said = saidOf(wish, place.said);
    SANDBENCH_TRY_VOID(run.addTests(wish.tests, languages, stop));
    if (!wish.results.empty())
        SANDBENCH_TRY_VOID(run.resume(wish.results));
    return run.addSubmissions(
        wish.submissions, {wish.calledAs, {}},
        {writeJson(said), place.policy, std::to_string(wish.seconds)},
        [&](check::Submission& submission) {
            return answerOfSubmission(submission, parts, said, wish.seconds);
        },
        languages, stop);
}

static std::vector<GradeRow>
rowsOf(const check::GradeRun& run, const std::vector<check::LikePair>& alike)
{
    std::vector<GradeRow> rows(run.count());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const auto* result = run.result(i))
            rows[i].result = *result;
        rows[i].outputs = run.outputs(i);
    }
    for (const auto& pair : alike) { // the most alike are first
        rows[pair.first].alike.push_back({pair.second, pair.share});
        rows[pair.second].alike.push_back({pair.first, pair.share});
    }
    return rows;
}

void GradePanel::begin(bool again)
{
    if (isRunning() || !m_place)
        return;
    const auto wish = m_fields->wish();
    if (wish.tests.empty() || wish.submissions.empty())
        return say(tr("Name the folder of tests and the folder of submissions."));
    auto place = m_place();
    if (!place)
        return say(SafeText::display(place.error().text()));
    m_fields->remember();
    runWish(wish, *std::move(place), again);
    say(tr("Reading…"));
    refresh();
}

void GradePanel::runWish(const GradeWish& wish, GradePlace place, bool again)
{
    m_live = std::make_shared<Live>();
    m_live->run = std::make_shared<check::GradeRun>();
    if (again)
        m_live->earlier = m_model.run();
    m_live->run->plan().open = place.open;
    m_live->run->plan().atOnce = wish.atOnce;
    m_live->run->plan().isFresh = wish.isFresh;
    m_live->run->keepOutputs();
    m_stopping = runTask(
        m_tasks, tr("Grading"), m_jobs, this,
        [live = m_live, workspace = &m_workspace, wish,
         place = std::move(place)](const std::stop_token& stop) -> Result<void> {
            auto& run = *live->run;
            const auto& parts = workspace->parts();
            if (live->earlier)
                run.repeat(*live->earlier);
            SANDBENCH_TRY_VOID(readClass(run, wish, place, parts, stop));
            SANDBENCH_TRY(auto alike, run.alike(parts.languages(), stop));
            {
                const std::lock_guard lock(live->mutex);
                live->rows = rowsOf(run, alike);
                live->alike = std::move(alike);
                live->isRead = true;
            }
            run.run(
                *workspace,
                [&live, &run](std::size_t index) {
                    const std::lock_guard lock(live->mutex);
                    live->news.push_back({index, *run.result(index), run.outputs(index)});
                },
                stop);
            if (run.resultsProblem())
                return run.resultsProblem()->within("its results could not be kept");
            return !run.hasRun() && run.problem() ? Result<void>(*run.problem()) : Result<void>();
        },
        [this](const Result<void>& result) { finish(result); });
    m_clock.start();
}

void GradePanel::showRead()
{
    const QString current = currentRow() < 0 ? QString() : m_model.nameOf(currentRow());
    m_details->showSubmission(-1); // what it shows is the earlier run's
    m_alike = std::move(m_live->alike);
    m_model.setRun(m_live->run, std::move(m_live->rows));
    m_live->isRead = false;
    m_overBefore = static_cast<std::size_t>(m_model.over());
    m_began.start();
    m_table->resizeColumnsToContents();
    for (int column = 0; column < m_model.columnCount(); ++column)
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column), kWidestGradeColumn));
    chooseByName(current);
    refresh();
}

void GradePanel::takeNews()
{
    std::vector<Live::News> news;
    {
        const std::lock_guard lock(m_live->mutex);
        if (m_live->isRead)
            showRead();
        news.swap(m_live->news);
    }
    const int current = currentRow();
    for (const Live::News& one : news) {
        m_model.setResult(one.row, one.result, one.outputs);
        if (static_cast<int>(one.row) == current)
            m_details->refresh();
    }
    if (m_model.run() == m_live->run)
        say(progress());
}

QString GradePanel::progress() const
{
    const auto all = static_cast<std::size_t>(m_model.rowCount());
    const auto over = static_cast<std::size_t>(m_model.over());
    const auto done = over - m_overBefore;
    const QString text = tr("%1 of %2 are over").arg(over).arg(all);
    if (done == 0 || over == all)
        return text;
    const double seconds = static_cast<double>(m_began.elapsed()) / 1000.0
        * static_cast<double>(all - over) / static_cast<double>(done);
    return tr("%1, about %2 left").arg(text, toQString(formatSeconds(std::max(1.0, seconds))));
}

void GradePanel::finish(const Result<void>& result)
{
    m_clock.stop();
    takeNews();
    const bool isShown = m_model.run() == m_live->run;
    const bool wasStopped = m_stopping.stop_requested();
    m_live.reset();
    if (!result && !result.failedAs(ErrorCode::Cancelled))
        say(SafeText::display(result.error().text()));
    else if (!isShown)
        say(tr("Stopped."));
    else
        say((wasStopped ? tr("Stopped. %1 of %2 passed everything.")
                        : tr("%1 of %2 passed everything."))
                .arg(m_model.passedAll())
                .arg(m_model.rowCount()));
    refresh();
}

void GradePanel::stop()
{
    m_stopping.request_stop();
}

} // namespace sandbench::ui
