// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_opener.h"

#include "ui/common/text.h"
#include "ui/settings/settings_store.h"

#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace sandbench::ui {

SessionOpener::SessionOpener(
    SessionList& sessions, EngineSource& engines, SettingsStore& settings,
    std::function<std::string()> standardImage, QWidget* window)
    : QObject(window)
    , m_sessions(sessions)
    , m_engines(engines)
    , m_settings(settings)
    , m_standardImage(std::move(standardImage))
    , m_window(window)
{
    const auto remembered = rememberedChoice();
    m_choice = remembered ? *remembered : usualChoice(engines);
    m_isUnanswered = remembered.has_value();
    m_sessions.chosen().setChoice(m_choice);
    m_sessions.forEach(this, [this](SessionController* session) {
        connect(
            session, &SessionController::openFailed, this,
            [this, session](const Error& error, const std::optional<PlannedRun>& waiting) {
                openFailed(*session, error, waiting);
            });
    });
}

void SessionOpener::openWithPackages(std::vector<InstallRequest> packages)
{
    SessionController& session = m_sessions.chosen();
    if (session.isRunning())
        return;
    session.destroySession();
    session.warmUp(std::move(packages));
}

void SessionOpener::changeImage(const std::string& image)
{
    SessionController& session = m_sessions.chosen();
    SessionChoice choice = session.choice();
    if (!choice.text("image").empty())
        choice.set("image", image);
    session.setChoice(choice);
    session.destroySession();
}

bool SessionOpener::mustAsk() const
{
    return m_isUnanswered && m_settings.isOn("sessions.ask");
}

void SessionOpener::openAhead()
{
    if (mustAsk() || !m_settings.isOn("sessions.openAhead"))
        return;
    m_ahead = &m_sessions.chosen();
    m_ahead->warmUp();
}

void SessionOpener::run(SessionController& session, const PlannedRun& run)
{
    if (mustAsk() && !session.session() && !session.isBusy())
        askAndOpen(&session, run, {});
    else
        session.run(run);
}

void SessionOpener::newSession()
{
    askAndOpen(nullptr, {}, {});
}

void SessionOpener::newSessionFrom(
    const std::string& engine, const std::string& connection, const std::string& image)
{
    SessionChoice choice = m_choice;
    choice.set("engine", engine);
    choice.set("connection", connection);
    choice.set("image", image);
    choice.isStandardImage = false;
    askAndOpen(choice, nullptr, {}, {});
}

void SessionOpener::duplicate(const SessionController& session)
{
    const SessionChoice choice = session.session() ? session.openChoice() : session.choice();
    m_sessions.add(choice).warmUp();
}

void SessionOpener::openSnapshot(const workspace::Snapshot& snapshot)
{
    SessionChoice choice;
    choice.said = snapshot.said;
    SessionController& session = unusedOrNew(choice);
    m_sessions.setData(
        m_sessions.index(m_sessions.rowOf(&session)), toQString(snapshot.name), Qt::EditRole);
    session.warmUpFrom(snapshot.path);
}

void SessionOpener::openLeft(const LeftSession& left)
{
    SessionController& session = unusedOrNew(left.choice);
    m_sessions.setData(m_sessions.index(m_sessions.rowOf(&session)), left.name, Qt::EditRole);
    m_sessions.setColour(session, left.colour);
    m_sessions.setPinned(session, left.isPinned);
    session.warmUp();
}

SessionController& SessionOpener::unusedOrNew(const SessionChoice& choice)
{
    if (!m_sessions.chosen().isUnused())
        return m_sessions.add(choice);
    m_sessions.chosen().setChoice(choice);
    return m_sessions.chosen();
}

void SessionOpener::changeOptions()
{
    NewSessionDialog* dialog
        = ask(m_sessions.chosen().choice(), NewSessionDialog::Purpose::Remember);
    if (!dialog)
        return;
    connect(
        dialog, &QDialog::accepted, this, [this, dialog] { take(*dialog, m_sessions.chosen()); });
    dialog->open();
}

