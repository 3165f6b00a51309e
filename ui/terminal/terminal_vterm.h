// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/terminal/terminal_screen.h"

extern "C" {
#include <vterm.h>
}

#include <memory>

namespace sandbench::ui {

/// Owns the terminal of libvterm.
struct TerminalScreen::Terminal
{
    Terminal(int rows, int columns)
        : m_terminal(vterm_new(rows, columns), &vterm_free)
    {
    }
    VTerm* get() const { return m_terminal.get(); }

private:
    std::unique_ptr<VTerm, void (*)(VTerm*)> m_terminal;
};

} // namespace sandbench::ui
