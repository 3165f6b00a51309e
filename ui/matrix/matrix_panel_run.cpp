// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How MatrixPanel runs a matrix, and saves it.
#include "core/check/run_matrix_files.h"
#include "core/check/run_matrix_page.h"
#include "ui/common/safe_text.h"
#include "ui/common/save_file.h"
#include "ui/common/text.h"
#include "ui/matrix/matrix_fields.h"
#include "ui/matrix/matrix_panel.h"
#include "ui/tasks/run_task.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>

#include <algorithm>
#include <mutex>
#include <utility>

namespace sandbench::ui {

static constexpr int kWidestColumn = 260;

/// What runs, and what of it is over and not shown yet.
struct MatrixPanel::Live
{
    struct News
    {
        std::size_t oneCase = 0, place = 0;
        check::MatrixCell cell;
    };
    std::shared_ptr<check::MatrixRun> run; ///< The job's until it is over.
    std::mutex mutex;
    std::vector<News> news;
};

MatrixPanel::~MatrixPanel()
{
    m_stopping.request_stop();
}

void MatrixPanel::run()
{
    if (isRunning() || !m_subjects)
        return;
    const auto subjects = m_subjects();
    if (!subjects)
        return say(SafeText::display(subjects.error().text()));
    if (subjects->programs.empty())
        return say(tr("Open the programs that are to be run."));
    const auto spots
        = readPlaces(m_places->toPlainText(), m_sizes->text(), m_engines, subjects->said);
    const auto lines = readArgumentLines(m_arguments->toPlainText());
    if (!spots)
        return say(toQString(spots.error().text()));
    if (!lines)
        return say(toQString(lines.error().text()));
    auto planned
        = check::MatrixRun::planned(subjects->programs, *lines, *spots, m_workspace.parts());
    if (!planned)
        return say(SafeText::display(planned.error().text()));
    auto made = std::make_shared<check::MatrixRun>(*std::move(planned));
    made->plan().open = subjects->open;
    begin(std::move(made));
}

void MatrixPanel::begin(std::shared_ptr<check::MatrixRun> run)
{
    m_model.setMatrix(run->matrix());
    m_table->resizeColumnsToContents();
    for (int column = 0; column < m_model.columnCount(); ++column)
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column), kWidestColumn));
    m_table->setCurrentIndex(m_model.index(0, 0));
    m_live = std::make_shared<Live>();
    m_live->run = std::move(run);
    m_stopping = runTask(
        m_tasks, tr("Matrix of runs"), m_jobs, this,
        [live = m_live, workspace = &m_workspace](const std::stop_token& stop) -> Result<void> {
            live->run->run(
                *workspace,
                [&live](std::size_t oneCase, std::size_t place) {
                    const std::lock_guard lock(live->mutex);
                    live->news.push_back(
                        {oneCase, place, live->run->matrix().cells[oneCase][place]});
                },
                stop);
            return {};
        },
        [this](const Result<void>&) { finish(); });
    m_clock.start();
    say(tr("Running…"));
    refresh();
}

void MatrixPanel::takeNews()
{
    std::vector<Live::News> news;
    {
        const std::lock_guard lock(m_live->mutex);
        news.swap(m_live->news);
    }
    for (Live::News& one : news)
        m_model.setCell(one.oneCase, one.place, std::move(one.cell));
    if (news.empty())
        return;
    const auto& matrix = m_model.matrix();
    const auto all = matrix.cases.size() * matrix.places.size();
    const auto waiting = matrix.count(check::CheckState::Waiting);
    say(tr("%1 of %2 are over").arg(all - waiting).arg(all));
}

void MatrixPanel::finish()
{
    m_clock.stop();
    const int row = m_table->currentIndex().row(), column = m_table->currentIndex().column();
    m_model.setMatrix(m_live->run->matrix());
    m_live.reset();
    m_table->resizeColumnsToContents();
    m_table->setCurrentIndex(m_model.index(std::max(row, 0), std::max(column, 0)));
    const auto& matrix = m_model.matrix();
    const auto passed = matrix.count(check::CheckState::Passed);
    const auto all = matrix.cases.size() * matrix.places.size();
    say((matrix.isPartial      ? tr("Stopped. %1 of %2 passed.")
             : matrix.isSame() ? tr("%1 of %2 passed, and each came to the same everywhere.")
                               : tr("%1 of %2 passed. ≠ marks what came to something else."))
            .arg(passed)
            .arg(all));
    showCurrent();
    refresh();
}

void MatrixPanel::stop()
{
    m_stopping.request_stop();
}

void MatrixPanel::chooseFile()
{
    auto* dialog = new QFileDialog(this, tr("Save Matrix"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters({tr("Page (*.html)"), tr("Table (*.csv)"), tr("JSON (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("html"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(u'.', -1).remove(u')'));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &MatrixPanel::saveFile);
    dialog->open();
}

void MatrixPanel::saveFile(const QString& path)
{
    const auto& matrix = m_model.matrix();
    const std::string text = path.endsWith(QLatin1String(".csv")) ? check::csvOf(matrix)
        : path.endsWith(QLatin1String(".json"))                   ? writeJson(check::toJson(matrix))
                                                                  : check::matrixPage(matrix);
    runTask(
        m_tasks, tr("Saving the matrix"), m_jobs, this,
        [path, text](const std::stop_token&) { return ui::saveFile(path, toBytes(text)); },
        [this, path](const QString& problem) {
            say(problem.isEmpty() ? tr("Saved as %1").arg(SafeText::display(path))
                                  : SafeText::display(problem));
        });
}

} // namespace sandbench::ui
