// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in MainWindow: their menu, and the session that a step is run in.
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/gate_controller.h"
#include "ui/lessons/lesson_desk.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/main_window.h"

#include <QAction>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>

namespace sandbench::ui {

static constexpr int kLessonWidth = 360;
static constexpr auto kLessonMenu = "lessonMenu";

static QString bundledTitle(const std::string& name)
{
    if (name == "plots")
        return MainWindow::tr("&Plots");
    if (name == "what-a-sandbox-stops")
        return MainWindow::tr("What a &Sandbox Stops");
    if (name == "bug-hunt")
        return MainWindow::tr("A &Bug Hunt");
    return toQString(name);
}

void MainWindow::buildLessonMenu(QMenu* help)
{
    auto* menu = help->addMenu(tr("&Lessons"));
    menu->setObjectName(QLatin1String(kLessonMenu));
    QList<QAction*> begin;
    for (const auto& name : lesson::bundledLessons())
        begin << addCommand(
            menu, ("lesson/" + name).c_str(), bundledTitle(name), {},
            [this, name = toQString(name)] { m_lessons->openBundled(name); });
    menu->addSeparator();
    begin << addCommand(menu, "lessonOpen", tr("&Open Lesson…"), {}, [this] {
        chooseLesson(
            tr("Open Lesson"), [this](const QString& folder) { m_lessons->openFolder(folder); });
    });
    addCommand(menu, "lessonNew", tr("&New Lesson…"), {}, [this] {
        chooseLesson(tr("Folder for the New Lesson"), [this](const QString& folder) {
            m_lessons->startLesson(folder);
        });
    });
    addCommand(menu, "lessonEdit", tr("&Write This Lesson"), {}, [this] { m_lessons->edit(); });
    addCommand(menu, "lessonAddStep", tr("&Add Current Document as a Step"), {}, [this] {
        if (const CodeEditor* document = m_editors->current())
            m_lessons->addStep(*document);
    });
    addCommand(menu, "lessonExport", tr("&Export Lesson…"), {}, [this] { exportLesson(); });
    menu->addSeparator();
    const auto keys = [](Qt::Key key) { return QKeySequence(Qt::CTRL | Qt::ALT | key); };
    auto* back = addCommand(menu, "lessonBack", tr("Bac&k"), keys(Qt::Key_Left), [this] {
        m_lessons->goTo(m_lessons->step() - 1);
    });
    auto* run = addCommand(
        menu, "lessonRun", tr("&Run Step"), keys(Qt::Key_Return), [this] { m_lessons->run(); });
    auto* next = addCommand(menu, "lessonNext", tr("Ne&xt"), keys(Qt::Key_Right), [this] {
        m_lessons->goTo(m_lessons->step() + 1);
    });
    auto* reset = addCommand(
        menu, "lessonReset", tr("Rese&t"), keys(Qt::Key_Home), [this] { m_lessons->reset(); });
    auto* solution = addCommand(
        menu, "lessonSolution", tr("Show Solut&ion"), {}, [this] { m_lessons->showSolution(); });
    back->setIcon(glyphIcon(Glyph::Previous));
    run->setIcon(glyphIcon(Glyph::Run, GlyphInk::Go));
    next->setIcon(glyphIcon(Glyph::Next));
    m_lessonPanel->setActions({back, run, next, reset, solution}, begin);
}

void MainWindow::connectLessons()
{
    m_lessons = new LessonDesk(
        {*m_editors, m_workbench.workspace, m_languages,
         [this](const lesson::Step&) -> Result<LessonSandbox> {
             LessonSandbox sandbox;
             auto choice = m_sessions.chosen().choice();
             if (choice.text("image").empty() && m_sessions.chosen().opensContainers())
                 choice.set("image", standardImage());
             SANDBENCH_TRY(sandbox.request, requestOf(choice, m_workbench.engines));
             SANDBENCH_TRY(sandbox.request.session.policy, m_gate->policies().required());
             sandbox.request.session.warm = Warm::Never;
             sandbox.open = answerOpener();
             return sandbox;
         }},
        *m_lessonPanel, this);
    m_sessions.forEach(this, [this](SessionController* session) {
        connect(session, &SessionController::runEnded, this, [this, session](const RunRecord& end) {
            m_lessons->noteEnd(*session, end);
        });
    });
    connect(m_lessons, &LessonDesk::runWanted, this, &MainWindow::runLessonStep);
    for (const auto signal :
         {&LessonDesk::lessonChanged, &LessonDesk::stepChanged, &LessonDesk::checkingChanged})
        connect(m_lessons, signal, this, &MainWindow::refreshLessons);
    connect(m_lessons, &LessonDesk::wanted, this, [this] {
        auto* dock = findChild<QDockWidget*>(QStringLiteral("dockLesson"));
        if (dock->isHidden()) {
            dock->show();
            resizeDocks({dock}, {kLessonWidth}, Qt::Horizontal);
        }
        dock->raise();
    });
    connect(m_lessons, &LessonDesk::told, this, [this](const QString& sentence, bool isProblem) {
        m_message->showMessage(
            isProblem ? MessageBar::Tone::Error : MessageBar::Tone::Info, sentence);
    });
    connect(m_editors, &EditorTabs::currentChangedTo, m_lessons, &LessonDesk::followDocument);
    refreshLessons();
}

void MainWindow::refreshLessons()
{
    if (!m_lessons)
        return;
    const QString none = m_lessons->hasLesson() ? QString() : tr("no lesson is open");
    const auto* menu = findChild<QMenu*>(QLatin1String(kLessonMenu));
    const auto commandOf = [menu](const char* name) {
        return menu->findChild<QAction*>(QLatin1String(name), Qt::FindDirectChildrenOnly);
    };
    const auto explain = [&commandOf, &none](const char* name, const QString& why) {
        explainCommand(*commandOf(name), none.isEmpty() ? why : none);
    };
    const bool hasLesson = m_lessons->hasLesson();
    const lesson::Step* step = hasLesson
        ? &m_lessons->current().steps[static_cast<std::size_t>(m_lessons->step())]
        : nullptr;
    explain("lessonBack", m_lessons->step() > 0 ? QString() : tr("this is the first step"));
    explain(
        "lessonNext",
        m_lessons->step() + 1 < m_lessons->steps() ? QString() : tr("this is the last step"));
    explain("lessonReset", {});
    explain("lessonExport", {});
    explain(
        "lessonEdit",
        m_lessons->canEdit() ? QString()
                             : tr("it came with Sandbench; export it, and open the copy"));
    explain(
        "lessonSolution",
        step && step->solution ? QString() : tr("this step has no solution to show"));
    explain(
        "lessonRun",
        m_sessions.chosen().isRunning() ? tr("a program is running, stop it first")
            : m_lessons->isChecking()   ? tr("the last run is still being checked")
            : step && step->program     ? QString()
                                        : tr("this step has no program"));
    explainCommand(
        *commandOf("lessonAddStep"),
        m_lessons->source() && m_editors->current() != m_lessons->source()
            ? QString()
            : tr("open a lesson.md to be written, then go to the document of a program"));
}

void MainWindow::chooseLesson(const QString& title, std::function<void(const QString&)> take)
{
    auto* dialog = new QFileDialog(this, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, std::move(take));
    dialog->open();
}

void MainWindow::exportLesson()
{
    auto* dialog = new QFileDialog(this, tr("Export Lesson: an archive, or a new folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Archive (*.zip)"), tr("Folder (*)")});
    dialog->selectFile(QStringLiteral("lesson.zip"));
    connect(dialog, &QFileDialog::fileSelected, m_lessons, &LessonDesk::exportTo);
    dialog->open();
}

