// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/session_controller.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

namespace sandbench::ui {

/// Decides what a session is opened with: asks, remembers, and asks again with the reason where a
/// choice does not work any more. Nothing was chosen yet: the first engine, without a question.
/// Thread: GUI.
class SessionOpener : public QObject
{
    Q_OBJECT

public:
    /// @p standardImage tells what an empty image means right now. All outlive this.
    SessionOpener(
        SessionController& controller, EngineSource& engines,
        std::function<std::string()> standardImage, QWidget* window);

    /// At the program's start, unless the user wants to be asked.
    void openAhead();
    /// Asks before the first run of a session where the user wants that.
    void run(const RunRequest& request);
    /// Closes the open session if the user agrees to another one. Not while a program runs.
    void newSession();
    /// What the next sessions are opened with.
    void changeOptions();
    /// Closes the open session for one in which these are installed first. Not while a program
    /// runs. A failure is told by failed() alone.
    void openWithPackages(std::vector<InstallRequest> packages);
    /// Closes the open session: the next one, as run() opens it, is made from @p image.
    void changeImage(const std::string& image);
    /// Whether the next session has an image, and a network where one is asked for.
    bool opensContainers() const;

signals:
    /// What was asked for does not happen. Cancelled: because the user wanted so.
    void failed(const Error& error);
    /// The next session is opened with something else.
    void choiceChanged();

private:
    SessionChoice prepared() const;
    void prepare();
    NewSessionDialog* ask(NewSessionDialog::Purpose purpose);
    void take(const NewSessionDialog& dialog);
    void askAndOpen(const QString& reason);
    void open();
    void openFailed(const Error& error, const std::optional<RunRequest>& waiting);

    SessionController& m_controller;
    EngineSource& m_engines;
    std::function<std::string()> m_standardImage;
    QWidget* m_window;
    SessionChoice m_choice; ///< As the user made it: an empty image stays empty.
    QPointer<NewSessionDialog> m_dialog;
    std::optional<RunRequest> m_waiting; ///< A run that goes on when the dialog was accepted.
    bool m_mustAsk = false;
    bool m_wasAsked = false; ///< The opening that goes on now is the dialog's.
    JobRunner m_jobs; ///< Of the dialogs, which must not wait for it.
};

} // namespace sandbench::ui
