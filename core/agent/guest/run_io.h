// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/input_pump.h"
#include "core/agent/guest/named_pipe.h"
#include "core/agent/guest/output_pump.h"
#include "core/agent/guest/run_spec.h"

#include <memory>

namespace sandbench::guest {

/// The files between a program and the host: pipes or a terminal, and what moves their bytes.
/// Thread: one.
class RunIo
{
public:
    /// Errors: Unavailable (no terminals here), ResourceExhausted.
    static Result<std::unique_ptr<RunIo>> open(const RunSpec& spec);
    /// For a program that is there already and opens them by name, in the first of @p folders that
    /// takes a pipe.
    static Result<std::unique_ptr<RunIo>>
    openByName(const RunSpec& spec, const std::vector<std::string>& folders);
    ~RunIo() { closeProgramEnds(); }

    /// The program's ends: stdin, stdout, stderr[, display].
    std::vector<int> programFds() const;
    /// Those of openByName(): stdin, stdout, stderr, display.
    const std::vector<std::string>& programPaths() const { return m_paths; }
    /// When the program has its own copies.
    void closeProgramEnds();

    /// Starts moving bytes.
    void
    attach(EventLoop& loop, Stream& stream, const RunSpec& spec, OutputPump::Listener listener);
    InputPump* input() { return m_input.get(); }
    void pump();
    /// See OutputPump.
    void finishSoon(bool impatient);
    bool isDone() const;
    /// Units: bytes.
    std::uint64_t bytesOf(agent::Channel channel) const;
    /// Errors: InvalidArgument (no terminal).
    Result<void> resize(PtySize size);

private:
    Result<void> openTerminal(PtySize size);
    Result<void> openPipes();
    Result<void> addOutput(agent::Channel channel);
    Result<void> openNamedPipes(const RunSpec& spec, const std::vector<std::string>& folders);
    Result<NamedPipe> takePipe(const std::vector<std::string>& folders);

    struct Output
    {
        agent::Channel channel;
        UniqueFd fd;
        std::unique_ptr<OutputPump> pump;
    };

    std::vector<UniqueFd> m_program;
    std::vector<std::string> m_paths;
    std::vector<std::string> m_toUnlink;
    std::vector<Output> m_outputs;
    UniqueFd m_inputFd;
    UniqueFd m_terminal;
    std::unique_ptr<InputPump> m_input;
};

} // namespace sandbench::guest
