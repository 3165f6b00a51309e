// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// From MainWindow to a language model and back: what is sent, and what becomes of its answer.
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/common/text.h"
#include "ui/editor/answer_opener.h"
#include "ui/editor/code_editor.h"
#include "ui/guide/guide_topics.h"
#include "ui/main_window.h"
#include "ui/model/model_desk.h"
#include "ui/model/model_dialog.h"
#include "ui/run_presenter.h"
#include "ui/runs/runs_panel.h"
#include "ui/session_views.h"
#include "ui/window_settings.h"

#include <QAction>

namespace sandbench::ui {

void MainWindow::connectModel()
{
    m_models = new ModelDesk(
        *m_settings, *m_editors, m_workbench.keys ? m_workbench.keys : secretService(), m_tasks,
        this);
    connect(m_models, &ModelDesk::serverChanged, this, &MainWindow::refreshActions);
    connect(
        m_models, &ModelDesk::answered, this,
        [this](CodeEditor* document, const QString& sentence) {
            const QPointer<CodeEditor> guard(document);
            m_offer->showMessage(
                MessageBar::Tone::Info, sentence,
                {{"answerPrograms", tr("Open Its Programs"), [this, guard] {
                      if (guard)
                          m_answers->openText(guard->bytes(), guard->origin().place);
                  }}});
        });
}

ModelDialog& MainWindow::modelDialog()
{
    if (!m_modelDialog) {
        m_modelDialog = new ModelDialog(*m_models, this);
        connect(m_modelDialog, &ModelDialog::settingsWanted, this, [this] {
            m_windowSettings->show(QStringLiteral("model."));
        });
        // A window of its own: it has the guide's key too.
        m_modelDialog->addAction(findChild<QAction*>(QStringLiteral("helpGuide")));
        explainParts(*this);
    }
    return *m_modelDialog;
}

void MainWindow::repairWithModel()
{
    m_runs->readForModel(
        m_views->presenterOf(m_sessions.chosen()).runId(), [this](const std::string& text) {
            modelDialog().showText(
                tr("Repair this program. Say in a sentence or two what is wrong with it, then give "
                   "the whole repaired program in one block of code.")
                + QStringLiteral("\n\n") + toQString(text));
        });
}

// @p noRun: why there is nothing to repair; empty = there is.
void MainWindow::explainModel(const QString& noRun)
{
    const QString noModel = m_models && m_models->isConfigured()
        ? QString()
        : tr("no model is set up; name its server in Settings > Model");
    explainCommand(*m_askModelAction, noModel);
    explainCommand(*m_repairAction, noModel.isEmpty() ? noRun : noModel);
    for (QAction* action : {m_askModelAction, m_repairAction})
        action->setStatusTip(whyNot(*action));
}

} // namespace sandbench::ui
