// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "core/base/embedded.h"
#include "ui/common/elided_label.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/editor_find.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/find_bar.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/quit_sequence.h"
#include "ui/run_presenter.h"
#include "ui/session/session_panel.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

namespace sandbench::ui {

static constexpr auto kFirstExample = "02-plots.py";
static constexpr auto kSelectionContext = "window";
static constexpr int kTitleBarRoom = 40; // the frame is not known before the window is shown

MainWindow::MainWindow(const Workbench& workbench, QWidget* parent)
    : QMainWindow(parent)
    , m_workbench(workbench)
    , m_controller(workbench.engine, workbench.languages, workbench.artifacts)
{
    setWindowTitle(tr("Sandbench"));
    setDockNestingEnabled(true);
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - QSize(0, kTitleBarRoom)));
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_message = new MessageBar(centre));
    column->addWidget(m_centre = new QStackedWidget(centre), 1);
    m_centre->addWidget(
        m_editors = new EditorTabs(
            std::make_shared<Recovery>(m_workbench.stateFolder + QStringLiteral("/recover")),
            m_workbench.documentFiles, centre));
    auto* findBar = new FindBar(centre);
    column->addWidget(findBar);
    m_find = new EditorFind(*m_editors, *findBar, this);
    setCentralWidget(centre);
    buildDocks();
    buildActions();
    buildEmptyPage();
    buildRunBar();
    buildStatusBar();
    m_presenter = new RunPresenter(m_controller, *m_editors, *m_output, *m_plots, this);
    m_quit = new QuitSequence(*m_editors, m_controller, this);
    connectController();
    connectEditors();
    restoreLayout();
    followDocument();
}

MainWindow::~MainWindow()
{
    // Panels are children and die after m_controller: its last signals must not reach half of us.
    m_controller.disconnect();
}

void MainWindow::connectController()
{
    connect(m_presenter, &RunPresenter::statusChanged, m_status, &QLabel::setText);
    connect(&m_controller, &SessionController::failed, this, &MainWindow::showError);
    connect(&m_controller, &SessionController::stopHint, this, [this](const QString& text) {
        m_status->setText(text);
        refreshActions(); // the button says what the next press does
    });
    connect(&m_controller, &SessionController::stateChanged, this, [this] {
        refreshActions();
        if (m_controller.state() == SessionState::Opening)
            m_status->setText(tr("Opening a sandbox…"));
        else if (
            m_controller.state() == SessionState::Idle
            && m_status->text() == tr("Opening a sandbox…"))
            m_status->setText(tr("Ready"));
        showIsolation();
    });
    connect(m_plots, &PlotPanel::notice, this, [this](const QString& text) {
        m_message->showMessage(MessageBar::Tone::Info, text);
    });
    connect(m_plots, &PlotPanel::countChanged, this, &MainWindow::showPlotCount);
}

void MainWindow::connectEditors()
{
    connect(m_editors, &EditorTabs::currentChangedTo, this, &MainWindow::followDocument);
    connect(m_editors, &EditorTabs::opened, this, [this] {
        if (std::exchange(m_exampleWhenEmpty, false) && m_editors->count() == 0)
            openExample(QLatin1String(kFirstExample));
        refreshActions();
    });
    connect(m_editors, &EditorTabs::failed, this, [this](const QString& text) {
        m_message->addMessage(MessageBar::Tone::Error, text);
    });
    connect(m_editors, &EditorTabs::recovered, this, [this](int documents) {
        m_message->addMessage(
            MessageBar::Tone::Info,
            tr("Unsaved documents that came back after the last session ended unexpectedly: %1.")
                .arg(documents));
    });
    connect(m_quit, &QuitSequence::waiting, m_status, &QLabel::setText);
}

void MainWindow::openAtStart(const QStringList& files)
{
    m_exampleWhenEmpty = files.isEmpty();
    for (const QString& file : files)
        m_editors->openFile(file);
    if (m_editors->count() > 0)
        m_editors->setCurrentIndex(0);
    m_editors->openRecovered();
}

void MainWindow::openExample(const QString& name)
{
    const auto text = embeddedFile("examples/" + toStd(name));
    if (!text)
        return;
    std::string_view program = *text;
    while (program.starts_with(
        "# SPDX-")) // the licence is for the file's readers, not for the example's
        program.remove_prefix(std::min(program.find('\n'), program.size() - 1) + 1);
    m_editors->newDocument(name, toBytes(program));
}

void MainWindow::newDocument()
{
    const auto language = m_workbench.languages.find(toStd(m_language->currentData().toString()));
    const QString extension = language && !language->extensions.empty()
        ? toQString(language->extensions.front())
        : QStringLiteral(".py");
    for (int number = 1;; ++number) {
        const QString name = tr("untitled-%1").arg(number) + extension;
        if (!m_editors->editorNamed(name)) {
            m_editors->newDocument(name);
            return;
        }
    }
}

