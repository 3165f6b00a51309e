// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How plots leave the plot panel.
#include "ui/common/save_file.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_stage.h"
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
        return emit notice(tr("There is no picture to copy."));
    // What is seen of two plots is nobody's file.
    if (m_stage->isComparing())
        return QGuiApplication::clipboard()->setImage(image);
    QGuiApplication::clipboard()->setMimeData(clipboardData(*entry, image));
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
        filters << tr("%1 (*%2)").arg(badgeText(form.kind), fileEnding(form.kind));
    if (forms.size() > 1)
        dialog->setNameFilters(filters);
    connect(
        dialog, &QFileDialog::filterSelected, dialog, [dialog, forms, filters](const auto& filter) {
            const auto chosen = std::max<qsizetype>(0, filters.indexOf(filter));
            dialog->selectFile(proposedFileName(forms[static_cast<std::size_t>(chosen)]));
        });
    dialog->selectFile(proposedFileName(*entry));
    connect(dialog, &QFileDialog::fileSelected, this, [this, forms](const QString& path) {
        const auto named = std::ranges::find_if(forms, [&path](const PlotEntry& form) {
            return path.endsWith(fileEnding(form.kind), Qt::CaseInsensitive);
        });
        const PlotItem saved = (named == forms.end() ? forms.front() : *named).item;
        m_saves.run(
            this, [saved, path](std::stop_token) { return saveFile(path, saved.bytes); },
            [this](const QString& problem) {
                if (!problem.isEmpty())
                    emit notice(problem);
            });
    });
    dialog->open();
}

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
        m_saves.run(
            this,
            [entries, folder](const std::stop_token& stop) {
                qsizetype saved = 0;
                for (const PlotEntry& entry : entries)
                    if (!stop.stop_requested() && !savePlotInto(entry, folder).isEmpty())
                        ++saved;
                return saved;
            },
            [this, asked = entries.size()](qsizetype saved) {
                emit notice(tr("%1 of %2 artifacts saved.").arg(saved).arg(asked));
            });
    });
    dialog->open();
}

} // namespace sandbench::ui
