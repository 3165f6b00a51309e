// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console_sink.h"

#include "core/workspace/run_board.h"

#include <csignal>
#include <unistd.h>

namespace sandbench::cli {

namespace {

class HostedControl : public RunControl
{
public:
    explicit HostedControl(std::shared_ptr<workspace::HostedRun> run)
        : m_run(std::move(run))
    {
    }
    Result<void> sendInput(std::string_view bytes) override { return m_run->sendInput(bytes); }
    Result<void> closeInput() override { return m_run->closeInput(); }
    Result<void> signal(int number) override { return m_run->signal(number); }
    Result<void> resize(TerminalSize size) override { return m_run->resize(size); }

private:
    const std::shared_ptr<workspace::HostedRun> m_run;
};

} // namespace

// A terminal ends its input too: programs that read get its end, not silence.
Result<std::unique_ptr<StdinPump>> openInput(const RunOptions& options)
{
    if (options.stdinPath != kNoInput)
        return StdinPump::open(options.stdinPath);
    return options.terminal ? StdinPump::open("/dev/null") : nullptr;
}

std::shared_ptr<RunControl> controlOf(std::shared_ptr<workspace::HostedRun> run)
{
    return std::make_shared<HostedControl>(std::move(run));
}

ConsoleSink::ConsoleSink(Signals& signals, std::unique_ptr<StdinPump> pump, Options options)
    : m_signals(signals)
    , m_options(options)
    , m_stdout(STDOUT_FILENO, signals.stopToken())
    , m_stderr(STDERR_FILENO, signals.stopToken())
    , m_pump(std::move(pump))
{
    m_signals.setInterruptHandler([this] { return interrupt(); });
}

ConsoleSink::~ConsoleSink()
{
    m_signals.setInterruptHandler({});
    m_signals.setResizeHandler({});
}

void ConsoleSink::follow(std::shared_ptr<RunControl> run)
{
    const std::lock_guard lock(m_mutex);
    m_run = std::move(run);
}

// The first one: a program that does not end by it is ended by the second.
bool ConsoleSink::interrupt()
{
    const std::lock_guard lock(m_mutex);
    if (!m_hasStarted || std::exchange(m_wasInterrupted, true))
        return false;
    return m_run->signal(SIGINT).has_value();
}

void ConsoleSink::onStarted(const std::string&)
{
    const std::lock_guard lock(m_mutex);
    m_hasStarted = true;
    std::function<void()> onGivenUp;
    if (m_options.terminal) {
        m_signals.setResizeHandler([run = m_run] { (void)run->resize(terminalSize()); });
        onGivenUp = [this] { m_signals.requestStop(); };
        if (!m_options.quiet)
            m_terminal.emplace();
    }
    if (m_pump)
        m_pump->start(m_run, std::move(onGivenUp));
}

void ConsoleSink::endTerminal()
{
    const std::lock_guard lock(m_mutex);
    if (m_terminal)
        m_terminal->restore();
}

void ConsoleSink::onOutput(StreamKind stream, std::string_view bytes)
{
    if (!m_options.quiet)
        pass(stream == StreamKind::Stdout ? m_stdout : m_stderr, bytes);
}

void ConsoleSink::onResult(std::string_view text)
{
    if (!m_options.quiet)
        pass(m_stdout, std::string(text) + "\n");
}

// A run whose output goes nowhere has no purpose: it is ended as a pipeline ends its writers.
void ConsoleSink::pass(StreamWriter& writer, std::string_view bytes)
{
    if (!m_problem.empty())
        return;
    const auto written = writer.write(bytes);
    if (written || written.error().code() == ErrorCode::Cancelled)
        return;
    m_problem = written.error().text();
    m_signals.requestStop();
}

} // namespace sandbench::cli
