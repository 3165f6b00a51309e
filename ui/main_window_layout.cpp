// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed part of MainWindow: docks, actions, bars. What they do stands in main_window.cpp.
#include "core/base/embedded.h"
#include "ui/common/text.h"
#include "ui/editor/editor_find.h"
#include "ui/editor/editor_tabs.h"
#include "ui/main_window.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/session/session_panel.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QStatusBar>
#include <QStyle>
#include <QToolBar>

namespace sandbench::ui {

static QDockWidget* makeDock(
    QMainWindow* window, const char* name, const QString& title, QWidget* content,
    Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, window);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(content);
    auto features = QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable;
    // Floating docks are broken on Wayland in too many Qt versions to keep a list (QTBUG-87332,
    // QTBUG-136011).
    if (!QGuiApplication::platformName().startsWith(QLatin1String("wayland")))
        features |= QDockWidget::DockWidgetFloatable;
    dock->setFeatures(features);
    window->addDockWidget(area, dock);
    return dock;
}

void MainWindow::buildDocks()
{
    // The output spans the whole width.
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    m_sessionPanel = new SessionPanel(m_controller, this);
    m_plots = new PlotPanel(this);
    m_output = new OutputPanel(this);
    auto* session
        = makeDock(this, "dockSessions", tr("Session"), m_sessionPanel, Qt::LeftDockWidgetArea);
    auto* plots = makeDock(this, "dockPlots", tr("Plots"), m_plots, Qt::RightDockWidgetArea);
    auto* output = makeDock(this, "dockOutput", tr("Output"), m_output, Qt::BottomDockWidgetArea);
    resizeDocks({session, plots}, {240, 520}, Qt::Horizontal);
    resizeDocks({output}, {280}, Qt::Vertical);
}

QAction* MainWindow::addCommand(
    QMenu* menu, const char* name, const QString& text, const QKeySequence& key,
    std::function<void()> run)
{
    auto* action = menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(key);
    QString tip = text;
    tip.remove(QLatin1Char('&'));
    action->setToolTip(
        key.isEmpty() ? tip
                      : QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    return action;
}

// A command on the current document; nothing happens without one.
template <typename Method> static std::function<void()> withEditor(EditorTabs& tabs, Method method)
{
    return [&tabs, method] {
        if (CodeEditor* editor = tabs.current())
            method(tabs, editor);
    };
}

void MainWindow::buildActions()
{
    buildFileMenu();
    buildEditMenu();
    buildRunMenu();
    buildViewMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu()
{
    auto* file = menuBar()->addMenu(tr("&File"));
    addCommand(file, "fileNew", tr("&New"), QKeySequence::New, [this] { newDocument(); });
    addCommand(file, "fileOpen", tr("&Open…"), QKeySequence::Open, [this] { openFileDialog(); });
    auto* examples = file->addMenu(tr("&Examples"));
    for (const std::string_view path : embeddedNames("examples/")) {
        const QString name = toQString(path.substr(path.find('/') + 1));
        addCommand(examples, "fileExample", name, {}, [this, name] { openExample(name); });
    }
    addCommand(
        file, "fileSave", tr("&Save"), QKeySequence::Save,
        withEditor(*m_editors, [](EditorTabs& tabs, CodeEditor* e) { tabs.save(e); }));
    addCommand(
        file, "fileSaveAs", tr("Save &As…"), QKeySequence::SaveAs,
        withEditor(*m_editors, [](EditorTabs& tabs, CodeEditor* e) { tabs.saveAs(e); }));
    addCommand(file, "fileClose", tr("&Close"), QKeySequence::Close, [this] {
        m_editors->requestClose(m_editors->currentIndex());
    });
    file->addSeparator();
    addCommand(file, "fileQuit", tr("&Quit"), QKeySequence::Quit, [this] { close(); });
}

void MainWindow::buildEditMenu()
{
    auto* edit = menuBar()->addMenu(tr("&Edit"));
    addCommand(
        edit, "editUndo", tr("&Undo"), QKeySequence::Undo,
        withEditor(*m_editors, [](EditorTabs&, CodeEditor* e) { e->undo(); }));
    addCommand(
        edit, "editRedo", tr("&Redo"), QKeySequence::Redo,
        withEditor(*m_editors, [](EditorTabs&, CodeEditor* e) { e->redo(); }));

    edit->addSeparator();
    auto* find = addCommand(
        edit, "editFind", tr("&Find…"), QKeySequence::Find, [this] { m_find->open(); });
    // The output has a find of its own on the same key.
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_editors->addAction(find);
    addCommand(edit, "editFindNext", tr("Find &Next"), QKeySequence::FindNext, [this] {
        m_find->step(1);
    });
    addCommand(edit, "editFindPrevious", tr("Find &Previous"), QKeySequence::FindPrevious, [this] {
        m_find->step(-1);
    });
}

void MainWindow::buildRunMenu()
{
    auto* run = menuBar()->addMenu(tr("&Run"));
    m_runAction = addCommand(
        run, "runFile", tr("&Run File"), QKeySequence(Qt::Key_F5), [this] { runFile(); });
    addCommand(
        run, "runFresh", tr("Run in Fresh &Session"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F5), [this] {
            if (m_controller.isBusy())
                return;
            m_controller.destroySession();
            runFile();
        });
    m_runSelectionAction = addCommand(
        run, "runSelection", tr("Run Se&lection or Line"), QKeySequence(Qt::Key_F9),
        [this] { runSelection(); });
    m_stopAction
        = addCommand(run, "runStop", tr("&Stop"), QKeySequence(Qt::SHIFT | Qt::Key_F5), [this] {
              m_controller.stop();
          });
    m_stopAction->setShortcuts({QKeySequence(Qt::SHIFT | Qt::Key_F5), QKeySequence(Qt::Key_Pause)});
    m_stopAction->setEnabled(false);
    m_runAction->setIcon(style()->standardIcon(QStyle::SP_MediaPlay));
    m_stopAction->setIcon(style()->standardIcon(QStyle::SP_MediaStop));
    run->addSeparator();
    addCommand(run, "sessionDestroy", tr("&Destroy Session"), {}, [this] {
        m_controller.destroySession();
    });
}

void MainWindow::buildViewMenu()
{
    auto* view = menuBar()->addMenu(tr("&View"));
    int number = 1;
    for (const char* name : {"dockSessions", "dockPlots", "dockOutput"}) {
        auto* dock = findChild<QDockWidget*>(QLatin1String(name));
        addCommand(
            view, name, dock->windowTitle(),
            QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + number++)), [this, dock] {
                const bool leave
                    = dock->isAncestorOf(QApplication::focusWidget()) && m_editors->current();
                dock->show();
                dock->raise();
                leave ? m_editors->current()->setFocus() : dock->widget()->setFocus();
            });
    }
    view->addSeparator();
    addCommand(
        view, "viewZoomIn", tr("Zoom &In"), QKeySequence::ZoomIn,
        withEditor(*m_editors, [](EditorTabs&, CodeEditor* e) { e->zoomIn(); }));
    addCommand(
        view, "viewZoomOut", tr("Zoom &Out"), QKeySequence::ZoomOut,
        withEditor(*m_editors, [](EditorTabs&, CodeEditor* e) { e->zoomOut(); }));
    addCommand(view, "viewResetLayout", tr("&Reset Layout"), {}, [this] {
        restoreState(m_defaultLayout, kLayoutVersion);
    });
}

