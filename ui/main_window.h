// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lsp/server_table.h"
#include "core/workspace/run_again.h"
#include "ui/editor/document_files.h"
#include "ui/files/sandbox_documents.h"
#include "ui/session/session_list.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QDockWidget;
class QDoubleSpinBox;
class QLabel;
class QMenu;
class QStackedWidget;

namespace sandbench::check {
struct CheckedAnswer;
}

namespace sandbench::lesson {
struct Step;
}

namespace sandbench::ui {

class BeamerWindow;
class CodeEditor;
class ChangesPanel;
class CommandBook;
class CommandPalette;
struct PaletteItem;
class ChecksPanel;
class CompareWindow;
class Completer;
struct CheckSubjects;
class EditorFind;
class ElidedLabel;
class FilesPanel;
class AnswerOpener;
class BatchPanel;
struct BatchPlace;
class EditorTabs;
class GateController;
class GradePanel;
struct GradePlace;
class GuideWindow;
class ImageKeeper;
class ImagesPanel;
class LessonDesk;
class LessonPanel;
class MatrixPanel;
struct MatrixSubjects;
class MessageBar;
class KeyStore;
struct LeftSession;
class LanguageServers;
class ModelDesk;
class ModelDialog;
class OutlinePanel;
class OutlineReader;
class OutputPanel;
class PackageSupport;
class PackagesPanel;
class PlotPanel;
class Presentation;
class QuitSequence;
class RunsPanel;
class SessionDock;
class SessionOpener;
class SessionViews;
class SessionVerdicts;
class SettingsStore;
class SnapshotDesk;
class SplitView;
class StepDesk;
class StepsPanel;
class VerdictPanel;
class VariablesPanel;
class TaskList;
class TerminalPanel;
class TasksPopup;
class WindowSettings;

/// What the window works with; outlives it.
struct Workbench
{
    EngineSource& engines;
    workspace::Workspace& workspace; ///< Sandboxes, runs and their history.
    QString stateFolder; ///< For unsaved text; made when missing.
    QString
        webEngineWarning; ///< Why interactive plots run with less protection; empty = they do not.
    DocumentFiles documentFiles = {}; ///< How documents reach the disk.
    std::string policyFolder = {}; ///< Of the user's own policies; may be empty or missing.
    std::string settingsFile = {}; ///< Empty = settings are kept until the window ends.
    bool isFirstStart = false; ///< The user has not seen a window before.
    int tasksShownAfter = 1000; ///< Units: milliseconds. See TaskList.
    std::shared_ptr<KeyStore> keys = {}; ///< Of models' servers; null = the desktop's.
    lsp::ServerTable languageServers = {}; ///< Empty = nothing completes or explains code.
};

/// The window: places panels, owns the actions, starts runs. Thread: GUI.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const Workbench& workbench, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A window of this user was closed once: its place is known.
    static bool wasShownBefore();

    /// Opens the files and what the last crash left, or else the example of a first start. They are
    /// there when EditorTabs::opened() comes; the first of the files is then the current document.
    void openAtStart(const QStringList& files);
    SessionList& sessions() { return m_sessions; }
    /// Of the chosen session, as plots and output are.
    SessionController& controller() { return m_sessions.chosen(); }
    SessionOpener& opener() { return *m_opener; }
    PlotPanel& plots();
    OutputPanel& output();
    ChangesPanel& changes();
    TerminalPanel& terminal();
    RunsPanel& runs() { return *m_runs; }
    ChecksPanel& checks() { return *m_checks; }
    ImagesPanel& images() { return *m_images; }
    VerdictPanel& verdict() { return *m_verdict; }
    LessonPanel& lessonPanel() { return *m_lessonPanel; }
    LessonDesk& lessons() { return *m_lessons; }
    VariablesPanel& variables() { return *m_variables; }
    StepsPanel& steps() { return *m_steps; }
    FilesPanel& files() { return *m_files; }
    OutlinePanel& outline() { return *m_outline; }
    Completer& completer() { return *m_completer; }
    LanguageServers& languageServers() { return *m_servers; }
    EditorTabs& editors() { return *m_editors; }
    SplitView& splitView() { return *m_split; }
    GateController& gate() { return *m_gate; }
    CommandBook& commands() { return *m_commands; }
    SettingsStore& settings() { return *m_settings; }
    TaskList& tasks() { return *m_tasks; }
    ModelDesk& models() { return *m_models; }
    /// Null before it was opened for the first time.
    GuideWindow* guide() { return m_guide; }
    /// Of the workspace: says it in the message bar, beside what stands there, and in Runs.
    void warn(const QString& sentence);
    QString statusText() const;
    QString messageText() const;