NewSessionDialog* SessionOpener::ask(const SessionChoice& start, NewSessionDialog::Purpose purpose)
{
    if (m_dialog)
        return nullptr;
    SessionChoice shown = start;
    if (shown.text("engine").empty())
        shown.set("engine", m_engines.names().front());
    m_dialog = new NewSessionDialog(m_engines, m_jobs, shown, m_standardImage(), purpose, m_window);
    m_dialog->setAsksNextTime(m_settings.isOn("sessions.ask"));
    emit asks(m_dialog);
    return m_dialog;
}

void SessionOpener::take(const NewSessionDialog& dialog, SessionController& session)
{
    m_choice = dialog.choice();
    rememberChoice(m_choice);
    session.setChoice(m_choice);
    m_settings.set("sessions.ask", dialog.asksNextTime());
    m_isUnanswered = false; // it was just answered
    emit choiceChanged();
}

// Without a session: in a new one, or in the chosen one where nothing has been opened yet.
void SessionOpener::askAndOpen(
    SessionController* session, const std::optional<PlannedRun>& waiting, const QString& reason)
{
    askAndOpen(session ? session->choice() : m_choice, session, waiting, reason);
}

void SessionOpener::askAndOpen(
    const SessionChoice& start, SessionController* session,
    const std::optional<PlannedRun>& waiting, const QString& reason)
{
    NewSessionDialog* dialog = ask(start, NewSessionDialog::Purpose::Open);
    if (!dialog)
        return;
    if (!reason.isEmpty())
        dialog->explain(reason);
    const QPointer<SessionController> asked(session);
    connect(dialog, &QDialog::accepted, this, [this, dialog, asked, waiting] {
        SessionController* target
            = m_sessions.rowOf(asked) >= 0 ? asked.data() : &unusedOrNew(m_choice);
        take(*dialog, *target);
        m_ahead.clear();
        SessionOpener::start(*target, waiting);
    });
    connect(dialog, &QDialog::rejected, this, [this, asked, waiting] {
        dropUnused(asked);
        if (waiting)
            emit failed(Error(ErrorCode::Cancelled, "no session was opened"));
    });
    dialog->open();
}

void SessionOpener::start(SessionController& session, const std::optional<PlannedRun>& waiting)
{
    if (waiting)
        session.run(*waiting);
    else
        session.warmUp();
}

// A bare error would leave the user to find the place where it can be put right.
void SessionOpener::openFailed(
    SessionController& session, const Error& error, const std::optional<PlannedRun>& waiting)
{
    const bool wanted = waiting.has_value() || &session != m_ahead;
    const bool installed = !session.openChoice().packages.empty();
    const bool cancelled = error.code() == ErrorCode::Cancelled;
    if (!cancelled && wanted && !installed && !m_dialog)
        return askAndOpen(&session, waiting, toQString(error.text()));
    if (cancelled)
        dropUnused(&session);
    emit failed(error);
}

// What never was a session is nothing to keep beside others.
void SessionOpener::dropUnused(SessionController* session)
{
    if (session && session->isUnused() && m_sessions.rowCount() > 1)
        m_sessions.remove(*session);
}

void SessionOpener::close(SessionController& session)
{
    if (!session.isRunning())
        return m_sessions.remove(session);
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("A program is running"),
        tr("Closing %1 ends the program that is running in it, and its output is gone.")
            .arg(m_sessions.nameOf(session)),
        QMessageBox::Cancel, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* end = box->addButton(tr("End It and Close"), QMessageBox::AcceptRole);
    connect(
        box, &QMessageBox::finished, this,
        [this, box, end, asked = QPointer<SessionController>(&session)] {
            if (asked && box->clickedButton() == end)
                m_sessions.remove(*asked);
        });
    box->open();
}

} // namespace sandbench::ui
