// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Moving between the areas of MainWindow, and making them fit.
#include "ui/changes/changes_panel.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/gate_controller.h"
#include "ui/main_window.h"
#include "ui/packages/package_support.h"
#include "ui/plots/plot_panel.h"
#include "ui/session/session_opener.h"
#include "ui/session_views.h"
#include "ui/terminal/terminal_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

// Below this the plots share the place of the output, or the editor would be a slit.
static constexpr int kThreeColumnsFrom = 1200;
static constexpr int kPlotsWidth = 520;
static constexpr int kMinZoom = -4;
static constexpr int kMaxZoom = 30;

void MainWindow::connectPackages()
{
    m_packages = new PackageSupport(
        {m_sessions, *m_opener, *m_editors, m_languages, *m_packagesPanel, *m_offer}, this);
    const auto followLanguage
        = [this] { m_packages->setLanguage(toStd(m_language->currentData().toString())); };
    connect(m_language, &QComboBox::currentIndexChanged, m_packages, followLanguage);
    followLanguage();
    m_packages->installs().setPolicy([this] { return m_gate->policies().required(); });
    connect(m_packages, &PackageSupport::runWanted, this, &MainWindow::runAgain);
    connect(m_packages, &PackageSupport::folderWanted, this, [this] {
        setRunsOnCopy(true);
        runFile();
    });
    connect(m_packages, &PackageSupport::panelWanted, this, [this] {
        auto* dock = findChild<QDockWidget*>(QStringLiteral("dockPackages"));
        dock->show();
        dock->raise();
    });
    m_sessions.connectChosen(&SessionController::runStarted, this, [this] {
        // Who runs a program after an install wants to see what it prints.
        auto* packages = findChild<QDockWidget*>(QStringLiteral("dockPackages"));
        auto* output = findChild<QDockWidget*>(QStringLiteral("dockOutput"));
        if (tabifiedDockWidgets(output).contains(packages) && !packages->visibleRegion().isEmpty())
            output->raise();
    });
    const auto followProfile = [this] {
        const auto request = requestOf(m_sessions.chosen().choice(), m_workbench.engines);
        if (!request)
            return;
        const double seconds = request->runLimits.wallSeconds;
        if (std::exchange(m_usualTimeout, seconds) != seconds)
            m_timeout->setValue(seconds);
    };
    connect(m_opener, &SessionOpener::choiceChanged, this, followProfile);
    connect(&m_sessions, &SessionList::chosenChanged, this, followProfile);
    followProfile();
}

void MainWindow::focusEditor()
{
    if (CodeEditor* editor = m_editors->view())
        editor->setFocus(Qt::ShortcutFocusReason);
    else
        m_centre->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::goToPanel(QDockWidget* dock)
{
    if (dock->isAncestorOf(QApplication::focusWidget()))
        return focusEditor();
    dock->show();
    dock->raise();
    dock->widget()->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::openTerminal()
{
    TerminalPanel& terminal = m_views->terminal();
    if (terminal.isAncestorOf(focusWidget())) // else the command has led out of it
        terminal.open();
}

void MainWindow::cycleAreas(int direction)
{
    QList<QWidget*> areas{centralWidget()};
    for (const char* name :
         {"dockPlots",   "dockOutput",   "dockVerdict",  "dockFindings",  "dockActivity",
          "dockChanges", "dockTerminal", "dockPackages", "dockRuns",      "dockChecks",
          "dockMatrix",  "dockGrade",    "dockBatch",    "dockVariables", "dockSteps",
          "dockImages",  "dockFiles",    "dockLesson",   "dockSessions",  "dockOutline"}) {
        auto* dock = findChild<QDockWidget*>(QLatin1String(name));
        if (!dock->isHidden())
            areas << dock;
    }
    const QWidget* focused = QApplication::focusWidget();
    const auto here = std::find_if(areas.begin(), areas.end(), [focused](const QWidget* area) {
        return area->isAncestorOf(focused);
    });
    const auto count = static_cast<int>(areas.size());
    const int from = here == areas.end() ? 0 : static_cast<int>(here - areas.begin());
    QWidget* next = areas.at((from + direction + count) % count);
    if (auto* dock = qobject_cast<QDockWidget*>(next))
        goToPanel(dock);
    else
        focusEditor();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    // What nothing inside the panel wanted arrives at the dock at last.
    if (event->type() == QEvent::KeyPress && qobject_cast<QDockWidget*>(watched)
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        focusEditor();
        return true;
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    foldPlots();
}

void MainWindow::foldPlots()
{
    const bool narrow = width() < kThreeColumnsFrom;
    if (narrow == m_plotsFolded)
        return;
    m_plotsFolded = narrow;
    auto* plots = findChild<QDockWidget*>(QStringLiteral("dockPlots"));
    auto* output = findChild<QDockWidget*>(QStringLiteral("dockOutput"));
    // Only from the place where we put it: what the user arranged stays.
    if (narrow && !plots->isFloating() && dockWidgetArea(plots) == Qt::RightDockWidgetArea) {
        tabifyDockWidget(output, plots);
        output->raise();
    } else if (!narrow && tabifiedDockWidgets(output).contains(plots)) {
        addDockWidget(Qt::RightDockWidgetArea, plots);
        resizeDocks({plots}, {kPlotsWidth}, Qt::Horizontal);
    }
}

void MainWindow::showPlotCount()
{
    auto* dock = findChild<QDockWidget*>(QStringLiteral("dockPlots"));
    const PlotPanel& plots = m_views->plots();
    const int count = plots.count();
    dock->setWindowTitle(count > 0 ? tr("Plots (%1)").arg(count) : tr("Plots"));
    // The first plot of all shows where plots are; later ones leave the panels as they are.
    if (count == 0 || std::exchange(m_plotsShownOnce, true) || !plots.visibleRegion().isEmpty())
        return;
    dock->show();
    dock->raise();
}

void MainWindow::showChangeCount()
{
    auto* dock = findChild<QDockWidget*>(QStringLiteral("dockChanges"));
    const ChangesPanel& changes = m_views->changes();
    const int count = changes.count();
    dock->setWindowTitle(count > 0 ? tr("Changes (%1)").arg(count) : tr("Changes"));
    // As with the first plot.
    if (count == 0 || std::exchange(m_changesShownOnce, true) || !changes.visibleRegion().isEmpty())
        return;
    dock->show();
    dock->raise();
}

void MainWindow::zoomText(int steps)
{
    m_zoom = steps == 0 ? 0 : std::clamp(m_zoom + steps, kMinZoom, kMaxZoom);
    m_editors->setZoom(m_zoom);
    m_views->setZoom(m_zoom);
}

} // namespace sandbench::ui