    void runFile();
    /// As runFile(), with each step written down; a Python program.
    void runSteps();
    void runSelection();
    /// The cell that the caret is in, or all of a document without cells, as runSelection() does;
    /// when the cells of the text of now are known. @p advances: the caret goes to the next one.
    void runCell(bool advances);
    void undoCell(bool isCertain = false);
    void showUndone(const Result<SessionController::UndoneCell>& answer);
    /// What ran last, with the same text, wherever the focus is now.
    void runAgain();
    /// What the clipboard has, as documents.
    void openCopied();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildDocks();
    void buildActions();
    void buildFileMenu();
    void buildEditMenu();
    void buildRunMenu();
    void buildSessionMenu();
    QMenu* buildColourMenu(QMenu* session);
    void buildSnapshotCommands(QMenu* session);
    void buildImageCommand(QMenu* session);
    void showUse();
    /// Where a run that is asked for in @p chosen begins.
    std::vector<SessionController*> runTargets(SessionController& chosen) const;
    void buildViewMenu();
    void buildSplitCommands(QMenu* view);
    void buildPresentation(QMenu* view);
    void openBeamer();
    void buildThemeMenu(QMenu* menu);
    void buildHelpMenu();
    void buildRunBar();
    void buildStatusBar();
    void buildEmptyPage();
    QAction* addCommand(
        QMenu* menu, const char* name, const QString& text, const QKeySequence& key,
        std::function<void()> run);
    QAction* addEditorCommand(
        QMenu* menu, const char* name, const QString& text, const QKeySequence& key,
        std::function<void()> run);
    void refreshActions();
    void setReviewed(bool on);
    void goToPanel(QDockWidget* dock);
    void openTerminal();
    void cycleAreas(int direction);
    void focusEditor();
    void foldPlots();
    void showPlotCount();
    void showChangeCount();
    void zoomText(int steps);
    void connectSessions();
    void followSession();
    void offerLeftSessions(const QList<LeftSession>& sessions);
    void sessionLost(const SessionController& session, const QString& reason);
    void connectEditors();
    void connectGate();
    void checkAndRun();
    void startRun(
        RunRequest request, const QString& title, CodeEditor* editor,
        const std::string& projectFolder = {});
    void runLines(CodeEditor* editor, int firstLine, const QByteArray& code);
    void launch();
    void setRunsOnCopy(bool on);
    void runOnCopy(CodeEditor* editor, const std::string& language, bool isFresh);
    void connectPackages();
    void connectRuns();
    void connectVariables();
    void connectSteps();
    void connectImages();
    void connectFiles();
    void connectReading();
    void connectCompletion();
    void connectPalette();
    void connectSettings();
    void openGuide();
    void connectTasks();
    QList<PaletteItem> paletteCommands() const;
    QList<PaletteItem> paletteDocuments();
    void connectChecks();
    void connectVerdict();
    void connectModel();
    void buildLessonMenu(QMenu* help);
    void connectLessons();
    void refreshLessons();
    void chooseLesson(const QString& title, std::function<void(const QString&)> take);
    void exportLesson();
    void runLessonStep(
        RunRequest request, const QString& title, CodeEditor* editor, const lesson::Step& step);
    void chooseLessonSession(const lesson::Step& step);
    ModelDialog& modelDialog();
    void repairWithModel();
    void explainModel(const QString& noRun);
    void openKeptProgram(const QString& file, const QByteArray& code, const QString& origin);
    void showDock(const QString& name);
    workspace::OpenSandbox sandboxOpener();
    Result<CheckSubjects> openPrograms();
    Result<MatrixSubjects> matrixPrograms();
    Result<GradePlace> gradePlace();
    Result<BatchPlace> batchPlace();
    /// Of sandboxes whose engine is their request's, over a connection.
    std::function<Result<std::shared_ptr<workspace::HostedSandbox>>(
        workspace::SandboxRequest, const std::string&, const std::stop_token&)>
    placeOpener(const std::shared_ptr<const CodePolicy>& policy);
    std::function<Result<std::shared_ptr<workspace::HostedSandbox>>(
        const check::CheckedAnswer&, std::stop_token)>
    answerOpener();
    void compareDocuments();
    void askAboutDisk(CodeEditor* editor, const QByteArray& theirs);
    void runBoth(CodeEditor* left, CodeEditor* right, const QByteArray& input);
    Result<check::CheckedAnswer> checkedAnswer(const CodeEditor& editor, const Language& language);
    void followDocument();
    void followView();
    void showError(const SessionController& session, const Error& error);
    QString saidBy(const SessionController& session, const QString& sentence) const;
    void openFileDialog();
    void openFolderDialog();
    void newDocument();
    void openExample(const QString& name);
    void restoreLayout();
    void showIsolation();
    std::string standardImage() const;

    static constexpr auto kSelectionContext = "window"; ///< Where selections and lines run.
    static constexpr int kLayoutVersion
        = 10; ///< Raised when docks change: an older saved layout is then ignored.

