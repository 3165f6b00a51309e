// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed part of MainWindow: docks and bars. What they do stands in main_window.cpp.
#include "ui/batch/batch_panel.h"
#include "ui/checks/checks_panel.h"
#include "ui/common/elided_label.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/dock_titles.h"
#include "ui/editor/empty_page.h"
#include "ui/files/files_panel.h"
#include "ui/gate/findings_panel.h"
#include "ui/gate/gate_controller.h"
#include "ui/grade/grade_panel.h"
#include "ui/images/images_panel.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/main_window.h"
#include "ui/matrix/matrix_panel.h"
#include "ui/packages/packages_panel.h"
#include "ui/reading/outline_panel.h"
#include "ui/runs/runs_panel.h"
#include "ui/session/engine_overview.h"
#include "ui/session/session_dock.h"
#include "ui/session/session_pages.h"
#include "ui/session_views.h"
#include "ui/steps/steps_panel.h"
#include "ui/variables/variables_panel.h"
#include "ui/verdict/verdict_panel.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

namespace sandbench::ui {

static QDockWidget* makeDock(
    QMainWindow* window, const char* name, const QString& title, QWidget* content,
    Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, window);
    dock->setObjectName(QLatin1String(name));
    dock->setProperty("group", title); // of its commands; the title may count
    dock->setWidget(content);
    auto features = QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable;
    // Floating docks are broken on Wayland in too many Qt versions to keep a list (QTBUG-87332,
    // QTBUG-136011).
    if (!QGuiApplication::platformName().startsWith(QLatin1String("wayland")))
        features |= QDockWidget::DockWidgetFloatable;
    dock->setFeatures(features);
    dock->installEventFilter(window);
    window->addDockWidget(area, dock);
    return dock;
}

static QStringList engineNames(EngineSource& engines)
{
    QStringList names;
    for (const std::string& name : engines.names())
        names << toQString(name);
    return names;
}

void MainWindow::buildDocks()
{
    // The output spans the whole width.
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_sessionDock = new SessionDock(m_sessions, this);
    auto* plotPages = new SessionPages(m_sessions, this);
    auto* outputPages = new SessionPages(m_sessions, this);
    auto* activityStack = new QStackedWidget(this);
    auto* changesStack = new QStackedWidget(this);
    auto* terminalPages = new SessionPages(m_sessions, this);
    auto* session
        = makeDock(this, "dockSessions", tr("Sessions"), m_sessionDock, Qt::LeftDockWidgetArea);
    m_outline = new OutlinePanel(this);
    tabifyDockWidget(
        session, makeDock(this, "dockOutline", tr("Outline"), m_outline, Qt::LeftDockWidgetArea));
    m_lessonPanel = new LessonPanel(this);
    auto* lesson
        = makeDock(this, "dockLesson", tr("Lesson"), m_lessonPanel, Qt::LeftDockWidgetArea);
    tabifyDockWidget(session, lesson);
    session->raise();
    auto* plots = makeDock(this, "dockPlots", tr("Plots"), plotPages, Qt::RightDockWidgetArea);
    auto* output
        = makeDock(this, "dockOutput", tr("Output"), outputPages, Qt::BottomDockWidgetArea);
    m_views = new SessionViews(
        m_sessions, *m_editors,
        {m_sessionDock->pages(), *outputPages, *plotPages, *activityStack, *changesStack,
         *terminalPages, m_workbench.stateFolder, m_tasks},
        this);
    m_gate = new GateController(
        *m_editors, *m_message, m_languages, m_workbench.policyFolder,
        jsonString(m_workbench.engines.settings().defaults, "policy"), this);
    m_verdict = new VerdictPanel(this);
    tabifyDockWidget(
        output, makeDock(this, "dockVerdict", tr("Verdict"), m_verdict, Qt::BottomDockWidgetArea));
    auto* findings = makeDock(
        this, "dockFindings", tr("Findings"), &m_gate->panel(), Qt::BottomDockWidgetArea);
    tabifyDockWidget(output, findings);
    tabifyDockWidget(
        output,
        makeDock(this, "dockActivity", tr("Activity"), activityStack, Qt::BottomDockWidgetArea));
    tabifyDockWidget(
        output,
        makeDock(this, "dockChanges", tr("Changes"), changesStack, Qt::BottomDockWidgetArea));
    tabifyDockWidget(
        output,
        makeDock(this, "dockTerminal", tr("Terminal"), terminalPages, Qt::BottomDockWidgetArea));
    m_packagesPanel = new PackagesPanel(this);
    auto* packages
        = makeDock(this, "dockPackages", tr("Packages"), m_packagesPanel, Qt::BottomDockWidgetArea);
    tabifyDockWidget(output, packages);
    m_runs = new RunsPanel(m_workbench.workspace, m_workbench.stateFolder, this);
    tabifyDockWidget(
        output, makeDock(this, "dockRuns", tr("Runs"), m_runs, Qt::BottomDockWidgetArea));
    m_checks = new ChecksPanel(m_workbench.workspace, this);
    tabifyDockWidget(
        output, makeDock(this, "dockChecks", tr("Checks"), m_checks, Qt::BottomDockWidgetArea));
    m_matrix
        = new MatrixPanel(m_workbench.workspace, engineNames(m_workbench.engines), m_tasks, this);
    tabifyDockWidget(
        output, makeDock(this, "dockMatrix", tr("Matrix"), m_matrix, Qt::BottomDockWidgetArea));
    m_grade
        = new GradePanel(m_workbench.workspace, engineNames(m_workbench.engines), m_tasks, this);
    tabifyDockWidget(
        output, makeDock(this, "dockGrade", tr("Grade"), m_grade, Qt::BottomDockWidgetArea));
    m_batch
        = new BatchPanel(m_workbench.workspace, engineNames(m_workbench.engines), m_tasks, this);
    tabifyDockWidget(
        output, makeDock(this, "dockBatch", tr("Batch"), m_batch, Qt::BottomDockWidgetArea));
    m_variables = new VariablesPanel(kSelectionContext, this);
    tabifyDockWidget(
        output,
        makeDock(this, "dockVariables", tr("Variables"), m_variables, Qt::BottomDockWidgetArea));
    m_steps = new StepsPanel(this);
    tabifyDockWidget(
        output, makeDock(this, "dockSteps", tr("Steps"), m_steps, Qt::BottomDockWidgetArea));
    m_images = new ImagesPanel(m_workbench.engines, m_workbench.workspace, m_tasks, this);
    tabifyDockWidget(
        output, makeDock(this, "dockImages", tr("Images"), m_images, Qt::BottomDockWidgetArea));
    m_files = new FilesPanel(this);
    m_files->setTasks(m_tasks);
    tabifyDockWidget(
        output, makeDock(this, "dockFiles", tr("Files"), m_files, Qt::BottomDockWidgetArea));
    output->raise();
    auto* titles = new DockTitles(this);
    for (auto* dock : findChildren<QDockWidget*>())
        titles->watch(dock);
    lesson->hide(); // until there is one
    resizeDocks({session, plots}, {240, 520}, Qt::Horizontal);
    resizeDocks({output}, {280}, Qt::Vertical);
}

