// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "core/base/embedded.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/answer_opener.h"
#include "ui/editor/editor_find.h"
#include "ui/editor/editor_tabs.h"
#include "ui/editor/split_view.h"
#include "ui/guide/guide_topics.h"
#include "ui/output/find_bar.h"
#include "ui/output/output_panel.h"
#include "ui/packages/package_support.h"
#include "ui/palette/command_book.h"
#include "ui/plots/plot_panel.h"
#include "ui/present/presentation.h"
#include "ui/quit_sequence.h"
#include "ui/session/engine_probe.h"
#include "ui/session/session_dock.h"
#include "ui/session/session_opener.h"
#include "ui/session_views.h"
#include "ui/settings/settings_store.h"
#include "ui/tasks/task_list.h"
#include "ui/tasks/tasks_popup.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>

namespace sandbench::ui {

static constexpr auto kFirstExample = "02-plots.py";
static constexpr auto kGeometry = "window/geometry";
static constexpr int kTitleBarRoom = 40; // the frame is not known before the window is shown

MainWindow::MainWindow(const Workbench& workbench, QWidget* parent)
    : QMainWindow(parent)
    , m_workbench(workbench)
    , m_sandboxDocuments(workbench.documentFiles)
    , m_languages(workbench.workspace.parts().languages())
    , m_sessions(
          {workbench.engines, workbench.workspace, [this] { return standardImage(); },
           toStd(workbench.stateFolder),
           [this] { return m_settings->value("sessions.ready").get<int>(); }})
{
    setWindowTitle(tr("Sandbench"));
    m_commands = new CommandBook(*this);
    m_settings = new SettingsStore(m_workbench.settingsFile, this);
    m_tasks = new TaskList(m_workbench.tasksShownAfter, this);
    setDockNestingEnabled(true);
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - QSize(0, kTitleBarRoom)));
    auto* centre = new QWidget(this);
    auto* column = columnOf(centre, 0);
    column->addWidget(m_message = new MessageBar(centre));
    m_message->setObjectName(QStringLiteral("messages"));
    column->addWidget(m_offer = new MessageBar(centre));
    m_offer->setObjectName(QStringLiteral("offers"));
    column->addWidget(m_centre = new QStackedWidget(centre), 1);
    m_editors = new EditorTabs(
        std::make_shared<Recovery>(m_workbench.stateFolder + QStringLiteral("/recover")),
        m_sandboxDocuments.files(), centre);
    m_centre->addWidget(m_split = new SplitView(*m_editors, centre));
    auto* findBar = new FindBar(centre);
    column->addWidget(findBar);
    m_find = new EditorFind(*m_editors, *findBar, this);
    setCentralWidget(centre);
    buildDocks();
    buildActions();
    buildEmptyPage();
    buildRunBar();
    buildStatusBar();
    m_opener = new SessionOpener(
        m_sessions, m_workbench.engines, *m_settings, [this] { return standardImage(); }, this);
    m_quit = new QuitSequence(*m_editors, m_sessions, this);
    connectSessions();
    connectEditors();
    connectGate();
    connectPackages();
    connectRuns();
    connectVariables();
    connectSteps();
    connectImages();
    connectFiles();
    connectReading();
    connectCompletion();
    connectChecks();
    connectVerdict();
    connectModel();
    connectLessons();
    connectTasks();
    connectPalette();
    connectSettings();
    explainParts(*this);
    restoreLayout();
    followDocument();
}

MainWindow::~MainWindow()
{
    m_sessionDock->list().setModel(nullptr); // our children die after our members
    delete m_tasksPopup; // it lists what dies before it
}

