// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the plot panel does with pictures besides showing them.
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_stage.h"
#include "ui/plots/plot_strip.h"
#include "ui/plots/plot_window.h"
#include "ui/viewers/picture_actions.h"

#include <QAction>
#include <QKeyEvent>

#include <algorithm>

namespace sandbench::ui {

QList<QAction*> PlotPanel::makeTools()
{
    auto* open = addAction(
        nullptr, "plotsEnlarge", tr("Open large"), {}, {Qt::Key_Return, Qt::Key_Enter},
        [this] { enlarge(); });
    m_fillScreen = addAction(
        nullptr, "plotsFullScreen", tr("Full screen"), {}, {Qt::Key_F11}, [this] { fillScreen(); });
    m_needPlot << open << m_fillScreen;
    m_compare = addAction(
        nullptr, "plotsCompare", tr("Compare two"), {}, {Qt::Key_C}, [this] { compareSelected(); });
    m_endComparison = addAction(
        nullptr, "plotsEndComparison", tr("End the comparison"), {}, {Qt::Key_Escape},
        [this] { endComparison(); });
    m_showCode = addAction(
        nullptr, "plotsShowCode", tr("Show the code that made it"), {}, {Qt::Key_G},
        [this] { showCode(); });
    m_showSource = addAction(
        nullptr, "plotsShowSource", tr("Show as it is written"), {}, {Qt::Key_T},
        [this] { m_stage->setShowsSource(m_showSource->isChecked()); });
    m_showSource->setCheckable(true);
    const auto pixels = pixelActions(*this, shownPicture());
    m_markPixel = pixels.first();
    m_needPicture << m_markPixel;
    return {open, m_fillScreen, m_compare, m_endComparison, m_markPixel, m_showSource, m_showCode};
}

std::function<PictureView&()> PlotPanel::shownPicture() const
{
    return [this]() -> PictureView& { return m_stage->picture(); };
}

static bool hasKeysOf(const QAction& action, const QEvent& event)
{
    return action.shortcuts().contains(
        QKeySequence(static_cast<const QKeyEvent&>(event).keyCombination()));
}

// The window has an F11 of its own, and of two that match neither would start.
bool PlotPanel::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && hasKeysOf(*m_fillScreen, *event)) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void PlotPanel::keyPressEvent(QKeyEvent* event)
{
    if (hasKeysOf(*m_fillScreen, *event))
        return m_fillScreen->trigger();
    QWidget::keyPressEvent(event);
}

PlotWindow* PlotPanel::enlarge()
{
    const PlotEntry* entry = current();
    const QImage image = m_stage->image();
    if (!entry || (image.isNull() && !m_stage->isStill()))
        return nullptr;
    auto* window = new PlotWindow(*m_model, *m_client, this);
    window->picture().setBackground(m_stage->picture().background());
    if (m_stage->isStill())
        window->present(currentIndex());
    else
        window->presentStill(currentIndex(), image);
    window->show();
    window->raise();
    window->activateWindow();
    return window;
}

void PlotPanel::fillScreen()
{
    if (auto* window = enlarge())
        window->showFullScreen();
}

void PlotPanel::compareSelected()
{
    auto chosen = m_strip->selectionModel()->selectedIndexes();
    if (chosen.size() != 2)
        return emit notice(tr(
            "Select the two plots to compare: with Ctrl and a click, or Shift and an arrow key."));
    std::sort(chosen.begin(), chosen.end());
    const PlotEntry* first = m_model->entry(chosen[0].row());
    const PlotEntry* second = m_model->entry(chosen[1].row());
    for (const PlotEntry* each : {first, second})
        if (!pictureKind(each->kind))
            return emit notice(tr("Plot %1 cannot be compared: it is %2, and only pictures can.")
                                   .arg(each->ordinal)
                                   .arg(badgeText(each->kind)));
    compare(chosen[0].row(), chosen[1].row());
    m_stage->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void PlotPanel::compare(int first, int second)
{
    const PlotEntry* one = m_model->entry(first);
    const PlotEntry* other = m_model->entry(second);
    if (!one || !other || !pictureKind(one->kind) || !pictureKind(other->kind))
        return;
    m_present.stop();
    m_shownId = 0; // whatever is presented next ends it
    m_stage->compare(*one, *other);
    updateActions();
}

void PlotPanel::endComparison()
{
    presentCurrent();
    m_strip->setFocus(Qt::ShortcutFocusReason);
}

void PlotPanel::showCode()
{
    if (const PlotEntry* entry = current())
        emit codeRequested(entry->item.sourceFile, entry->item.sourceLine);
}

} // namespace sandbench::ui
