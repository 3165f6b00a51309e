// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/own_terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace sandbench::cli {

TerminalSize terminalSize()
{
    for (const int fd : {STDOUT_FILENO, STDIN_FILENO}) {
        winsize size = {};
        if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
            return {size.ws_row, size.ws_col};
    }
    return {};
}

bool isInBackground()
{
    const auto group = ::tcgetpgrp(STDIN_FILENO); // fails for what is not our terminal
    return group > 0 && group != ::getpgrp();
}

RawTerminal::RawTerminal()
{
    termios now = {};
    if (isInBackground() || ::tcgetattr(STDIN_FILENO, &now) != 0)
        return;
    m_before = now;
    ::cfmakeraw(&now);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &now);
}

void RawTerminal::restore()
{
    const std::lock_guard lock(m_mutex);
    if (m_before)
        ::tcsetattr(STDIN_FILENO, TCSANOW, &*m_before);
    m_before.reset();
}

} // namespace sandbench::cli