void MainWindow::buildEmptyPage()
{
    QList<QAction*> actions;
    for (const char* name : {"fileFromClipboard", "fileOpen", "fileNew", "helpGuide"})
        actions << findChild<QAction*>(QLatin1String(name));
    auto* engines
        = m_workbench.isFirstStart ? new EngineOverview(m_workbench.engines, this) : nullptr;
    m_centre->addWidget(new EmptyPage(
        {actions, m_examples, engines, findChild<QAction*>(QStringLiteral("sessionOptions"))},
        this));
}

void MainWindow::buildRunBar()
{
    auto* bar = addToolBar(tr("Run"));
    bar->setObjectName(QStringLiteral("toolbarRun"));
    bar->setMovable(false);
    bar->addActions({m_runAction, m_stopAction, m_runAgainAction});
    // What takes the place of a text must not move what is beside it.
    const std::pair<QAction*, QString> changing[]
        = {{m_runAction, tr("Run on Copy")}, {m_stopAction, tr("Terminate")}};
    for (const auto& [action, text] : changing) {
        auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        const int room = 32 + fontMetrics().horizontalAdvance(text);
        button->setMinimumWidth(std::max(room, button->sizeHint().width()));
    }
    bar->addSeparator();
    for (const char* name : {"fileNew", "fileOpen", "fileSave"})
        bar->addAction(findChild<QAction*>(QLatin1String(name)));
    bar->addSeparator();
    const auto addField = [bar](const QString& name, QWidget* field) {
        auto* label = new QLabel(name, bar);
        label->setTextFormat(Qt::PlainText);
        label->setBuddy(field);
        label->setContentsMargins(6, 0, 4, 0);
        bar->addWidget(label);
        bar->addWidget(field);
        field->setAccessibleName(name);
    };
    m_language = new QComboBox(bar);
    m_language->setObjectName(QStringLiteral("language"));
    m_language->setToolTip(tr("Language of the program"));
    for (const Language& language : m_languages.all())
        m_language->addItem(toQString(language.name), toQString(language.id));
    addField(tr("Language"), m_language);
    m_timeout = new QDoubleSpinBox(bar);
    m_timeout->setObjectName(QStringLiteral("timeout"));
    m_timeout->setToolTip(tr("A run is stopped after this long; 0 = no limit"));
    m_timeout->setSuffix(tr(" s"));
    m_timeout->setDecimals(1);
    m_timeout->setRange(0, 86400);
    m_timeout->setSpecialValueText(tr("none"));
    m_timeout->setValue(RunLimits().wallSeconds);
    addField(tr("Time limit"), m_timeout);
}

void MainWindow::buildStatusBar()
{
    m_status = new ElidedLabel(tr("Ready"), this);
    m_engineLabel = new ElidedLabel(this);
    m_position = new QLabel(this);
    m_position->setTextFormat(Qt::PlainText);
    m_status->setObjectName(QStringLiteral("status"));
    m_status->setAccessibleName(tr("Status"));
    m_status->setContentsMargins(6, 0, 0, 0);
    statusBar()->addWidget(m_status, 1);
    statusBar()->addPermanentWidget(m_engineLabel);
    if (!m_workbench.webEngineWarning.isEmpty()) {
        auto* warning = new ElidedLabel(tr("⚠ %1").arg(m_workbench.webEngineWarning), this);
        warning->setObjectName(QStringLiteral("webEngineWarning"));
        warning->explain(tr("The sandboxes of programs are not concerned. Start Sandbench as a "
                            "normal user and plots are drawn in a sandbox of their own, too."));
        statusBar()->addPermanentWidget(warning);
    }
    statusBar()->addPermanentWidget(m_position);
}

void MainWindow::restoreLayout()
{
    m_defaultLayout = saveState(kLayoutVersion);
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kLayoutVersion);
}

} // namespace sandbench::ui