    Workbench m_workbench;
    SandboxDocuments m_sandboxDocuments;
    const LanguageCatalog& m_languages;
    SessionList m_sessions;
    CommandBook* m_commands = nullptr; ///< First of all: it finds what the others bring.
    AnswerOpener* m_answers = nullptr;
    EditorTabs* m_editors = nullptr;
    SplitView* m_split = nullptr; ///< Around them.
    EditorFind* m_find = nullptr;
    SettingsStore* m_settings = nullptr;
    WindowSettings* m_windowSettings = nullptr;
    CommandPalette* m_palette = nullptr;
    GuideWindow* m_guide = nullptr;
    TaskList* m_tasks = nullptr; ///< Before those who tell it.
    TasksPopup* m_tasksPopup = nullptr;
    QStackedWidget* m_centre = nullptr; ///< The documents, or what stands there without one.
    SessionDock* m_sessionDock = nullptr;
    SessionViews* m_views = nullptr;
    RunsPanel* m_runs = nullptr;
    ChecksPanel* m_checks = nullptr;
    MatrixPanel* m_matrix = nullptr;
    GradePanel* m_grade = nullptr;
    BatchPanel* m_batch = nullptr;
    ImagesPanel* m_images = nullptr;
    VerdictPanel* m_verdict = nullptr;
    CompareWindow* m_compare = nullptr; ///< Null before it was wanted.
    LessonPanel* m_lessonPanel = nullptr;
    LessonDesk* m_lessons = nullptr;
    QPointer<SessionController> m_lessonSession; ///< Of steps with limits of their own.
    SessionChoice m_lessonBase; ///< What it is opened with besides those.
    ModelDesk* m_models = nullptr;
    ModelDialog* m_modelDialog = nullptr; ///< Null before it was wanted.
    VariablesPanel* m_variables = nullptr;
    StepsPanel* m_steps = nullptr;
    StepDesk* m_stepDesk = nullptr;
    FilesPanel* m_files = nullptr;
    OutlinePanel* m_outline = nullptr;
    OutlineReader* m_outlineReader = nullptr;
    LanguageServers* m_servers = nullptr;
    Completer* m_completer = nullptr;
    GateController* m_gate = nullptr;
    SessionOpener* m_opener = nullptr;
    SnapshotDesk* m_snapshots = nullptr;
    ImageKeeper* m_imageKeeper = nullptr;
    QAction* m_keepImageAction = nullptr;
    Presentation* m_presentation = nullptr;
    QPointer<BeamerWindow> m_beamer;
    QuitSequence* m_quit = nullptr;
    MessageBar* m_message = nullptr;
    MessageBar* m_offer = nullptr; ///< Beside m_message: errors do not replace an offer.
    PackagesPanel* m_packagesPanel = nullptr;
    PackageSupport* m_packages = nullptr;
    QComboBox* m_language = nullptr;
    QDoubleSpinBox* m_timeout = nullptr;
    QAction* m_paletteAction = nullptr;
    QAction* m_runAction = nullptr;
    QAction* m_runSelectionAction = nullptr;
    QAction *m_runCellAction = nullptr, *m_runCellAdvanceAction = nullptr;
    QAction* m_runAgainAction = nullptr;
    QAction* m_undoCellAction = nullptr;
    QAction* m_runFreshAction = nullptr;
    QAction* m_runStepsAction = nullptr;
    QAction* m_onCopyAction = nullptr;
    QAction *m_splitAction = nullptr, *m_otherViewAction = nullptr;
    QAction *m_copyRunAction = nullptr, *m_saveReportAction = nullptr; ///< Of the last run.
    QAction *m_askModelAction = nullptr, *m_repairAction = nullptr;
    QAction* m_reviewedAction = nullptr;
    QAction* m_stopAction = nullptr;
    QAction* m_newSessionAction = nullptr;
    QAction *m_pinAction = nullptr, *m_runTogetherAction = nullptr;
    QList<QAction*> m_needSession, m_needSessions; ///< One that was opened; more than one.
    QList<QAction*> m_needDocument;
    QMenu* m_examples = nullptr;
    ElidedLabel* m_status = nullptr;
    ElidedLabel* m_engineLabel = nullptr;
    QLabel* m_position = nullptr;
    std::unique_ptr<QObject> m_following; ///< Holds what is connected to the current document,
    std::unique_ptr<QObject> m_followingView; ///< and to the view of it.
    struct Run
    {
        RunRequest request;
        QString title, fileName;
        QPointer<QWidget> document; ///< Where its text comes from.
        std::string projectFolder; ///< See PlannedRun.
        bool isStepped = false; ///< Its steps are written down.
    };
    std::optional<Run> m_lastRun;
    double m_usualTimeout = RunLimits().wallSeconds; ///< Of the chosen session, taken over last.
    QByteArray m_defaultLayout;
    bool m_nextIsFresh = false; ///< The run that is asked for now shall find no sandbox.
    bool m_nextIsStepped = false; ///< The run that is asked for now shall tell its steps.
    bool m_exampleWhenEmpty = false;
    bool m_plotsFolded = false;
    bool m_plotsShownOnce = false;
    bool m_changesShownOnce = false;
    int m_zoom = 0; ///< Points added to every text.
};

} // namespace sandbench::ui
