// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of MainWindow: every command has one action with a stable object name.
#include "core/base/embedded.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/text.h"
#include "ui/completion/completer.h"
#include "ui/editor/editor_find.h"
#include "ui/editor/editor_tabs.h"
#include "ui/editor/split_view.h"
#include "ui/gate/finding_marks.h"
#include "ui/gate/gate_controller.h"
#include "ui/main_window.h"
#include "ui/model/model_dialog.h"
#include "ui/palette/command_palette.h"
#include "ui/run_presenter.h"
#include "ui/runs/runs_panel.h"
#include "ui/session/session_opener.h"
#include "ui/session_views.h"
#include "ui/settings/settings_store.h"
#include "ui/steps/step_desk.h"
#include "ui/window_layout.h"
#include "ui/window_settings.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QListView>
#include <QMenuBar>
#include <QMessageBox>
#include <QWhatsThis>

#include <string>

namespace sandbench::ui {

QAction* MainWindow::addCommand(
    QMenu* menu, const char* name, const QString& text, const QKeySequence& key,
    std::function<void()> run)
{
    auto* action = new QAction(text, menu);
    nameCommand(*action, name, key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{key});
    menu->addAction(action);
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    return action;
}

// A command where the caret is; nothing happens without a document.
static std::function<void()> withView(EditorTabs& tabs, void (*method)(CodeEditor*))
{
    return [&tabs, method] {
        if (CodeEditor* view = tabs.view())
            method(view);
    };
}

// A command on the current document; nothing happens without one.
template <typename Method> static std::function<void()> withEditor(EditorTabs& tabs, Method method)
{
    return [&tabs, method] {
        if (CodeEditor* editor = tabs.current())
            method(tabs, editor);
    };
}

QAction* MainWindow::addEditorCommand(
    QMenu* menu, const char* name, const QString& text, const QKeySequence& key,
    std::function<void()> run)
{
    QAction* action = addCommand(menu, name, text, key, std::move(run));
    // Output and plots have commands of their own on the same keys.
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_split->addAction(action);
    m_needDocument << action;
    return action;
}

void MainWindow::buildActions()
{
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildRunMenu();
    buildSessionMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu()
{
    auto* file = menuBar()->addMenu(tr("&File"));
    addCommand(file, "fileNew", tr("&New"), QKeySequence::New, [this] {
        newDocument();
    })->setIcon(glyphIcon(Glyph::New));
    addCommand(file, "fileOpen", tr("&Open…"), QKeySequence::Open, [this] {
        openFileDialog();
    })->setIcon(glyphIcon(Glyph::Open));
    addCommand(
        file, "fileOpenFolder", tr("Open Fo&lder…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O),
        [this] { openFolderDialog(); });
    addCommand(
        file, "fileFromClipboard", tr("New from Clip&board"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V), [this] { openCopied(); });
    m_examples = file->addMenu(tr("&Examples"));
    for (const std::string_view path : embeddedNames("examples/")) {
        const QString name = toQString(path.substr(path.find('/') + 1));
        addCommand(m_examples, ("fileExample/" + toStd(name)).c_str(), name, {}, [this, name] {
            openExample(name);
        });
    }
    file->addSeparator();
    auto* save = addCommand(
        file, "fileSave", tr("&Save"), QKeySequence::Save,
        withEditor(*m_editors, [](EditorTabs& tabs, CodeEditor* e) { tabs.save(e); }));
    save->setIcon(glyphIcon(Glyph::Save));
    m_needDocument << save
                   << addCommand(
                          file, "fileSaveAs", tr("Save &As…"), QKeySequence::SaveAs,
                          withEditor(
                              *m_editors, [](EditorTabs& tabs, CodeEditor* e) { tabs.saveAs(e); }));
    file->addSeparator();
    m_needDocument << addCommand(file, "fileClose", tr("&Close"), QKeySequence::Close, [this] {
        m_editors->requestClose(m_editors->indexOf(m_editors->current()));
    });
    file->addSeparator();
    addCommand(
        file, "fileSettings", tr("Se&ttings…"), QKeySequence(Qt::CTRL | Qt::Key_Comma),
        [this] { m_windowSettings->show(); })
        ->setMenuRole(QAction::PreferencesRole);
    addCommand(file, "fileSettingsFile", tr("Open settings.&json"), {}, [this] {
        m_windowSettings->openFile();
    });
    file->addSeparator();
    addCommand(file, "fileQuit", tr("&Quit"), QKeySequence::Quit, [this] { close(); });
}

void MainWindow::buildEditMenu()
{
    auto* edit = menuBar()->addMenu(tr("&Edit"));
    const auto add = [this, edit](
                         const char* name, const QString& text, const QKeySequence& key,
                         void (*method)(CodeEditor*)) {
        addEditorCommand(edit, name, text, key, withView(*m_editors, method));
    };
    add("editUndo", tr("&Undo"), QKeySequence::Undo, [](CodeEditor* e) { e->undo(); });
    add("editRedo", tr("&Redo"), QKeySequence::Redo, [](CodeEditor* e) { e->redo(); });
    edit->addSeparator();
    add("editCut", tr("Cu&t"), QKeySequence::Cut, [](CodeEditor* e) { e->cut(); });
    add("editCopy", tr("&Copy"), QKeySequence::Copy, [](CodeEditor* e) { e->copy(); });
    add("editPaste", tr("&Paste"), QKeySequence::Paste, [](CodeEditor* e) { e->paste(); });
    add("editSelectAll", tr("Select &All"), QKeySequence::SelectAll,
        [](CodeEditor* e) { e->selectAll(); });
    edit->addSeparator();
    addEditorCommand(
        edit, "editComplete", tr("C&omplete"), QKeySequence(Qt::CTRL | Qt::Key_Space),
        [this] { m_completer->complete(); });
    addEditorCommand(
        edit, "editFind", tr("&Find…"), QKeySequence::Find, [this] { m_find->open(); });
    m_needDocument << addCommand(
        edit, "editFindNext", tr("Find &Next"), QKeySequence::FindNext,
        [this] { m_find->step(1); });
    m_needDocument << addCommand(
        edit, "editFindPrevious", tr("Find Pre&vious"), QKeySequence::FindPrevious,
        [this] { m_find->step(-1); });
    edit->addSeparator();
    m_needDocument << addCommand(
        edit, "findingNext", tr("Next F&inding"), QKeySequence(Qt::Key_F8),
        [this] { m_gate->step(1); });
    m_needDocument << addCommand(
        edit, "findingPrevious", tr("Previous Fin&ding"), QKeySequence(Qt::SHIFT | Qt::Key_F8),
        [this] { m_gate->step(-1); });
}

void MainWindow::buildRunMenu()
{
    auto* run = menuBar()->addMenu(tr("&Run"));
    m_runAction = addCommand(
        run, "runFile", tr("&Run File"), QKeySequence(Qt::Key_F5), [this] { runFile(); });
    m_runSelectionAction = addCommand(
        run, "runSelection", tr("Run Se&lection or Line"), QKeySequence(Qt::Key_F9),
        [this] { runSelection(); });
    m_runCellAction = addEditorCommand(
        run, "runCell", tr("Run C&ell"), QKeySequence(Qt::CTRL | Qt::Key_Return),
        [this] { runCell(false); });
    m_runCellAdvanceAction = addEditorCommand(
        run, "runCellAdvance", tr("Run Cell and Adva&nce"),
        QKeySequence(Qt::SHIFT | Qt::Key_Return), [this] { runCell(true); });
    m_undoCellAction = addCommand(
        run, "undoCell", tr("&Undo Cell"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Z),
        [this] { undoCell(); });
    m_runAgainAction = addCommand(
        run, "runAgain", tr("Run A&gain"), QKeySequence(Qt::CTRL | Qt::Key_F5),
        [this] { runAgain(); });
    m_runStepsAction
        = addCommand(run, "runSteps", tr("Run Step &by Step"), QKeySequence(Qt::Key_F10), [this] {
              runSteps();
          });
    addEditorCommand(
        run, "stepsBreakpoint", tr("Toggle Brea&kpoint"), QKeySequence(Qt::CTRL | Qt::Key_F9),
        [this] { m_stepDesk->toggleBreakpoint(); });
    m_runFreshAction = addCommand(
        run, "runFresh", tr("Run in &Fresh Session"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F5), [this] {
            m_nextIsFresh = !m_sessions.chosen().isBusy();
            if (m_nextIsFresh)
                runFile();
            m_nextIsFresh = false;
        });
    m_onCopyAction = addCommand(
        run, "runOnCopy", tr("Run on a &Copy of Its Folder"), QKeySequence(Qt::Key_F7),
        [this] { setRunsOnCopy(m_onCopyAction->isChecked()); });
    m_onCopyAction->setCheckable(true);
    m_reviewedAction = addCommand(
        run, "runReviewed", tr("Re&viewed"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
        [this] { setReviewed(m_reviewedAction->isChecked()); });
    m_reviewedAction->setCheckable(true);
    m_copyRunAction = addCommand(
        run, "runCopyForModel", tr("Copy for a &Model"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
        [this] { m_runs->copyForModel(m_views->presenterOf(m_sessions.chosen()).runId()); });
    m_saveReportAction = addCommand(
        run, "runSaveReport", tr("Save Repor&t"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S),
        [this] { m_runs->saveReport(m_views->presenterOf(m_sessions.chosen()).runId()); });
    m_repairAction = addCommand(
        run, "runRepair", tr("Rep&air with a Model…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R),
        [this] { repairWithModel(); });
    m_askModelAction = addCommand(
        run, "askModel", tr("Ask a M&odel…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_M),
        [this] { modelDialog().showText(); });
    addCommand(
        run, "compareDocuments", tr("Compare &Documents…"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), [this] { compareDocuments(); });
    run->addSeparator();
    m_stopAction
        = addCommand(run, "runStop", tr("&Stop"), {}, [this] { m_sessions.chosen().stop(); });
    nameCommand(
        *m_stopAction, "runStop",
        {QKeySequence(Qt::SHIFT | Qt::Key_F5), QKeySequence(Qt::Key_Pause)});
    m_runAction->setIcon(glyphIcon(Glyph::Run, GlyphInk::Go));
    m_runAgainAction->setIcon(glyphIcon(Glyph::Again));
    m_stopAction->setIcon(glyphIcon(Glyph::Stop, GlyphInk::Halt));
}

void MainWindow::buildViewMenu()
{
    auto* view = menuBar()->addMenu(tr("&View"));
    m_paletteAction = addCommand(
        view, "viewPalette", tr("&Commands…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
        [this] { m_palette->open(); });
    addCommand(
        view, "viewTasks", tr("Tas&ks"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_J), [] {});
    view->addSeparator();
    auto* panels = view->addMenu(tr("&Panels"));
    const auto addPanel = [&](const char* name, const QKeySequence& key) {
        auto* dock = findChild<QDockWidget*>(QLatin1String(name));
        nameCommand(
            *dock->toggleViewAction(), (std::string("show/") + name).c_str(), {},
            tr("Show or hide this panel"));
        panels->addAction(dock->toggleViewAction());
        return addCommand(view, name, tr("Go to %1").arg(dock->windowTitle()), key, [this, dock] {
            goToPanel(dock);
        });
    };
    int number = 1;
    for (const char* name :
         {"dockSessions", "dockPlots", "dockOutput", "dockFindings", "dockPackages", "dockRuns",
          "dockActivity", "dockChanges", "dockChecks", "dockVariables"})
        addPanel(name, QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + number++ % 10)));
    addPanel("dockFiles", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F));
    addPanel("dockVerdict", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_V));
    addPanel("dockMatrix", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_X));
    addPanel("dockGrade", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_G));
    addPanel("dockBatch", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_J));
    addPanel("dockImages", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_I));
    addPanel("dockSteps", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_E));
    addPanel("dockOutline", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    addPanel("dockLesson", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_L));
    auto* terminal = addPanel("dockTerminal", {});
    // The second one is for keyboards where the first is no key of its own.
    nameCommand(
        *terminal, "dockTerminal",
        {QKeySequence(Qt::CTRL | Qt::Key_QuoteLeft),
         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)});
    connect(terminal, &QAction::triggered, this, &MainWindow::openTerminal);
    m_views->setTerminalCommand(terminal);
    buildSplitCommands(view);
    addCommand(view, "viewNextArea", tr("&Next Area"), QKeySequence(Qt::Key_F6), [this] {
        cycleAreas(1);
    });
    addCommand(
        view, "viewPreviousArea", tr("Pre&vious Area"), QKeySequence(Qt::SHIFT | Qt::Key_F6),
        [this] { cycleAreas(-1); });
    view->addSeparator();
    for (const auto& [name, text, key, steps] :
         {std::tuple("viewZoomIn", tr("Zoom &In"), QKeySequence(QKeySequence::ZoomIn), 1),
          std::tuple("viewZoomOut", tr("Zoom &Out"), QKeySequence(QKeySequence::ZoomOut), -1),
          std::tuple("viewZoomReset", tr("&Reset Zoom"), QKeySequence(Qt::CTRL | Qt::Key_0), 0)})
        addCommand(view, name, text, key, [this, steps = steps] { zoomText(steps); });
    view->addSeparator();
    buildThemeMenu(view->addMenu(tr("&Theme")));
    buildPresentation(view);
    const auto begin = [this](WindowLayout layout) {
        restoreState(m_defaultLayout, kLayoutVersion);
        arrange(*this, layout);
        m_plotsFolded = false;
        foldPlots();
    };
    auto* layouts = view->addMenu(tr("&Layout"));
    for (const auto& [name, text, layout] :
         {std::tuple("layoutReview", tr("&Review"), WindowLayout::Review),
          std::tuple("layoutImageTest", tr("&Image Test"), WindowLayout::ImageTest),
          std::tuple("layoutTeach", tr("&Teach"), WindowLayout::Teach),
          std::tuple("layoutCompact", tr("&Compact"), WindowLayout::Compact)})
        addCommand(layouts, name, text, {}, [begin, layout = layout] { begin(layout); });
    addCommand(
        view, "viewResetLayout", tr("R&eset Layout"), {}, [begin] { begin(WindowLayout::Review); });
}

