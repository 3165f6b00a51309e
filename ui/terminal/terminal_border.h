// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/ansi_parser.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace sandbench::ui {

/// What of a program's output a terminal may see, in order.
class TerminalBorderSink
{
public:
    virtual ~TerminalBorderSink() = default;
    /// Well-formed UTF-8, controls and whole sequences of the list below; kMostAtOnce at most.
    virtual void passed(std::string_view bytes) = 0;
    /// It stands on the character before it.
    virtual void joined(char32_t mark) = 0;
    /// What follows belongs to this link; empty = to none. Untrusted.
    virtual void linked(std::string_view address) = 0;
};

/// The border between a hostile program and libvterm, which trusts its input: too many parameters,
/// numbers or marks, a repeat of nothing and a cursor that was saved before the window shrank write
/// past its memory or never end; marks never reach it. Only what vim, less, htop, tmux and shells
/// need goes through, each sequence written anew and bounded.
///
/// Refused: every operating system command but links (clipboard, titles, colours), every control
/// string (status requests), window operations, printing, 8-bit controls, double-width lines, the
/// erasure of what has scrolled away. Of requests for an answer only these pass, because programs
/// wait for them and their answers are digits that no shell runs: device attributes (CSI c, CSI >
/// c), status and cursor position (CSI 5 n, CSI 6 n).
/// Source: ECMA-48, xterm's ctlseqs, libvterm 0.1.4 and 0.3.3.
class TerminalBorder : private AnsiHandler
{
public:
    static constexpr std::size_t kMostAtOnce = 2048; ///< libvterm takes four times that of stack.
    static constexpr int kMostRepeats = 500;
    static constexpr int kMostMarks = 8; ///< That join one character.

    explicit TerminalBorder(TerminalBorderSink& sink)
        : m_sink(sink)
    {
    }

    void feed(std::string_view bytes);
    /// Sequences, strings and controls that were refused so far.
    std::size_t refused() const { return m_refused; }

private:
    void printAscii(std::string_view run) override;
    void print(char32_t codePoint) override;
    void control(char code) override;
    void csi(const CsiSequence& sequence) override;
    void ignored() override { ++m_refused; }
    void escape(char intermediate, char final) override;
    void command(std::string_view text) override;

    void style(const CsiSequence& sequence);
    void modes(const CsiSequence& sequence);
    void repeat(int count);
    void write(std::string_view bytes);
    void writeSequence(const CsiSequence& sequence, std::size_t parameters);
    void flush();

    TerminalBorderSink& m_sink;
    AnsiParser m_parser;
    std::string m_out;
    char32_t m_last = 0; ///< What a repeat repeats; 0 = nothing.
    int m_marks = kMostMarks; ///< That have joined the character before; none can join nothing.
    std::size_t m_refused = 0;
};

} // namespace sandbench::ui
