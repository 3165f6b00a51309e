// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminal_session.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/terminal/shell_line.h"

#include <QElapsedTimer>

#include <utility>

namespace sandbench::ui {

static RunRequest shellRequest(TerminalSize size)
{
    RunRequest request;
    request.language.clear();
    request.command
        = {"/bin/sh", "-c", "command -v bash >/dev/null 2>&1 && exec bash -i; exec sh -i"};
    request.env = {{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}};
    request.liveInput = true;
    request.terminal = size;
    request.isObserved = false;
    request.limits = {0, 0, 0, 0, 1024}; // the session's own are enough
    request.keepBytes = 0;
    return request;
}

static Result<RunRecord> runShell(
    workspace::HostedSandbox& sandbox, ShellLine& line, TerminalSize size, std::stop_token stop)
{
    const workspace::HostedSandbox::Use use(sandbox);
    std::stop_source ending;
    const std::stop_callback whenStopped(stop, [&ending] { ending.request_stop(); });
    const std::stop_callback whenClosed(sandbox.closing(), [&ending] { ending.request_stop(); });
    return sandbox.session().run(shellRequest(size), line, ending.get_token());
}

TerminalSession::TerminalSession(SessionController& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
{
    m_work.setSingleShot(true);
    connect(&m_work, &QTimer::timeout, this, &TerminalSession::work);
    connect(&m_jobs, &JobRunner::idle, this, &TerminalSession::idle);
    connect(&session, &SessionController::stateChanged, this, &TerminalSession::opened);
}

TerminalSession::~TerminalSession()
{
    if (m_line)
        m_line->close(); // a worker may be waiting for room in it
    m_stop.request_stop();
}

void TerminalSession::setState(State state)
{
    if (std::exchange(m_state, state) != state)
        emit stateChanged();
}

void TerminalSession::start(TerminalSize size)
{
    if (m_state != State::None)
        return;
    m_size = size;
    if (m_session.session())
        return begin();
    setState(State::Opening);
    if (!m_session.isBusy())
        m_session.warmUp();
}

void TerminalSession::opened(SessionState state)
{
    if (m_state != State::Opening || state == SessionState::Opening)
        return;
    if (m_session.session())
        return begin();
    setState(State::None);
    emit ended(tr("The session could not be opened."));
}

void TerminalSession::begin()
{
    auto sandbox = m_session.sandbox();
    m_line = std::make_shared<ShellLine>(sandbox->session());
    connect(m_line.get(), &ShellLine::ready, this, &TerminalSession::work, Qt::QueuedConnection);
    setState(State::Running);
    m_stop = m_jobs.run(
        this,
        [sandbox, line = m_line, size = m_size](std::stop_token stop) {
            return runShell(*sandbox, *line, size, std::move(stop));
        },
        [this](const Result<RunRecord>& record) { finish(record); });
}

void TerminalSession::work()
{
    QElapsedTimer passed;
    passed.start();
    while (m_line && !passed.hasExpired(kWorkMilliseconds)) {
        const std::string part = m_line->take(kPartBytes);
        if (part.empty())
            return;
        emit output(QByteArray::fromStdString(part));
    }
    m_work.start(0);
}

void TerminalSession::send(const QByteArray& bytes)
{
    if (m_line && !m_line->send({bytes.data(), static_cast<std::size_t>(bytes.size())}))
        emit refused();
}

void TerminalSession::resize(TerminalSize size)
{
    m_size = size;
    if (m_line)
        m_line->resize(size);
}

void TerminalSession::stop()
{
    m_stop.request_stop();
    if (m_line)
        m_line->close();
}

void TerminalSession::finish(const Result<RunRecord>& record)
{
    for (std::string part = m_line->take(kPartBytes); !part.empty();
         part = m_line->take(kPartBytes))
        emit output(QByteArray::fromStdString(part));
    m_line->close();
    m_line.reset();
    setState(State::None);
    if (!record)
        emit ended(SafeText::display(record.error().text()));
    else if (record->verdict == Verdict::Exited && record->exitCode)
        emit ended(tr("The shell ended with status %1.").arg(*record->exitCode));
    else
        emit ended(SafeText::display(verdictSentence(*record)));
}

} // namespace sandbench::ui
