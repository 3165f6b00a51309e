// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_opener.h"

#include "ui/common/text.h"

#include <algorithm>
#include <utility>

namespace sandbench::ui {

SessionOpener::SessionOpener(
    SessionController& controller, EngineSource& engines,
    std::function<std::string()> standardImage, QWidget* window)
    : QObject(window)
    , m_controller(controller)
    , m_engines(engines)
    , m_standardImage(std::move(standardImage))
    , m_window(window)
{
    if (const auto remembered = rememberedChoice()) {
        m_choice = *remembered;
        m_mustAsk = asksBeforeOpening();
    }
    prepare();
    connect(&m_controller, &SessionController::openFailed, this, &SessionOpener::openFailed);
}

// Which image an empty one means may change with the document.
SessionChoice SessionOpener::prepared() const
{
    SessionChoice choice = m_choice;
    if (choice.text("image").empty() && choice.text("pod").empty() && opensContainers()) {
        choice.set("image", m_standardImage());
        choice.isStandardImage = true;
    }
    return choice;
}

void SessionOpener::prepare()
{
    m_controller.setChoice(prepared());
}

bool SessionOpener::opensContainers() const
{
    const auto engine = m_engines.find(m_choice.text("engine"), m_choice.text("connection"));
    return engine && usesImages(**engine);
}

void SessionOpener::openWithPackages(std::vector<InstallRequest> packages)
{
    if (m_controller.isRunning())
        return;
    if (m_controller.session() || m_controller.isBusy())
        m_controller.destroySession();
    SessionChoice choice = prepared();
    // What is there already keeps its network.
    choice.fetchesPackages = opensContainers() && choice.text("pod").empty()
        && std::any_of(packages.begin(), packages.end(), [](const InstallRequest& request) {
                                 return request.sources.offlineFolder.empty();
                             });
    choice.packages = std::move(packages);
    m_controller.setChoice(choice);
    m_controller.warmUp();
    prepare();
}

void SessionOpener::changeImage(const std::string& image)
{
    if (!m_choice.text("image").empty())
        m_choice.set("image", image);
    m_controller.destroySession();
}

void SessionOpener::openAhead()
{
    if (m_mustAsk)
        return;
    prepare();
    m_controller.warmUp();
}

void SessionOpener::run(const RunRequest& request)
{
    if (!m_mustAsk || m_controller.session() || m_controller.isBusy()) {
        prepare();
        return m_controller.run(request);
    }
    m_waiting = request;
    askAndOpen({});
}

void SessionOpener::newSession()
{
    if (m_controller.isRunning())
        return;
    m_waiting.reset();
    askAndOpen({});
}

void SessionOpener::changeOptions()
{
    NewSessionDialog* dialog = ask(NewSessionDialog::Purpose::Remember);
    if (!dialog)
        return;
    connect(dialog, &QDialog::accepted, this, [this, dialog] { take(*dialog); });
    dialog->open();
}

NewSessionDialog* SessionOpener::ask(NewSessionDialog::Purpose purpose)
{
    if (m_dialog)
        return nullptr;
    SessionChoice start = m_choice;
    if (start.text("engine").empty())
        start.set("engine", m_engines.names().front());
    m_dialog = new NewSessionDialog(m_engines, m_jobs, start, m_standardImage(), purpose, m_window);
    return m_dialog;
}

void SessionOpener::take(const NewSessionDialog& dialog)
{
    m_choice = dialog.choice();
    rememberChoice(m_choice);
    prepare();
    setAsksBeforeOpening(dialog.asksNextTime());
    m_mustAsk = false; // it was just answered
    emit choiceChanged();
}

void SessionOpener::askAndOpen(const QString& reason)
{
    NewSessionDialog* dialog = ask(NewSessionDialog::Purpose::Open);
    if (!dialog)
        return;
    if (!reason.isEmpty())
        dialog->explain(reason);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        take(*dialog);
        open();
    });
    connect(dialog, &QDialog::rejected, this, [this] {
        if (std::exchange(m_waiting, std::nullopt))
            emit failed(Error(ErrorCode::Cancelled, "no session was opened"));
    });
    dialog->open();
}

void SessionOpener::open()
{
    if (m_controller.session() || m_controller.isBusy())
        m_controller.destroySession();
    m_wasAsked = true;
    if (const auto request = std::exchange(m_waiting, std::nullopt))
        m_controller.run(*request);
    else
        m_controller.warmUp();
}

// A bare error would leave the user to find the place where it can be put right.
void SessionOpener::openFailed(const Error& error, const std::optional<RunRequest>& waiting)
{
    const bool wasAsked = std::exchange(m_wasAsked, false);
    const bool wanted = wasAsked || waiting.has_value();
    const bool installed = !m_controller.openChoice().packages.empty();
    if (error.code() == ErrorCode::Cancelled || !wanted || installed || m_dialog) {
        emit failed(error);
        return;
    }
    m_waiting = waiting;
    askAndOpen(toQString(error.text()));
}

} // namespace sandbench::ui
