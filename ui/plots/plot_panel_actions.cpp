// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the tool bar, the menu and the keys of the plot panel do.
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_stage.h"
#include "ui/plots/plot_strip.h"
#include "ui/viewers/chart_numbers.h"
#include "ui/viewers/picture_actions.h"
#include "ui/viewers/picture_view.h"

#include <QActionGroup>
#include <QBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

namespace sandbench::ui {

QAction* PlotPanel::addAction(
    QToolBar* bar, const char* name, const QString& text, const QString& tip,
    const QList<QKeySequence>& keys, std::function<void()> run)
{
    auto* action = keyAction(*this, name, text, keys, std::move(run), tip);
    if (bar)
        bar->addAction(action);
    return action;
}

void PlotPanel::makeActions()
{
    auto* bar = new QToolBar(this);
    bar->setMovable(false);
    layout()->addWidget(bar);
    m_needPlot << addAction(
        bar, "plotsPrevious", tr("Previous plot"), tr("Previous plot"), {Qt::Key_Left, Qt::Key_Up},
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
        bar, "plotsNext", tr("Next plot"), tr("Next plot"), {Qt::Key_Right, Qt::Key_Down},
        [this] { select(currentIndex() + 1); });
    m_needPlot.last()->setIcon(glyphIcon(Glyph::Next));
    bar->addSeparator();
    makeZoomActions(*bar);
    bar->addSeparator();
    m_showNumbers = addAction(
        bar, "plotsNumbers", tr("Numbers"), tr("Show the figure's numbers beside it"), {Qt::Key_N},
        [this] { updateNumbers(); });
    m_showNumbers->setCheckable(true);
    m_showNumbers->setIcon(glyphIcon(Glyph::Table));
    m_needPlot << addAction(
        bar, "plotsCopy", tr("Copy"), tr("Copy the picture or what is selected"),
        {QKeySequence::Copy}, [this] { copyCurrent(); });
    m_needPlot.last()->setIcon(glyphIcon(Glyph::Copy));
    m_needPlot << addAction(
        bar, "plotsSave", tr("Save…"), tr("Save this artifact as it is"), {},
        [this] { saveCurrent(); });
    m_needPlot.last()->setIcon(glyphIcon(Glyph::Save));
    makeMenu(*bar);
    m_needPlot << addAction(
        nullptr, "plotsFirst", tr("First plot"), {}, {Qt::Key_Home}, [this] { select(0); });
    m_needPlot << addAction(
        nullptr, "plotsLast", tr("Last plot"), {}, {Qt::Key_End}, [this] { select(count() - 1); });
}

void PlotPanel::makeZoomActions(QToolBar& bar)
{
    const ZoomActions zoom = zoomActions(*this, shownPicture());
    m_zoomLabel = new QLabel(&bar);
    m_zoomLabel->setTextFormat(Qt::PlainText);
    m_zoomLabel->setAlignment(Qt::AlignCenter);
    m_zoomLabel->setToolTip(tr("100 % is one picture pixel per screen pixel"));
    m_zoomLabel->setMinimumWidth(fontMetrics().horizontalAdvance(tr("%1 %").arg(3200)) + 8);
    bar.addAction(zoom.fit);
    bar.addAction(zoom.smaller);
    bar.addWidget(m_zoomLabel);
    bar.addAction(zoom.larger);
    bar.addAction(zoom.actual);
    m_needPicture << zoom.fit << zoom.smaller << zoom.larger << zoom.actual;
}

void PlotPanel::makeMenu(QToolBar& bar)
{
    auto* menu = new QMenu(this);
    menu->addActions(makeTools());
    menu->addSeparator();
    const QList<QAction*> entries = {
        addAction(nullptr, "plotsSaveAll", tr("Save all…"), {}, {}, [this] { saveAll(); }),
        addAction(
            nullptr, "plotsRemove", tr("Remove"), {}, {QKeySequence::Delete},
            [this] { removeSelected(); }),
        addAction(nullptr, "plotsRemoveAll", tr("Remove all"), {}, {}, [this] { removeAll(); }),
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
        m_backgrounds.insert(background, choice);
        connect(choice, &QAction::triggered, this, [this, chosen = background] {
            m_stage->setBackground(chosen);
        });
    }
    auto* button = new QToolButton(&bar);
    button->setIcon(glyphIcon(Glyph::More));
    button->setText(tr("More"));
    button->setToolTip(tr("More"));
    button->setAccessibleName(tr("More"));
    button->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    bar.addWidget(button);
}

void PlotPanel::setBackground(PictureView::Background background)
{
    m_backgrounds.value(background)->setChecked(true);
    m_stage->setBackground(background);
}

void PlotPanel::updateActions()
{
    const bool isPicture = m_stage->showsPicture();
    for (QAction* action : std::as_const(m_needPlot))
        action->setEnabled(count() > 0);
    for (QAction* action : std::as_const(m_needPicture))
        action->setEnabled(isPicture);
    m_compare->setEnabled(count() > 1);
    m_endComparison->setEnabled(m_stage->isComparing());
    m_showCode->setEnabled(current() && current()->item.sourceLine > 0);
    m_showSource->setEnabled(m_stage->canShowSource());
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

void PlotPanel::removeSelected()
{
    QList<int> rows;
    for (const QModelIndex& index : m_strip->selectionModel()->selectedIndexes())
        rows << index.row();
    std::sort(rows.begin(), rows.end(), std::greater<>());
    for (const int row : std::as_const(rows))
        m_model->remove(row);
}

void PlotPanel::removeAll()
{
    const int removed = count();
    m_model->removeAll();
    m_undoText->setText(removed == 1 ? tr("1 plot removed") : tr("%1 plots removed").arg(removed));
    m_undoBar->show();
    m_undoExpiry.start();
}

} // namespace sandbench::ui
