// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What is around everything else in MainWindow: the command palette, the settings, the guide and
// the tasks.
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/gate_controller.h"
#include "ui/guide/guide_topics.h"
#include "ui/guide/guide_window.h"
#include "ui/main_window.h"
#include "ui/packages/package_support.h"
#include "ui/palette/command_book.h"
#include "ui/palette/command_palette.h"
#include "ui/run_presenter.h"
#include "ui/runs/runs_panel.h"
#include "ui/session_views.h"
#include "ui/settings/setting_table.h"
#include "ui/tasks/task_feeds.h"
#include "ui/tasks/task_list.h"
#include "ui/tasks/tasks_popup.h"
#include "ui/window_settings.h"

#include <QApplication>
#include <QStatusBar>
#include <QToolButton>

namespace sandbench::ui {

static QString shownKeys(const QAction& action)
{
    return QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText)
        .replace(u';', u',');
}

QList<PaletteItem> MainWindow::paletteCommands() const
{
    QList<PaletteItem> items;
    for (const Command& command : m_commands->commands()) {
        const QAction& action = *command.action;
        if (&action == m_paletteAction)
            continue;
        items << PaletteItem{
            command.name,
            command.group,
            command.title,
            shownKeys(action),
            command.isOnTop ? whyNot(action) : tr("not of what is shown now"),
            command.isOnTop && action.isEnabled(),
            [command] { CommandBook::run(command); }};
    }
    for (const Setting& setting : settingTable())
        items << PaletteItem{
            QLatin1String(setting.id),
            tr("Settings"),
            tr("%1: %2").arg(settingText(setting.group), settingText(setting.title)),
            {},
            {},
            true,
            [this, id = setting.id] { m_windowSettings->show(QLatin1String(id)); }};
    return items;
}

QList<PaletteItem> MainWindow::paletteDocuments()
{
    QList<PaletteItem> items;
    for (int i = 0; i < m_editors->count(); ++i) {
        auto* editor = qobject_cast<CodeEditor*>(m_editors->widget(i));
        items << PaletteItem{
            editor->fileName(),
            {},
            SafeText::display(editor->fileName()),
            {},
            {},
            true,
            [this, editor = QPointer(editor)] {
                if (!editor)
                    return;
                m_editors->setCurrentWidget(editor);
                focusEditor();
            }};
    }
    return items;
}

void MainWindow::connectPalette()
{
    m_palette = new CommandPalette(
        this, {[this] { return paletteCommands(); }, [this] { return paletteDocuments(); }});
}

void MainWindow::connectSettings()
{
    m_windowSettings
        = new WindowSettings({*m_settings, *m_commands, *m_editors, *m_views, *m_message}, this);
}

// About the panel that has the focus; elsewhere it is where it was.
void MainWindow::openGuide()
{
    const auto topic = placeFor(QApplication::focusWidget());
    if (!m_guide)
        m_guide = new GuideWindow(this);
    m_guide->show(); // first: a place is found in what has its size
    if (topic)
        m_guide->goTo(*topic);
    else
        m_guide->resume();
    m_guide->raise();
    m_guide->activateWindow();
    m_guide->view().setFocus(Qt::OtherFocusReason);
}

void MainWindow::connectTasks()
{
    m_tasksPopup = new TasksPopup(*m_tasks, this);
    auto* opens = findChild<QAction*>(QStringLiteral("viewTasks"));
    connect(opens, &QAction::triggered, m_tasksPopup, &TasksPopup::open);
    statusBar()->insertPermanentWidget(1, m_tasksPopup->makeButton(opens, this));
    feedSessions(*m_tasks, m_sessions, [this](const SessionController& session) {
        return m_views->presenterOf(session).title();
    });
    feedPulls(*m_tasks, *m_opener);
    feedInstalls(*m_tasks, m_packages->installs());
    feedChecks(*m_tasks, *m_checks);
    m_gate->runs().setTasks(m_tasks);
    m_runs->setTasks(m_tasks);
    // Who is at something else meanwhile is told by the desktop, and keeps the focus.
    connect(m_tasks, &TaskList::ended, this, [this] {
        if (!QApplication::activeWindow())
            QApplication::alert(this);
    });
}

} // namespace sandbench::ui
