// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <mutex>
#include <optional>
#include <termios.h>

namespace sandbench::cli {

/// Of the terminal that our output, or else our input, is; TerminalSize's own where neither is one.
TerminalSize terminalSize();

/// Whether standard input is our terminal, and another job has its keys: reading them would stop
/// this program.
bool isInBackground();

/// Standard input's terminal handed to a program: every key reaches it as it is typed, Ctrl-C too.
/// As it was before when this goes. Nothing where standard input is no terminal of ours.
/// Thread: any.
class RawTerminal
{
public:
    RawTerminal();
    ~RawTerminal() { restore(); }
    RawTerminal(const RawTerminal&) = delete;
    RawTerminal& operator=(const RawTerminal&) = delete;

    void restore();

private:
    std::mutex m_mutex;
    std::optional<termios> m_before;
};

} // namespace sandbench::cli