void MainWindow::openFileDialog()
{
    auto* dialog = new QFileDialog(this, tr("Open"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        for (const QString& file : files)
            m_editors->openFile(file);
    });
    dialog->open();
}

void MainWindow::followDocument()
{
    refreshActions();
    CodeEditor* editor = m_editors->current();
    m_following = std::make_unique<QObject>();
    m_centre->setCurrentIndex(editor ? 0 : 1);
    setWindowModified(editor && editor->isUnsaved());
    setWindowTitle(
        editor ? tr("%1[*] — Sandbench").arg(SafeText::display(editor->fileName()))
               : tr("Sandbench"));
    if (!editor)
        return m_position->clear();
    if (const auto language = m_workbench.languages.findByFileName(toStd(editor->fileName())))
        m_language->setCurrentIndex(m_language->findData(toQString(language->id)));
    const auto showPosition = [this](int line, int column) {
        m_position->setText(tr("Line %1, column %2").arg(line + 1).arg(column + 1));
    };
    int line = 0, column = 0;
    editor->getCursorPosition(&line, &column);
    showPosition(line, column);
    connect(editor, &QsciScintilla::cursorPositionChanged, m_following.get(), showPosition);
    connect(editor, &CodeEditor::unsavedChanged, m_following.get(), [this, editor] {
        setWindowModified(editor->isUnsaved());
    });
}

void MainWindow::refreshActions()
{
    const CodeEditor* editor = m_editors->current();
    const bool runs = m_controller.isRunning();
    const QString noDocument = editor ? QString() : tr("no document is open");
    const QString noText = editor && m_editors->isOpening(editor)
        ? tr("the document is still being opened")
        : noDocument;
    const QString running = tr("a program is running, stop it first");
    for (QAction* action : std::as_const(m_needDocument))
        explainAction(action, noDocument);
    for (QAction* action : {m_runAction, m_runSelectionAction, m_runFreshAction})
        explainAction(action, runs ? running : noText);
    explainAction(
        m_runAgainAction,
        runs            ? running
            : m_lastRun ? QString()
                        : tr("nothing has been run yet"));
    const int presses = m_controller.stopPresses();
    m_stopAction->setText(
        !m_controller.isBusy() || presses == 0 ? tr("&Stop")
            : presses == 1                     ? tr("&Terminate")
            : presses == 2                     ? tr("&Kill")
                                               : tr("&Destroy"));
    explainAction(m_stopAction, m_controller.isBusy() ? QString() : tr("nothing is running"));
    explainAction(m_destroyAction, m_controller.session() ? QString() : tr("no session is open"));
}

void MainWindow::startRun(RunRequest request, const QString& title, const QString& fileName)
{
    request.language = toStd(m_language->currentData().toString());
    request.fileName = toStd(fileName);
    request.liveInput = true;
    m_lastRun = {std::move(request), title, fileName};
    runAgain();
}

void MainWindow::runAgain()
{
    if (!m_lastRun)
        return;
    m_lastRun->request.limits.wallSeconds = m_timeout->value();
    m_message->hide();
    m_presenter->setNextTitle(
        m_lastRun->title, m_lastRun->fileName, m_lastRun->request.context.empty());
    m_controller.run(m_lastRun->request);
}

void MainWindow::runFile()
{
    CodeEditor* editor = m_editors->current();
    if (!editor || m_editors->isOpening(editor))
        return;
    // What runs is the text in the editor; the file gets it meanwhile.
    RunRequest request;
    request.code = toStd(editor->bytes());
    startRun(std::move(request), editor->fileName(), editor->fileName());
    if (!editor->filePath().isEmpty() && editor->isUnsaved())
        m_editors->save(editor);
}

void MainWindow::runSelection()
{
    CodeEditor* editor = m_editors->current();
    if (!editor || m_editors->isOpening(editor))
        return;
    const auto language = m_workbench.languages.find(toStd(m_language->currentData().toString()));
    const CodeEditor::Selection selection = editor->takeSelectionOrLine();
    RunRequest request;
    // Blank lines in front make the interpreter count as the editor does.
    request.code
        = std::string(static_cast<std::size_t>(selection.firstLine), '\n') + toStd(selection.bytes);
    if (language && language->contexts)
        request.context = kSelectionContext;
    startRun(
        std::move(request),
        tr("%1, from line %2").arg(editor->fileName()).arg(selection.firstLine + 1),
        editor->fileName());
}

void MainWindow::showError(const Error& error)
{
    if (error.code() == ErrorCode::Cancelled) {
        m_status->setText(tr("Cancelled"));
        return;
    }
    m_status->setText(tr("Failed"));
    m_message->showMessage(MessageBar::Tone::Error, toQString(error.text()));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_quit->mayClose())
        return event->ignore();
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), saveState(kLayoutVersion));
    event->accept();
}

QString MainWindow::statusText() const
{
    return m_status->text();
}

QString MainWindow::messageText() const
{
    return m_message->text();
}

} // namespace sandbench::ui
