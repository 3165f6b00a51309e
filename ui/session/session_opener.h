// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/session_snapshot.h"
#include "ui/async/job_runner.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/session_keeper.h"
#include "ui/session/session_list.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

namespace sandbench::ui {

class SettingsStore;

/// Decides what sessions are opened with: asks, remembers, and asks again with the reason where a
/// choice does not work any more. Nothing was chosen yet: the first engine, without a question.
/// Thread: GUI.
class SessionOpener : public QObject
{
    Q_OBJECT

public:
    /// @p standardImage tells what an empty image means right now. All outlive this.
    SessionOpener(
        SessionList& sessions, EngineSource& engines, SettingsStore& settings,
        std::function<std::string()> standardImage, QWidget* window);

    /// At the program's start, unless the user wants to be asked, or none.
    void openAhead();
    /// Asks before the first run where the user wants that.
    void run(SessionController& session, const PlannedRun& run);
    /// Beside the open ones, if the user agrees.
    void newSession();
    /// The same, with this image of that engine chosen.
    void newSessionFrom(
        const std::string& engine, const std::string& connection, const std::string& image);
    /// Opens one more that is like @p session is, or would be; what was done in it is not there.
    void duplicate(const SessionController& session);
    /// One more, opened as the snapshot's session was, with the snapshot's files.
    void openSnapshot(const workspace::Snapshot& snapshot);
    /// As it was opened by a window that crashed, with its name and colour.
    void openLeft(const LeftSession& left);
    /// What the chosen session is opened with the next time, and so are new ones.
    void changeOptions();
    /// Opens the chosen session again, with these installed first. Not while a program runs. A
    /// failure is told by failed() alone.
    void openWithPackages(std::vector<InstallRequest> packages);
    /// Closes what is open in the chosen session: the next run opens it, made from @p image.
    void changeImage(const std::string& image);
    /// Asks where that ends a program.
    void close(SessionController& session);

signals:
    /// What was asked for does not happen. Cancelled: because the user wanted so.
    void failed(const Error& error);
    /// A dialog is about to be shown.
    void asks(NewSessionDialog* dialog);
    /// What the chosen session is opened with is something else.
    void choiceChanged();

private:
    NewSessionDialog* ask(const SessionChoice& start, NewSessionDialog::Purpose purpose);
    void take(const NewSessionDialog& dialog, SessionController& session);
    void askAndOpen(
        SessionController* session, const std::optional<PlannedRun>& waiting,
        const QString& reason);
    void askAndOpen(
        const SessionChoice& start, SessionController* session,
        const std::optional<PlannedRun>& waiting, const QString& reason);
    static void start(SessionController& session, const std::optional<PlannedRun>& waiting);
    void openFailed(
        SessionController& session, const Error& error, const std::optional<PlannedRun>& waiting);
    bool mustAsk() const;
    void dropUnused(SessionController* session);
    SessionController& unusedOrNew(const SessionChoice& choice);

    SessionList& m_sessions;
    EngineSource& m_engines;
    SettingsStore& m_settings;
    std::function<std::string()> m_standardImage;
    QWidget* m_window;
    SessionChoice m_choice; ///< What new sessions begin with.
    QPointer<NewSessionDialog> m_dialog;
    QPointer<SessionController> m_ahead; ///< Is opened though nobody has asked for it yet.
    bool m_isUnanswered = false; ///< Something is remembered, and nobody has agreed to it yet.
    JobRunner m_jobs; ///< Of the dialogs, which must not wait for it.
};

} // namespace sandbench::ui
