// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The Session menu of MainWindow, and what its commands do to the chosen session.
#include "core/base/units.h"
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/images/images_panel.h"
#include "ui/main_window.h"
#include "ui/session/image_keeper.h"
#include "ui/session/session_dock.h"
#include "ui/session/session_opener.h"
#include "ui/session/snapshot_desk.h"
#include "ui/session/snapshots_dialog.h"
#include "ui/session/use_window.h"
#include "ui/session_views.h"

#include <QAction>
#include <QActionGroup>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>

#include <tuple>

namespace sandbench::ui {

void MainWindow::buildSessionMenu()
{
    auto* session = menuBar()->addMenu(tr("&Session"));
    m_newSessionAction = addCommand(
        session, "sessionNew", tr("&New Session…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_N),
        [this] { m_opener->newSession(); });
    auto* duplicate = addCommand(
        session, "sessionDuplicate", tr("&Duplicate Session"),
        QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_D),
        [this] { m_opener->duplicate(m_sessions.chosen()); });
    addCommand(session, "sessionOptions", tr("Session &Options…"), {}, [this] {
        m_opener->changeOptions();
    });
    session->addSeparator();
    for (const auto& [name, text, key, step] :
         {std::tuple("sessionNext", tr("Ne&xt Session"), Qt::Key_PageDown, 1),
          std::tuple("sessionPrevious", tr("&Previous Session"), Qt::Key_PageUp, -1)})
        m_needSessions << addCommand(
            session, name, text, QKeySequence(Qt::CTRL | Qt::ALT | key), [this, step = step] {
                const int count = m_sessions.rowCount();
                m_sessions.choose((m_sessions.rowOf(&m_sessions.chosen()) + step + count) % count);
            });
    session->addSeparator();
    QMenu* colours = buildColourMenu(session);
    auto* use
        = addCommand(session, "sessionUse", tr("&Use of the Session"), {}, [this] { showUse(); });
    connect(m_views, &SessionViews::useWanted, use, &QAction::trigger);
    connect(m_sessionDock, &SessionDock::useWanted, this, [this, use](int row) {
        m_sessions.choose(row);
        use->trigger();
    });
    buildSnapshotCommands(session);
    buildImageCommand(session);
    session->addSeparator();
    auto* rename = addCommand(
        session, "sessionRename", tr("&Rename Session"), QKeySequence(Qt::Key_F2),
        [this] { m_sessionDock->rename(); });
    auto* close = addCommand(
        session, "sessionClose", tr("&Close Session"), QKeySequence(QKeySequence::Delete),
        [this] { m_opener->close(m_sessions.chosen()); });
    // These keys mean other things in other places.
    for (QAction* action : {rename, close})
        action->setShortcutContext(Qt::WidgetShortcut);
    m_needSession << rename << close << duplicate << use;
    m_sessionDock->list().addActions(
        {m_newSessionAction, duplicate, m_pinAction, colours->menuAction(), use, rename, close});
}

QMenu* MainWindow::buildColourMenu(QMenu* session)
{
    m_pinAction = addCommand(
        session, "sessionPin", tr("Show &Beside Others"),
        QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_B), [this] {
            SessionController& chosen = m_sessions.chosen();
            m_sessions.setPinned(chosen, !m_sessions.isPinned(chosen));
        });
    m_runTogetherAction
        = addCommand(session, "sessionRunTogether", tr("Run in &All Pinned Sessions"), {}, [] {});
    for (QAction* action : {m_pinAction, m_runTogetherAction})
        action->setCheckable(true);
    QMenu* colours = session->addMenu(tr("C&olour"));
    auto* group = new QActionGroup(this);
    for (int i = 0; i < kSessionColours; ++i) {
        QAction* action = addCommand(
            colours, ("sessionColour/" + std::to_string(i)).c_str(), sessionColourName(i), {},
            [this, i] { m_sessions.setColour(m_sessions.chosen(), i); });
        action->setIcon(sessionColourIcon(i));
        action->setWhatsThis(
            tr("The colour that tells a session from others, in the list and above pinned ones."));
        action->setCheckable(true);
        group->addAction(action);
    }
    connect(colours, &QMenu::aboutToShow, this, [this, group] {
        group->actions().at(m_sessions.colourNumberOf(m_sessions.chosen()))->setChecked(true);
    });
    const auto follow
        = [this] { m_pinAction->setChecked(m_sessions.isPinned(m_sessions.chosen())); };
    connect(&m_sessions, &SessionList::pinnedChanged, this, follow);
    connect(&m_sessions, &SessionList::chosenChanged, this, follow);
    return colours;
}