void MainWindow::buildHelpMenu()
{
    auto* help = menuBar()->addMenu(tr("&Help"));
    addCommand(help, "helpAbout", tr("&About Sandbench"), {}, [this] {
        auto* box = new QMessageBox(
            QMessageBox::Information, tr("About Sandbench"),
            tr("Sandbench %1\nA workbench for code that nobody should trust yet.")
                .arg(QApplication::applicationVersion()),
            QMessageBox::Ok, this);
        box->setTextFormat(Qt::PlainText);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    });
}

void MainWindow::buildRunBar()
{
    auto* bar = addToolBar(tr("Run"));
    bar->setObjectName(QStringLiteral("toolbarRun"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->addAction(m_runAction);
    bar->addAction(m_stopAction);
    bar->addSeparator();
    m_language = new QComboBox(bar);
    m_language->setObjectName(QStringLiteral("language"));
    m_language->setAccessibleName(tr("Language"));
    m_language->setToolTip(tr("Language of the program"));
    for (const Language& language : m_workbench.languages.all())
        m_language->addItem(toQString(language.name), toQString(language.id));
    bar->addWidget(m_language);
    m_timeout = new QDoubleSpinBox(bar);
    m_timeout->setObjectName(QStringLiteral("timeout"));
    m_timeout->setAccessibleName(tr("Time limit"));
    m_timeout->setToolTip(tr("A run is stopped after this long; 0 = no limit"));
    m_timeout->setSuffix(tr(" s"));
    m_timeout->setDecimals(1);
    m_timeout->setRange(0, 86400);
    m_timeout->setSpecialValueText(tr("no time limit"));
    m_timeout->setValue(RunLimits().wallSeconds);
    bar->addWidget(m_timeout);
}

void MainWindow::buildStatusBar()
{
    m_status = new QLabel(tr("Ready"), this);
    m_engineLabel = new QLabel(this);
    m_position = new QLabel(this);
    for (QLabel* label : {m_status, m_engineLabel, m_position})
        label->setTextFormat(Qt::PlainText);
    m_status->setObjectName(QStringLiteral("status"));
    m_status->setAccessibleName(tr("Status"));
    statusBar()->addWidget(m_status, 1);
    statusBar()->addPermanentWidget(m_engineLabel);
    if (!m_workbench.webEngineWarning.isEmpty()) {
        auto* warning = new QLabel(tr("⚠ %1").arg(m_workbench.webEngineWarning), this);
        warning->setObjectName(QStringLiteral("webEngineWarning"));
        warning->setTextFormat(Qt::PlainText);
        statusBar()->addPermanentWidget(warning);
    }
    statusBar()->addPermanentWidget(m_position);
}

void MainWindow::showIsolation()
{
    const auto& session = m_controller.session();
    if (!session)
        return m_engineLabel->setText(toQString(m_workbench.engine.name()));
    const IsolationReport& report = session->isolation();
    QString text = tr("%1 · network off · isolation layers: %2")
                       .arg(toQString(session->engineName()))
                       .arg(report.layers.size());
    if (!report.missing.empty())
        text += tr(" · ⚠ missing: %1").arg(report.missing.size());
    m_engineLabel->setText(text);
}

void MainWindow::restoreLayout()
{
    m_defaultLayout = saveState(kLayoutVersion);
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kLayoutVersion);
}

} // namespace sandbench::ui
