// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/session/session_controller.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace sandbench::ui {

class ShellLine;

/// A shell in the sandbox of a session, for a terminal: bash where there is one, else sh. It is no
/// run of the history, nothing observes it, and only the session's own limits hold it. Opens the
/// sandbox where there is none. Thread: GUI.
class TerminalSession : public QObject
{
    Q_OBJECT

public:
    static constexpr int kWorkMilliseconds = 4; ///< Then keys and painting have their turn.
    static constexpr std::size_t kPartBytes = 4096; ///< Of which the slowest takes no longer.

    enum class State { None, Opening, Running };

    /// @p session outlives it, or ends it.
    explicit TerminalSession(SessionController& session, QObject* parent = nullptr);
    ~TerminalSession() override;

    State state() const { return m_state; }
    /// Nothing runs, and nothing is on its way.
    bool isIdle() const { return m_jobs.isIdle(); }
    void start(TerminalSize size);
    void send(const QByteArray& bytes);
    void resize(TerminalSize size);
    /// Kills what runs; ended() comes.
    void stop();

signals:
    void stateChanged();
    void idle();
    /// A part of what it wrote, small enough that nothing waits for it.
    void output(const QByteArray& bytes);
    /// The input was lost: the shell does not read.
    void refused();
    /// @p why: one sentence, ours; its words may be foreign, and are safe.
    void ended(const QString& why);

private:
    void setState(State state);
    void begin();
    void work();
    void finish(const Result<RunRecord>& record);
    void opened(SessionState state);

    SessionController& m_session;
    State m_state = State::None;
    TerminalSize m_size;
    std::shared_ptr<ShellLine> m_line; // shared with its job
    std::stop_source m_stop;
    QTimer m_work; ///< While there is output.
    JobRunner m_jobs; ///< Last: it waits for the jobs.
};

} // namespace sandbench::ui
