// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How plots leave the plot panel.
#include "ui/common/safe_text.h"
#include "ui/common/save_file.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_stage.h"
#include "ui/tasks/run_task.h"
#include "ui/viewers/table_pane.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMimeData>

#include <algorithm>

namespace sandbench::ui {

void PlotPanel::copyCurrent()
{
    const bool areNumbers = m_numbers->isAncestorOf(QApplication::focusWidget());
    const auto text = areNumbers ? m_numbers->selectedText() : m_stage->selectedText();
    const PlotEntry* entry = current();
    const QImage image = m_stage->image();
    if (!text.isEmpty())
        return QGuiApplication::clipboard()->setText(text);
    if (!entry || image.isNull())
        return emit notice(
            m_stage->isSettled() ? tr("There is no picture to copy.")
                                 : tr("The picture is still being read; copy it in a moment."));
    // What is seen of two plots is nobody's file.
    if (m_stage->isComparing())
        return QGuiApplication::clipboard()->setImage(image);
    QGuiApplication::clipboard()->setMimeData(clipboardData(*entry, image));
}

/// The one that was chosen, but where the name's ending is another one's.
static PlotEntry
formFor(const QString& path, const PlotEntry& chosen, const std::vector<PlotEntry>& forms)
{
    const auto fits = [&path](const PlotEntry& form) {
        const QString ending = fileEnding(form.kind);
        return !ending.isEmpty() && path.endsWith(ending, Qt::CaseInsensitive);
    };
    const auto named = fits(chosen) ? forms.end() : std::ranges::find_if(forms, fits);
    return named == forms.end() ? chosen : *named;
}

void PlotPanel::saveCurrent()
{
    const PlotEntry* entry = current();
    if (!entry)
        return;
    auto* dialog = new QFileDialog(this, tr("Save artifact"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const auto forms = allForms(*entry);
    QStringList filters;
    for (const PlotEntry& form : forms)
        filters << tr("%1, %2 (*%3)")
                       .arg(
                           badgeText(form.kind), SafeText::elidedName(form.item.name, 60),
                           fileEnding(form.kind));
    if (forms.size() > 1)
        dialog->setNameFilters(filters);
    const auto chosen = [dialog, forms, filters] {
        const auto index = std::max<qsizetype>(0, filters.indexOf(dialog->selectedNameFilter()));
        return forms[static_cast<std::size_t>(index)];
    };
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, chosen] {
        dialog->selectFile(proposedFileName(chosen()));
    });
    dialog->selectFile(proposedFileName(*entry));
    connect(dialog, &QFileDialog::fileSelected, this, [this, forms, chosen](const QString& path) {
        runTask(
            m_tasks, tr("Saving %1").arg(SafeText::elidedName(path.section(u'/', -1), 60)), m_saves,
            this,
            [bytes = formFor(path, chosen(), forms).item.bytes, path](std::stop_token) {
                return saveFile(path, bytes);
            },
            [this](const QString& problem) {
                if (!problem.isEmpty())
                    emit notice(problem);
            });
    });
    dialog->open();
}

namespace {

struct SavedPlots
{
    qsizetype count = 0;
    bool wasStopped = false;
};

TaskOutcome outcomeOf(const SavedPlots& saved)
{
    return {
        saved.wasStopped ? TaskEnd::Cancelled : TaskEnd::Done,
        PlotPanel::tr("%1 saved").arg(saved.count)};
}

} // namespace

void PlotPanel::saveAll()
{
    auto* dialog = new QFileDialog(this, tr("Save all artifacts into a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        QList<PlotEntry> entries;
        for (int row = 0; row < count(); ++row)
            for (const PlotEntry& form : allForms(*m_model->entry(row)))
                entries << form;
        runTask(
            m_tasks, tr("Saving all artifacts"), m_saves, this,
            [entries, folder](const std::stop_token& stop) {
                SavedPlots saved;
                for (const PlotEntry& entry : entries)
                    if (!stop.stop_requested() && !savePlotInto(entry, folder).isEmpty())
                        ++saved.count;
                saved.wasStopped = stop.stop_requested();
                return saved;
            },
            [this, asked = entries.size()](const SavedPlots& saved) {
                emit notice(tr("%1 of %2 artifacts saved.").arg(saved.count).arg(asked));
            });
    });
    dialog->open();
}

} // namespace sandbench::ui
