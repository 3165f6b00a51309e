// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/packages/missing_imports.h"

#include "core/package/imports.h"

#include <utility>

namespace sandbench::ui {

static constexpr int kTypingMilliseconds = 800;
static constexpr std::size_t kMostKnown = 200;

MissingImports::MissingImports(SessionList& sessions, QObject* parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_typing(this)
    , m_jobs(JobRunner::Ending::Wait, this)
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMilliseconds);
    connect(&m_typing, &QTimer::timeout, this, &MissingImports::ask);
    sessions.connectChosen(&SessionController::stateChanged, this, &MissingImports::followState);
    connect(&sessions, &SessionList::chosenChanged, this, &MissingImports::followState);
}

void MissingImports::setProgram(const std::string& language, const std::string& code, bool isOther)
{
    if (isOther)
        for (auto& [session, known] : m_known)
            known.told.clear();
    m_program = {language, code, false};
    ++m_round;
    m_typing.start();
}

void MissingImports::check(const std::string& language, const std::string& code)
{
    m_program = {language, code, true};
    ask();
}

void MissingImports::forget()
{
    // Which of them it was about may have been chosen no longer.
    for (auto& [session, known] : m_known)
        known.missing.clear();
    m_known[m_session].told.clear();
    m_typing.start();
}

void MissingImports::takeBack(const std::weak_ptr<Session>& session)
{
    m_known[session].told.clear();
}

void MissingImports::dismiss(const std::vector<MissingImport>& missing)
{
    for (const MissingImport& import : missing)
        m_known[m_session].dismissed.insert(import.module);
}

void MissingImports::followState()
{
    const auto& session = m_sessions.chosen().session();
    const SessionState state = m_sessions.chosen().state();
    m_session = session;
    std::erase_if(m_known, [](const auto& known) { return known.first.expired(); });
    if (state == SessionState::Running)
        m_stop.request_stop(); // the sandbox is the program's now
    else if (state == SessionState::Idle && !m_typing.isActive())
        m_typing.start();
}

void MissingImports::ask()
{
    m_typing.stop();
    m_stop.request_stop();
    if (m_program.language.empty() || !m_sessions.chosen().session()
        || m_sessions.chosen().isRunning())
        return;
    m_stop = m_jobs.run(
        this,
        [program = m_program](std::stop_token) {
            Key key = importedPackages(program.language, program.code);
            key.insert(key.begin(), program.language);
            return key;
        },
        [this, program = m_program, round = ++m_round](const Key& key) {
            if (round != m_round)
                return;
            if (key.size() == 1) // no imports
                return tell(program, key, {});
            const auto& known = m_known[m_session].missing;
            if (const auto answer = known.find(key); answer != known.end())
                return tell(program, key, answer->second);
            askSession(program, key);
        });
}

void MissingImports::askSession(const Program& program, const Key& key)
{
    const auto& session = m_sessions.chosen().session();
    if (!session || m_sessions.chosen().isRunning())
        return;
    m_stop = m_jobs.run(
        this,
        [session, program](std::stop_token stop) {
            return findMissingImports(*session, program.language, program.code, stop);
        },
        [this, program, key, round = m_round,
         asked = std::weak_ptr(session)](const Result<std::vector<MissingImport>>& missing) {
            // Where nobody can be asked, the run itself will tell.
            if (!missing || asked.expired())
                return;
            auto& known = m_known[asked].missing;
            if (known.size() >= kMostKnown)
                known.clear();
            known[key] = *missing;
            if (round == m_round && asked.lock() == m_session.lock())
                tell(program, key, *missing);
        });
}

void MissingImports::tell(
    const Program& program, const Key& key, const std::vector<MissingImport>& missing)
{
    Known& known = m_known[m_session];
    if (std::exchange(known.told, key) == key && !program.failed)
        return;
    auto wanted = missing;
    if (!program.failed)
        std::erase_if(wanted, [&](const MissingImport& import) {
            return known.dismissed.contains(import.module);
        });
    emit found(wanted);
}

} // namespace sandbench::ui
