// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with runs of RunsPanel: found, reviewed, compared, run again, reported.
#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/save_file.h"
#include "ui/common/text.h"
#include "ui/replay/replay_window.h"
#include "ui/runs/comparison_view.h"
#include "ui/runs/run_details.h"
#include "ui/runs/runs_panel.h"
#include "ui/tasks/run_task.h"

#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <QTableView>

namespace sandbench::ui {

static constexpr int kLongestDocument = 60; // characters

void RunsPanel::applyQuery()
{
    m_typing.stop();
    HistoryQuery query;
    query.search = toStd(m_filter->text());
    query.document = toStd(m_document->currentData().toString());
    query.review = toStd(m_reviews->currentData().toString());
    m_model.setQuery(query);
    describe();
}

void RunsPanel::fillDocuments()
{
    m_jobs.run(
        this,
        [&workspace = m_workspace](const std::stop_token&) { return readDocuments(workspace); },
        [this](const std::vector<RunHistory::Document>& documents) { takeDocuments(documents); });
}

void RunsPanel::takeDocuments(const std::vector<RunHistory::Document>& documents)
{
    const QSignalBlocker quiet(m_document);
    const QString chosen = m_document->currentData().toString();
    while (m_document->count() > 1)
        m_document->removeItem(1);
    for (const auto& document : documents)
        m_document->addItem(
            tr("%1 (%2)")
                .arg(SafeText::elidedName(toQString(document.name), kLongestDocument))
                .arg(document.runs),
            toQString(document.name));
    if (!chosen.isEmpty() && m_document->findData(chosen) < 0)
        m_document->addItem(SafeText::elidedName(chosen, kLongestDocument), chosen);
    m_document->setCurrentIndex(chosen.isEmpty() ? 0 : m_document->findData(chosen));
}

QStringList RunsPanel::chosenRuns() const
{
    QStringList runs;
    for (const QModelIndex& index : m_list->selectionModel()->selectedRows())
        runs << m_model.at(m_shown.mapToSource(index).row()).id;
    return runs;
}

QString RunsPanel::nameOf(const QString& run) const
{
    const RunRow* row = m_model.find(run);
    const QString when = row ? QDateTime::fromString(row->startedAt, Qt::ISODateWithMs)
                                   .toLocalTime()
                                   .toString(QStringLiteral("HH:mm:ss"))
                             : QString();
    return row ? tr("%1, %2").arg(m_model.programOf(*row), when) : SafeText::display(run);
}

void RunsPanel::compareChosen()
{
    const QStringList runs = chosenRuns();
    if (runs.size() != 2)
        return emit notice(tr("Select the two runs to compare: with Ctrl and a click."));
    const auto startOf = [this](const QString& run) {
        const RunRow* row = m_model.find(run);
        return row ? row->startedAt : QString();
    };
    // The older one first, whichever was clicked first.
    const bool isInOrder = startOf(runs[0]) <= startOf(runs[1]);
    compare(runs[isInOrder ? 0 : 1], runs[isInOrder ? 1 : 0]);
}

void RunsPanel::compare(const QString& left, const QString& right)
{
    m_compared = {left, right};
    m_opened.clear();
    readComparison();
}

void RunsPanel::compareWithBefore(const QString& run)
{
    m_jobs.run(
        this,
        [&workspace = m_workspace, id = toStd(run)](const std::stop_token&) {
            return findRunBefore(workspace, id);
        },
        [this, run](const Result<std::string>& before) {
            if (before)
                compare(toQString(*before), run);
            else
                emit notice(toQString(before.error().text()));
        });
}

void RunsPanel::readComparison()
{
    if (m_compared.size() != 2)
        return;
    m_jobs.run(
        this,
        [&workspace = m_workspace, left = toStd(m_compared[0]), right = toStd(m_compared[1]),
         tolerance = m_comparison->tolerance()](const std::stop_token& stop) {
            return ui::readComparison(workspace, left, right, tolerance, stop);
        },
        [this, compared = m_compared](const Result<ComparedRuns>& runs) {
            if (compared != m_compared)
                return; // others were chosen meanwhile
            if (runs)
                m_comparison->show(*runs, nameOf(compared[0]), nameOf(compared[1]));
            else
                m_comparison->showProblem(toQString(runs.error().text()));
            showBeside(m_comparison);
        });
}

void RunsPanel::openProgram()
{
    m_jobs.run(
        this,
        [&workspace = m_workspace,
         id = toStd(m_opened)](const std::stop_token&) -> Result<workspace::RunAgain> {
            SANDBENCH_TRY(const auto record, workspace.runs().past(workspace::userCaller(), id));
            return workspace::runAgain(record);
        },
        [this, name = nameOf(m_opened)](const Result<workspace::RunAgain>& again) {
            if (!again)
                return emit notice(toQString(again.error().text()));
            if (again->request.code.empty())
                return emit notice(tr("It ran a command of the sandbox: there is no program."));
            emit programWanted(
                toQString(again->request.fileName), toBytes(again->request.code),
                tr("the run of %1").arg(name));
        });
}

void RunsPanel::replayChosen()
{
    const QStringList runs = chosenRuns();
    if (runs.size() == 1)
        replay(runs.front());
    else
        emit notice(tr("Select the run to play again."));
}

void RunsPanel::replay(const QString& run)
{
    m_jobs.run(
        this,
        [&workspace = m_workspace, id = toStd(run)](const std::stop_token& stop) {
            return readReplay(workspace, id, stop);
        },
        [this, name = nameOf(run)](const Result<ReplayedRun>& read) {
            if (!read)
                return emit notice(toQString(read.error().text()));
            if (!m_replay) {
                m_replay = new ReplayWindow(this);
                m_replay->setTasks(m_tasks);
            }
            m_replay->open(*read, name);
        });
}

void RunsPanel::review(const QString& run, const report::Review& review)
{
    if (!m_workspace.history())
        return emit notice(tr("No history of runs is kept, and so no review."));
    m_jobs.run(
        this,
        [&workspace = m_workspace, id = toStd(run), review](const std::stop_token&) {
            return workspace.history()->review(workspace::userCaller(), id, review);
        },
        [this, run, review](const Result<void>& kept) {
            if (!kept)
                return emit notice(toQString(kept.error().text()));
            m_model.setReview(run, toQString(review.verdict));
            emit reviewed(run, review);
        });
}

void RunsPanel::runOnceMore(const QString& run)
{
    emit notice(tr("Running it once more…"));
    runTask(
        m_tasks, tr("%1 once more").arg(nameOf(run)), m_jobs, this,
        [&workspace = m_workspace, open = m_openSandbox,
         id = toStd(run)](const std::stop_token& stop) -> Result<std::string> {
            SANDBENCH_TRY(const auto record, workspace.runs().past(workspace::userCaller(), id));
            SANDBENCH_TRY(auto again, workspace::runAgain(record));
            return workspace::repeatRun(workspace, std::move(again), open, stop);
        },
        [this, run](const Result<std::string>& again) {
            if (!again)
                return emit notice(toQString(again.error().text()));
            m_model.refresh();
            compare(run, toQString(*again));
        });
}

/// Of each answer's only check. An error of the first that was not run.
static Result<std::vector<std::string>> runsOf(const check::Matrix& matrix)
{
    std::vector<std::string> runs;
    for (std::size_t i = 0; i < matrix.answers.size(); ++i) {
        const auto& outcome = matrix.cells[i].front();
        if (outcome.runId.empty())
            return outcome.problem.value_or(
                Error(ErrorCode::Unavailable, matrix.answers[i] + " was not run: " + outcome.why));
        runs.push_back(outcome.runId);
    }
    return runs;
}

void RunsPanel::runBoth(check::CheckPlan plan)
{
    emit notice(tr("Running both…"));
    runTask(
        m_tasks, tr("Two programs with one input"), m_jobs, this,
        [&workspace = m_workspace, plan = std::move(plan)](const std::stop_token& stop) {
            return runsOf(check::runChecks(
                workspace, plan, [](std::size_t, std::size_t, const check::Outcome&) {}, stop));
        },
        [this](const Result<std::vector<std::string>>& runs) {
            m_model.refresh();
            if (runs)
                compare(toQString(runs->front()), toQString(runs->back()));
            else
                emit notice(SafeText::display(runs.error().text()));
        });
}

/// By the name of the file that a report is saved to.
static ReportKind kindOf(const QString& path)
{
    const auto endsWith = [&path](const char* end) {
        return path.endsWith(QLatin1String(end), Qt::CaseInsensitive);
    };
    if (endsWith(".md"))
        return ReportKind::Markdown;
    if (endsWith(".ipynb"))
        return ReportKind::Notebook;
    return endsWith(".json") ? ReportKind::Object : ReportKind::Page;
}

void RunsPanel::chooseReport(const QString& id)
{
    auto* dialog = new QFileDialog(this, tr("Save report"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("html"));
    dialog->setNameFilters(
        {tr("Pages (*.html)"), tr("Notebooks (*.ipynb)"), tr("Text, without results (*.md)"),
         tr("JSON (*.json)")});
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(u'.', -1).chopped(1));
    });
    dialog->selectFile(reportName(id));
    connect(dialog, &QFileDialog::fileSelected, this, [this, id](const QString& path) {
        saveReport(id, path, Existing::Replace);
    });
    dialog->open();
}

