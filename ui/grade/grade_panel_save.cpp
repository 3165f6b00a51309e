// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How GradePanel saves what was graded.
#include "core/base/json.h"
#include "ui/common/safe_text.h"
#include "ui/common/save_file.h"
#include "ui/common/text.h"
#include "ui/grade/grade_panel.h"
#include "ui/tasks/run_task.h"

#include <QFileDialog>

namespace sandbench::ui {

void GradePanel::chooseFile()
{
    auto* dialog = new QFileDialog(this, tr("Save Grading"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters({tr("Table (*.csv)"), tr("JSON (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(u'.', -1).remove(u')'));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &GradePanel::saveFile);
    dialog->open();
}

void GradePanel::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Folder for the Pages"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &GradePanel::savePages);
    dialog->open();
}

static check::Grading
gradingWith(const check::GradeRun& run, const std::vector<check::LikePair>& alike)
{
    auto grading = run.grading();
    grading.alike = alike;
    return grading;
}

void GradePanel::saveFile(const QString& path)
{
    if (isRunning() || !m_model.run())
        return;
    runTask(
        m_tasks, tr("Saving the grading"), m_files, this,
        [path, run = m_model.run(), alike = m_alike](const std::stop_token&) {
            const auto grading = gradingWith(*run, alike);
            const bool isJson = path.endsWith(QLatin1String(".json"));
            return ui::saveFile(
                path, toBytes(isJson ? writeJson(check::toJson(grading)) : check::csvOf(grading)));
        },
        [this, path](const QString& problem) {
            say(problem.isEmpty() ? tr("Saved as %1").arg(SafeText::display(path))
                                  : SafeText::display(problem));
        });
}

void GradePanel::savePages(const QString& folder)
{
    if (isRunning() || !m_model.run())
        return;
    runTask(
        m_tasks, tr("Saving the pages"), m_files, this,
        [folder = toStd(folder), run = m_model.run(),
         alike = m_alike](const std::stop_token& stop) {
            return run->writePages(folder, gradingWith(*run, alike), stop);
        },
        [this, folder](const Result<void>& saved) {
            say(saved ? tr("Pages saved in %1").arg(SafeText::display(folder))
                      : SafeText::display(saved.error().text()));
        });
}

} // namespace sandbench::ui
