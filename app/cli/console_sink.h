// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/own_terminal.h"
#include "app/cli/run_control.h"
#include "app/cli/run_plan.h"
#include "app/cli/stdin_pump.h"
#include "app/cli/stream_writer.h"
#include "app/common/signals.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace sandbench::cli {

/// The input that RunOptions::stdinPath says; null = none. Errors: StdinPump's.
Result<std::unique_ptr<StdinPump>> openInput(const RunOptions& options);

/// The events of a run that a person or a script waits for: output to our own streams, the
/// program's input once it has started, and Ctrl-C for the program before it is for us.
class ConsoleSink : public RunSink
{
public:
    struct Options
    {
        bool quiet = false; ///< Shows nothing of the output.
        bool terminal = false; ///< The program has one; ours is handed to it.
    };
    /// @p pump: null = the program reads nothing.
    ConsoleSink(Signals& signals, std::unique_ptr<StdinPump> pump, Options options);
    ~ConsoleSink() override;
    ConsoleSink(const ConsoleSink&) = delete;
    ConsoleSink& operator=(const ConsoleSink&) = delete;

    void follow(std::shared_ptr<RunControl> run);
    /// Our terminal is ours again. Thread: any.
    void endTerminal();
    /// Why we stopped the run ourselves; empty = we did not.
    const std::string& problem() const { return m_problem; }

    void onStarted(const std::string&) override;
    void onOutput(StreamKind stream, std::string_view bytes) override;
    void onResult(std::string_view text) override;

private:
    bool interrupt();
    void pass(StreamWriter& writer, std::string_view bytes);

    Signals& m_signals;
    const Options m_options;
    StreamWriter m_stdout, m_stderr;
    std::string m_problem;
    std::mutex m_mutex; ///< Of what the signal thread uses too.
    std::shared_ptr<RunControl> m_run;
    std::optional<RawTerminal> m_terminal;
    bool m_hasStarted = false, m_wasInterrupted = false;
    std::unique_ptr<StdinPump> m_pump; ///< Last: it uses the others.
};

} // namespace sandbench::cli
