// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How MainWindow is shown to people.
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"
#include "ui/main_window.h"
#include "ui/output/log_view.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/present/beamer_window.h"
#include "ui/present/presentation.h"
#include "ui/present/spotlight.h"
#include "ui/session_views.h"
#include "ui/steps/steps_panel.h"
#include "ui/window_layout.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>

#include <tuple>

namespace sandbench::ui {

void MainWindow::buildPresentation(QMenu* view)
{
    m_presentation = new Presentation(
        {*this,
         *m_commands,
         {m_message, m_offer},
         [this](int points) { zoomText(points); },
         [this] {
             restoreState(m_defaultLayout, kLayoutVersion);
             arrange(*this, WindowLayout::Teach);
             if (m_steps->trace().size() > 0) { // what it printed grows step by step there
                 auto* steps = findChild<QDockWidget*>(QStringLiteral("dockSteps"));
                 tabifyDockWidget(findChild<QDockWidget*>(QStringLiteral("dockOutput")), steps);
                 steps->show();
                 steps->raise();
             }
         }},
        this);
    auto* next
        = addCommand(view, "viewFullScreen", tr("&Full Screen"), QKeySequence(Qt::Key_F11), [this] {
              m_presentation->next();
          });
    next->setMenuRole(QAction::NoRole);
    QMenu* menu = view->addMenu(tr("Presen&tation"));
    auto* present = addCommand(
        menu, "viewPresentation", tr("&Presentation"), QKeySequence(Qt::CTRL | Qt::Key_F11),
        [this] { m_presentation->isOn() ? m_presentation->end() : m_presentation->begin(); });
    present->setCheckable(true);
    connect(m_presentation, &Presentation::changed, present, &QAction::setChecked);
    addCommand(
        menu, "viewBeamer", tr("&Beamer Window"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F11),
        [this] { openBeamer(); });
    Spotlight& spotlight = m_presentation->spotlight();
    for (const auto& [name, text, key, mode] :
         {std::tuple(
              "viewPointer", tr("P&ointer"), Qt::ALT | Qt::Key_F11, Spotlight::Mode::Pointer),
          std::tuple(
              "viewMagnifier", tr("&Magnifier"), Qt::ALT | Qt::SHIFT | Qt::Key_F11,
              Spotlight::Mode::Magnifier)}) {
        auto* action = addCommand(menu, name, text, QKeySequence(key), [&spotlight, mode = mode] {
            spotlight.setMode(spotlight.mode() == mode ? Spotlight::Mode::Off : mode);
        });
        action->setCheckable(true);
        connect(&spotlight, &Spotlight::modeChanged, action, [&spotlight, action, mode = mode] {
            action->setChecked(spotlight.mode() == mode);
        });
    }
}

void MainWindow::openBeamer()
{
    if (m_beamer)
        return m_beamer->raise();
    m_beamer = new BeamerWindow(
        {[this]() -> QWidget* { return m_editors->current(); },
         [this]() -> QWidget* { return &output().view(); },
         [this]() -> QWidget* { return &plots().shownResult(); }},
        this);
    m_beamer->open(*this);
    activateWindow(); // keys still go here
}

} // namespace sandbench::ui
