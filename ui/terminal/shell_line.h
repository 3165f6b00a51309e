// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stoppable_condition.h"
#include "core/session/session.h"

#include <QObject>

#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace sandbench::ui {

/// The line between a shell that runs in a session and its terminal. Unlike EventRelay it gives
/// output away in small parts, as the terminal asks for them, so that a key's echo is never behind
/// more than kMostOutput; and it brings keys to the shell on a thread of its own, since a shell
/// that does not read makes its writer wait. A full line makes the shell wait; nothing is lost.
/// Thread: on…() the worker that runs the shell; the rest any.
class ShellLine : public QObject, public RunSink
{
    Q_OBJECT

public:
    static constexpr std::size_t kMostOutput = 64U << 10;
    static constexpr std::size_t kMostInput = 2U << 20;

    /// @p session outlives the run.
    explicit ShellLine(Session& session);
    ~ShellLine() override;

    /// At most @p most bytes of output; what is left is told of by ready() again.
    std::string take(std::size_t most);
    /// False when it is full: the shell has not read for a long time.
    bool send(std::string_view bytes);
    void resize(TerminalSize size);
    /// Nothing comes or goes any more, and nobody waits.
    void close();

    void onStarted(const std::string& runId) override;
    void onOutput(StreamKind stream, std::string_view bytes) override;

signals:
    /// There is output; once for all that came since the last take(). Queued to the GUI thread.
    void ready();

private:
    void write(const std::string& runId, const std::stop_token& stop);

    Session& m_session;
    std::mutex m_mutex;
    StoppableCondition m_changed;
    std::string m_output; // guarded by m_mutex
    std::string m_input; // guarded by m_mutex
    std::optional<TerminalSize> m_size; // guarded by m_mutex
    bool m_isClosed = false; // guarded by m_mutex
    std::jthread m_writer; ///< Last: it uses the others.
};

} // namespace sandbench::ui