void MainWindow::buildSplitCommands(QMenu* view)
{
    view->addSeparator();
    m_splitAction = addCommand(
        view, "viewSplit", tr("&Split View"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_2),
        [this] { m_split->isSplit() ? m_split->unsplit() : m_split->split(); });
    m_splitAction->setCheckable(true);
    m_needDocument << m_splitAction;
    auto* below = addCommand(view, "viewSplitBelow", tr("Second View &Below"), {}, [] {});
    below->setCheckable(true);
    connect(below, &QAction::toggled, m_split, [this](bool isBelow) {
        m_split->setOrientation(isBelow ? Qt::Vertical : Qt::Horizontal);
    });
    m_otherViewAction = addCommand(
        view, "viewOther", tr("Ot&her View"), QKeySequence(Qt::CTRL | Qt::Key_F6),
        [this] { m_split->switchViews(); });
    m_split->setCloseAction(m_splitAction);
    connect(m_split, &SplitView::secondChanged, this, [this](CodeEditor* second) {
        if (second)
            FindingMarks::of(*second); // which sets up how they are drawn
        refreshActions();
    });
    view->addSeparator();
}

void MainWindow::buildThemeMenu(QMenu* menu)
{
    auto* group = new QActionGroup(this);
    for (const auto& [name, text, theme] :
         {std::tuple("themeSystem", tr("&System"), "system"),
          std::tuple("themeLight", tr("&Light"), "light"),
          std::tuple("themeDark", tr("&Dark"), "dark"),
          std::tuple("themeHighContrast", tr("&High Contrast"), "highContrast")}) {
        QAction* action = addCommand(menu, name, text, {}, [this, theme = theme] {
            m_settings->set("appearance.theme", theme);
        });
        action->setCheckable(true);
        const auto refresh = [this, action, theme = QLatin1String(theme)] {
            action->setChecked(m_settings->text("appearance.theme") == theme);
        };
        connect(m_settings, &SettingsStore::changed, action, refresh);
        refresh();
        group->addAction(action);
    }
}

void MainWindow::buildHelpMenu()
{
    auto* help = menuBar()->addMenu(tr("&Help"));
    addCommand(help, "helpGuide", tr("&Guide"), QKeySequence(Qt::Key_F1), [this] { openGuide(); });
    addCommand(
        help, "helpWhatsThis", tr("&What's This?"), QKeySequence(Qt::SHIFT | Qt::Key_F1),
        [] { QWhatsThis::enterWhatsThisMode(); });
    buildLessonMenu(help);
    help->addSeparator();
    addCommand(help, "helpAbout", tr("&About Sandbench"), {}, [this] {
        auto* box = new QMessageBox(
            QMessageBox::NoIcon, tr("About Sandbench"),
            tr("Sandbench %1\nA workbench for code that nobody should trust yet.")
                .arg(QApplication::applicationVersion()),
            QMessageBox::Ok, this);
        box->setTextFormat(Qt::PlainText);
        box->setIconPixmap(windowIcon().pixmap(64));
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    });
    addCommand(help, "helpAboutQt", tr("About &Qt"), {}, [] { QApplication::aboutQt(); });
}

} // namespace sandbench::ui
