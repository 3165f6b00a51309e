// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the tool bar, the menu and the keys of the plot panel do.
#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/save_file.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_stage.h"
#include "ui/viewers/chart_numbers.h"
#include "ui/viewers/picture_view.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QShortcut>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

QAction* PlotPanel::addAction(
    QToolBar* bar, const QString& text, const QString& tip, const QList<QKeySequence>& keys,
    std::function<void()> run)
{
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    const QString key = keys.isEmpty()
        ? QString()
        : QStringLiteral(" (%1)").arg(keys.first().toString(QKeySequence::NativeText));
    action->setToolTip((tip + key).toHtmlEscaped());
    connect(action, &QAction::triggered, this, std::move(run));
    QWidget::addAction(action);
    if (bar)
        bar->addAction(action);
    return action;
}

void PlotPanel::makeActions()
{
    auto* bar = new QToolBar(this);
    bar->setMovable(false);
    bar->setIconSize({16, 16});
    layout()->addWidget(bar);
    PictureView* picture = &m_stage->picture();
    m_needPlot << addAction(
        bar, tr("Previous plot"), tr("Previous plot"), {Qt::Key_Left, Qt::Key_Up},
        [this] { select(currentIndex() - 1); });
    m_needPlot.last()->setIcon(glyphIcon(Glyph::Previous));
    m_position = new QLabel(bar);
    m_position->setTextFormat(Qt::PlainText);
    m_position->setAlignment(Qt::AlignCenter);
    // As wide as it will ever be: the buttons beside it stay where they are.
    m_position->setMinimumWidth(
        fontMetrics().horizontalAdvance(tr("%1 of %2").arg(200).arg(200)) + 8);
    bar->addWidget(m_position);
    m_needPlot << addAction(
        bar, tr("Next plot"), tr("Next plot"), {Qt::Key_Right, Qt::Key_Down},
        [this] { select(currentIndex() + 1); });
    m_needPlot.last()->setIcon(glyphIcon(Glyph::Next));
    bar->addSeparator();
    makeZoomActions(*bar, *picture);
    bar->addSeparator();
    m_showNumbers = addAction(
        bar, tr("Numbers"), tr("Show the figure's numbers beside it"), {Qt::Key_N},
        [this] { updateNumbers(); });
    m_showNumbers->setCheckable(true);
    m_showNumbers->setIcon(glyphIcon(Glyph::Table));
    m_needPlot << addAction(
        bar, tr("Copy"), tr("Copy the picture or what is selected"), {QKeySequence::Copy},
        [this] { copyCurrent(); });
    m_needPlot.last()->setIcon(glyphIcon(Glyph::Copy));
    m_needPlot << addAction(
        bar, tr("Save…"), tr("Save this artifact as it is"), {}, [this] { saveCurrent(); });
    m_needPlot.last()->setIcon(glyphIcon(Glyph::Save));
    makeMenu(*bar);
    m_needPlot << addAction(nullptr, tr("First plot"), {}, {Qt::Key_Home}, [this] { select(0); });
    m_needPlot << addAction(
        nullptr, tr("Last plot"), {}, {Qt::Key_End}, [this] { select(count() - 1); });
}

void PlotPanel::makeZoomActions(QToolBar& bar, PictureView& picture)
{
    const auto add = [&](Glyph glyph, const QString& name, const QList<QKeySequence>& keys,
                         std::function<void()> run) {
        QAction* action = addAction(&bar, name, name, keys, std::move(run));
        action->setIcon(glyphIcon(glyph));
        m_needPicture << action;
    };
    add(Glyph::Fit, tr("Fit into the view"), {Qt::Key_0}, [&picture] { picture.setFit(); });
    add(Glyph::ZoomOut, tr("Smaller"), {Qt::Key_Minus}, [&picture] { picture.zoomBy(1 / 1.25); });
    m_zoomLabel = new QLabel(&bar);
    m_zoomLabel->setTextFormat(Qt::PlainText);
    m_zoomLabel->setAlignment(Qt::AlignCenter);
    m_zoomLabel->setToolTip(tr("100 % is one picture pixel per screen pixel"));
    m_zoomLabel->setMinimumWidth(fontMetrics().horizontalAdvance(tr("%1 %").arg(3200)) + 8);
    bar.addWidget(m_zoomLabel);
    add(Glyph::ZoomIn, tr("Larger"), {Qt::Key_Plus, Qt::Key_Equal},
        [&picture] { picture.zoomBy(1.25); });
    add(Glyph::ActualSize, tr("One picture pixel per screen pixel"), {Qt::Key_1},
        [&picture] { picture.setZoom(1); });
}