QString RunsPanel::reportName(const QString& id) const
{
    RunRow run;
    run.id = id; // enough for the label of a run of this window, which nobody may have seen
    if (const RunRow* known = m_model.find(id))
        run = *known;
    const QString program = m_model.programOf(run).section(u'/', -1).section(u'.', 0, 0);
    return SafeText::saveName(program, QStringLiteral("run")) + QStringLiteral("-report.html");
}

void RunsPanel::saveReport(const QString& run)
{
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QDir folder(QFileInfo::exists(documents) ? documents : QDir::homePath());
    saveReport(run, folder.filePath(reportName(run)), Existing::Keep);
}

/// "a-report.html", or else "a-report-2.html" and so on. Blocks.
static QString freePath(const QString& path)
{
    const QFileInfo wanted(path);
    QString free = path;
    for (int number = 2; QFileInfo::exists(free); ++number)
        free = wanted.dir().filePath(QStringLiteral("%1-%2.%3")
                                         .arg(wanted.completeBaseName())
                                         .arg(number)
                                         .arg(wanted.suffix()));
    return free;
}

void RunsPanel::saveReport(const QString& run, const QString& path, Existing existing)
{
    runTask(
        m_tasks, tr("Report %1").arg(SafeText::elidedName(path.section(u'/', -1), 60)), m_jobs,
        this,
        [&workspace = m_workspace, id = toStd(run), kind = kindOf(path)](
            const std::stop_token& stop) { return readRunReport(workspace, id, kind, stop); },
        [this, path, existing](Result<std::string> page) {
            if (!page)
                return emit notice(toQString(page.error().text()));
            m_saves.run(
                this,
                [path, existing, bytes = *std::move(page)](const std::stop_token&) {
                    const QString place = existing == Existing::Keep ? freePath(path) : path;
                    return std::pair(place, saveFile(place, bytes));
                },
                [this](const std::pair<QString, QString>& saved) {
                    const auto& [place, problem] = saved;
                    emit notice(
                        problem.isEmpty() ? tr("Saved %1").arg(SafeText::display(place)) : problem);
                });
        });
}

void RunsPanel::copyForModel(const QString& run)
{
    readForModel(run, [this](const std::string& text) {
        QGuiApplication::clipboard()->setText(toQString(text));
        emit notice(tr("Copied for a model: program, output, findings and activity, %1")
                        .arg(toQString(formatSize(text.size()))));
    });
}

void RunsPanel::readForModel(const QString& run, std::function<void(const std::string&)> then)
{
    m_jobs.run(
        this,
        [&workspace = m_workspace, id = toStd(run)](const std::stop_token& stop) {
            return readRunReport(workspace, id, ReportKind::Prompt, stop);
        },
        [this, then = std::move(then)](const Result<std::string>& text) {
            if (text)
                then(*text);
            else
                emit notice(toQString(text.error().text()));
        });
}

} // namespace sandbench::ui