// Nothing is lost whatever is chosen: what was loaded can be undone, and until then nothing is
// saved.
void MainWindow::askAboutDisk(CodeEditor* editor, const QByteArray& theirs)
{
    const QPointer<CodeEditor> guard(editor);
    const auto take = [guard](auto what) {
        return [guard, what] {
            if (guard)
                what(guard.data());
        };
    };
    m_message->showMessage(
        MessageBar::Tone::Warning,
        tr("%1 was changed by another program, and has text here that is not saved.")
            .arg(SafeText::display(editor->fileName())),
        {{"diskCompare", tr("Compare"), take([this, theirs](CodeEditor* mine) {
              m_editors->newDocument(tr("on disk: %1").arg(mine->fileName()), theirs);
              m_editors->setCurrentWidget(mine);
              compareDocuments();
          }),
          false},
         {"diskLoad", tr("Load from Disk"),
          take([this, theirs](CodeEditor* mine) { m_editors->takeFromDisk(mine, theirs); })},
         {"diskKeep", tr("Save Mine"),
          take([this](CodeEditor* mine) { m_editors->saveOver(mine); })}});
}

void MainWindow::connectEditors()
{
    connect(m_editors, &EditorTabs::currentChangedTo, this, &MainWindow::followDocument);
    connect(m_editors, &EditorTabs::opened, this, [this] {
        if (std::exchange(m_exampleWhenEmpty, false) && m_editors->count() == 0)
            openExample(QLatin1String(kFirstExample));
        refreshActions();
    });
    m_answers = new AnswerOpener(*m_editors, m_languages, this);
    connect(
        m_answers, &AnswerOpener::opened, this,
        [this](const QString& sentence, const QString& path) {
            QList<MessageBar::Choice> choices;
            if (!path.isEmpty())
                choices.append({"answerText", tr("Show the Text"), [this, path] {
                                    m_editors->openFile(path);
                                }});
            m_message->showMessage(MessageBar::Tone::Info, sentence, choices);
        });
    setAcceptDrops(true);
    connect(m_editors, &EditorTabs::failed, this, [this](const QString& text) {
        m_message->addMessage(MessageBar::Tone::Error, text);
    });
    connect(m_editors, &EditorTabs::diskConflict, this, &MainWindow::askAboutDisk);
    connect(m_editors, &EditorTabs::reloaded, this, [this](const CodeEditor* editor) {
        m_status->setText(tr("%1 was changed by another program, and is shown as it is now.")
                              .arg(SafeText::display(editor->fileName())));
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
    m_exampleWhenEmpty = files.isEmpty() && m_settings->isOn("documents.example");
    m_answers->openFiles(files);
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
    const auto language = m_languages.find(toStd(m_language->currentData().toString()));
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
    connect(dialog, &QFileDialog::filesSelected, m_answers, &AnswerOpener::openFiles);
    dialog->open();
}

void MainWindow::openFolderDialog()
{
    auto* dialog = new QFileDialog(this, tr("Open Folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::filesSelected, m_answers, &AnswerOpener::openFiles);
    dialog->open();
}

void MainWindow::openCopied()
{
    if (const QMimeData* copied = QGuiApplication::clipboard()->mimeData())
        m_answers->openCopied(*copied);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    // A copy of the window's own would be a document whose file goes away.
    const bool isOwn = event->source() && event->mimeData()->hasUrls();
    if (!isOwn && (event->mimeData()->hasUrls() || event->mimeData()->hasText()))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            files << url.toLocalFile();
    if (files.isEmpty())
        m_answers->openCopied(*event->mimeData());
    else
        m_answers->openFiles(files);
    event->acceptProposedAction();
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
    if (const auto language = m_languages.findByFileName(toStd(editor->fileName())))
        m_language->setCurrentIndex(m_language->findData(toQString(language->id)));
    connect(editor, &CodeEditor::unsavedChanged, m_following.get(), [this, editor] {
        setWindowModified(editor->isUnsaved());
        refreshActions(); // it may have got a file
    });
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_quit->mayClose())
        return event->ignore();
    m_presentation->end(); // its layout is nothing to begin with the next time
    QSettings settings;
    settings.setValue(QLatin1String(kGeometry), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), saveState(kLayoutVersion));
    event->accept();
}

bool MainWindow::wasShownBefore()
{
    return QSettings().contains(QLatin1String(kGeometry));
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