void PlotPanel::makeMenu(QToolBar& bar)
{
    auto* menu = new QMenu(this);
    const QList<QAction*> entries = {
        addAction(
            nullptr, tr("Open large"), {}, {Qt::Key_Return, Qt::Key_Enter}, [this] { enlarge(); }),
        addAction(nullptr, tr("Save all…"), {}, {}, [this] { saveAll(); }),
        addAction(nullptr, tr("Remove"), {}, {QKeySequence::Delete}, [this] { removeCurrent(); }),
        addAction(nullptr, tr("Remove all"), {}, {}, [this] { removeAll(); }),
    };
    m_needPlot << entries;
    menu->addActions(entries);
    QMenu* backgrounds = menu->addMenu(tr("Background"));
    auto* group = new QActionGroup(this);
    using Background = PictureView::Background;
    const std::pair<QString, Background> choices[]
        = {{tr("Theme"), Background::Theme},
           {tr("White"), Background::White},
           {tr("Checker"), Background::Checker},
           {tr("Dark"), Background::Dark}};
    for (const auto& [name, background] : choices) {
        QAction* choice = backgrounds->addAction(name);
        choice->setCheckable(true);
        choice->setChecked(background == m_stage->picture().background());
        group->addAction(choice);
        connect(choice, &QAction::triggered, this, [this, chosen = background] {
            m_stage->picture().setBackground(chosen);
        });
    }
    auto* button = new QToolButton(&bar);
    button->setIcon(glyphIcon(Glyph::More));
    button->setText(tr("More"));
    button->setToolTip(tr("More"));
    button->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    bar.addWidget(button);
}

void PlotPanel::updateActions()
{
    const bool isPicture = m_stage->showsPicture();
    for (QAction* action : std::as_const(m_needPlot))
        action->setEnabled(count() > 0);
    for (QAction* action : std::as_const(m_needPicture))
        action->setEnabled(isPicture);
    updateNumbers();
    m_position->setText(
        count() > 0 ? tr("%1 of %2").arg(currentIndex() + 1).arg(count()) : QString());
    m_zoomLabel->setText(
        isPicture ? tr("%1 %").arg(qRound(m_stage->picture().zoom() * 100)) : QString());
}

void PlotPanel::updateNumbers()
{
    const PlotEntry* entry = current();
    const bool hasNumbers = entry && entry->item.chart;
    m_showNumbers->setEnabled(hasNumbers);
    const bool isShown = hasNumbers && m_showNumbers->isChecked();
    m_numbers->setVisible(isShown);
    if (isShown && m_chart != entry->item.chart) {
        m_chart = entry->item.chart;
        showNumbers(*m_numbers, m_chart.get(), proposedFileName(*entry).section(u'.', 0, 0));
    }
}

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

void PlotPanel::removeCurrent()
{
    m_model->remove(currentIndex());
}

void PlotPanel::removeAll()
{
    const int removed = count();
    m_model->removeAll();
    m_undoText->setText(removed == 1 ? tr("1 plot removed") : tr("%1 plots removed").arg(removed));
    m_undoBar->show();
    m_undoExpiry.start();
}

void PlotPanel::enlarge()
{
    const QImage image = m_stage->image();
    if (image.isNull())
        return;
    auto* window = new QWidget(this, Qt::Window);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->setWindowTitle(tr("Plot %1").arg(current() ? current()->ordinal : 0));
    auto* view = new PictureView(window);
    view->setBackground(m_stage->picture().background());
    view->setPicture(image, image.size(), false);
    auto* layout = columnOf(window);
    layout->addWidget(view);
    const auto* close = new QShortcut(Qt::Key_Escape, window);
    connect(close, &QShortcut::activated, window, &QWidget::close);
    connect(view, &PictureView::enlargeRequested, window, &QWidget::close);
    window->resize(1000, 720);
    window->show();
    window->raise();
    window->activateWindow();
}

} // namespace sandbench::ui