// The session is the chosen one; a step with limits gets one of its own, which later steps use too.
void MainWindow::chooseLessonSession(const lesson::Step& step)
{
    const bool hasOwn = m_lessonSession && m_sessions.rowOf(m_lessonSession) >= 0;
    if (hasOwn && m_lessonSession->isRunning()) // and is not ended for another step
        return m_sessions.choose(m_sessions.rowOf(m_lessonSession));
    const bool isOwnChosen = hasOwn && &m_sessions.chosen() == m_lessonSession;
    if (step.limits.empty() && !isOwnChosen)
        return;
    if (!hasOwn) {
        m_lessonBase = m_sessions.chosen().choice();
        m_lessonSession = &m_sessions.add(m_lessonBase);
        m_sessions.setData(
            m_sessions.index(m_sessions.rowOf(m_lessonSession)), tr("Lesson"), Qt::EditRole);
    }
    m_sessions.choose(m_sessions.rowOf(m_lessonSession));
    auto choice = m_lessonBase;
    for (const auto& [name, value] : step.limits.items())
        choice.said[name] = value;
    if (choice.said != m_lessonSession->choice().said || !hasOwn) {
        m_lessonSession->setChoice(choice);
        m_lessonSession->destroySession();
    }
    const auto limits = m_lessonSession->runLimits();
    m_usualTimeout = limits ? limits->wallSeconds : RunLimits().wallSeconds;
    m_timeout->setValue(m_usualTimeout);
}

void MainWindow::runLessonStep(
    RunRequest request, const QString& title, CodeEditor* editor, const lesson::Step& step)
{
    if (m_sessions.chosen().isRunning())
        return;
    chooseLessonSession(step);
    if (!m_sessions.chosen().isRunning())
        startRun(std::move(request), title, editor);
}

} // namespace sandbench::ui