void MainWindow::buildSnapshotCommands(QMenu* session)
{
    m_snapshots = new SnapshotDesk(
        m_workbench.stateFolder.isEmpty() ? std::string()
                                          : toStd(m_workbench.stateFolder) + "/snapshots",
        m_tasks, this);
    m_needSession << addCommand(
        session, "sessionSnapshot", tr("Take Snap&shot"),
        QKeySequence(Qt::CTRL | Qt::ALT | Qt::SHIFT | Qt::Key_S), [this] {
            SessionController& chosen = m_sessions.chosen();
            m_snapshots->take(chosen, m_sessions.nameOf(chosen));
        });
    auto* list = addCommand(session, "sessionSnapshots", tr("Snapsho&ts…"), {}, [this] {
        auto* dialog = new SnapshotsDialog(*m_snapshots, this);
        connect(dialog, &SnapshotsDialog::openWanted, m_opener, &SessionOpener::openSnapshot);
        dialog->show();
    });
    explainCommand(
        *list, m_snapshots->isUsable() ? QString() : tr("there is no folder to keep them in"));
    connect(
        m_snapshots, &SnapshotDesk::taken, this, [this, list](const workspace::Snapshot& snapshot) {
            const QString files = snapshot.files == 1
                ? tr("1 file")
                : tr("%1 files").arg(QLocale().toString(qulonglong{snapshot.files}));
            m_message->showMessage(
                MessageBar::Tone::Info,
                tr("The snapshot of %1 has %2 (%3).")
                    .arg(
                        SafeText::display(toQString(snapshot.name)), files,
                        toQString(formatSize(snapshot.bytes))),
                {{"showSnapshots", tr("Snapshots…"), [list] { list->trigger(); }}});
        });
    connect(m_snapshots, &SnapshotDesk::failed, this, [this](const Error& error) {
        showError(m_sessions.chosen(), error);
    });
}

void MainWindow::buildImageCommand(QMenu* session)
{
    m_imageKeeper = new ImageKeeper(m_workbench.engines, m_workbench.workspace, m_tasks, this);
    m_keepImageAction = addCommand(session, "sessionKeepImage", tr("&Keep as Image…"), {}, [this] {
        SessionController& chosen = m_sessions.chosen();
        m_imageKeeper->ask(chosen, m_sessions.nameOf(chosen), this);
    });
    connect(m_imageKeeper, &ImageKeeper::kept, this, [this](const QString& image) {
        m_images->renew();
        m_message->showMessage(
            MessageBar::Tone::Info, tr("The image %1 is made.").arg(SafeText::display(image)),
            {{"showImages", tr("Show Images"), [this, image] {
                  showDock(QStringLiteral("dockImages"));
                  m_images->choose(image);
              }}});
    });
    connect(m_imageKeeper, &ImageKeeper::failed, this, [this](const Error& error) {
        showError(m_sessions.chosen(), error);
    });
}

void MainWindow::showUse()
{
    SessionController& session = m_sessions.chosen();
    auto* window = new UseWindow(session, m_sessions.nameOf(session), this);
    connect(
        &m_sessions, &SessionList::removed, window,
        [window, shown = &session](const SessionController* removed) {
            if (removed == shown)
                window->reject();
        });
    window->show();
}

std::vector<SessionController*> MainWindow::runTargets(SessionController& chosen) const
{
    std::vector<SessionController*> targets{&chosen};
    if (!m_runTogetherAction->isChecked())
        return targets;
    for (int row = 0; row < m_sessions.rowCount(); ++row) {
        SessionController& session = m_sessions.at(row);
        if (&session != &chosen && m_sessions.isPinned(session) && !session.isRunning())
            targets.push_back(&session);
    }
    return targets;
}

} // namespace sandbench::ui
