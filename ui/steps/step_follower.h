// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_run.h"
#include "ui/async/job_runner.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandbench::ui {

class SessionController;

/// Reads the trace of the next run of a session while it is written, and removes it at the end.
/// Thread: GUI.
class StepFollower : public QObject
{
    Q_OBJECT

public:
    /// What a trace was, once it is whole.
    struct Outcome
    {
        std::string python; ///< "3.11.7", foreign; empty = nothing was traced.
        std::optional<trace::TraceEnd> end;
        std::size_t oddLines = 0;
    };

    /// @p traceFile: of trace::recordSteps().
    StepFollower(SessionController& session, std::string traceFile, QObject* parent);

    /// Where it has not begun, there will be no run.
    void giveUp();

signals:
    void stepsRead(const std::vector<trace::StepRecord>& steps);
    /// The last of it.
    void ended(const Outcome& outcome);

private:
    void runEnds();
    void read();
    void take(const Result<std::vector<trace::StepRecord>>& steps);
    void finish();

    QPointer<SessionController> m_session;
    std::shared_ptr<Session> m_sandbox; ///< Null before the run began.
    std::shared_ptr<trace::TraceTail> m_tail; ///< Shared with the job that reads.
    bool m_isReading = false;
    bool m_hasRunEnded = false;
    bool m_isOver = false;
    bool m_isLastRead = false; ///< What is being read is all that there will be.
    QTimer m_pause; ///< Between two readings.
    JobRunner m_jobs; ///< Last: its destruction waits for jobs.
};

} // namespace sandbench::ui
