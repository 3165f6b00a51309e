// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/stream_writer.h"
#include "app/common/signals.h"
#include "core/workspace/run_board.h"

#include <csignal>
#include <memory>
#include <mutex>
#include <string>
#include <unistd.h>

namespace sandbench::cli {

/// Shows a cell's output, and lets the signal thread interrupt the cell.
class CellSink : public RunSink
{
public:
    explicit CellSink(Signals& signals)
        : m_signals(signals)
        , m_stdout(STDOUT_FILENO, signals.stopToken())
        , m_stderr(STDERR_FILENO, signals.stopToken())
    {
    }

    void begin()
    {
        const std::scoped_lock lock(m_mutex);
        m_running = true;
        m_interrupted = 0;
        m_hasStarted = false;
    }
    void follow(std::shared_ptr<workspace::HostedRun> run)
    {
        const std::scoped_lock lock(m_mutex);
        m_run = std::move(run);
    }
    void end()
    {
        const std::scoped_lock lock(m_mutex);
        m_running = false;
        m_run.reset();
    }
    /// Thread: any. False = no cell runs.
    bool interrupt()
    {
        const std::scoped_lock lock(m_mutex);
        m_interrupted += m_running ? 1 : 0;
        // A cell that does not listen would otherwise keep the terminal for ever.
        if (m_running && m_hasStarted)
            (void)m_run->signal(m_interrupted < 3 ? SIGINT : SIGKILL);
        return m_running;
    }

    void onStarted(const std::string&) override
    {
        const std::scoped_lock lock(m_mutex);
        m_hasStarted = true;
        if (m_interrupted > 0)
            (void)m_run->signal(SIGINT);
    }
    void onOutput(StreamKind stream, std::string_view bytes) override
    {
        pass(stream == StreamKind::Stdout ? m_stdout : m_stderr, bytes);
    }
    void onResult(std::string_view text) override { pass(m_stdout, std::string(text) + "\n"); }

private:
    void pass(StreamWriter& writer, std::string_view bytes)
    {
        if (!writer.write(bytes))
            m_signals.requestStop();
    }

    Signals& m_signals;
    StreamWriter m_stdout, m_stderr;
    std::mutex m_mutex;
    std::shared_ptr<workspace::HostedRun> m_run;
    bool m_running = false, m_hasStarted = false;
    int m_interrupted = 0; // Ctrl-C so far in this cell
};

} // namespace sandbench::cli
