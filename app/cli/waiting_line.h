// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace sandbench::cli {

/// What to write on stderr to show why a sandbox is not there yet: one line of a terminal that the
/// next one replaces, elsewhere a line each. What engines wrote comes out harmless. No I/O.
class WaitingText
{
public:
    explicit WaitingText(bool terminal, std::size_t columns = 80)
        : m_isTerminal(terminal)
        , m_columns(columns)
    {
    }

    std::string show(std::string_view reason);
    /// Takes the line off a terminal.
    std::string end();

private:
    bool m_isTerminal;
    std::size_t m_columns;
    bool m_isShown = false;
};

/// The same on stderr: on a terminal, or elsewhere where @p verbose. Nothing is left of it at the
/// end. Thread: one at a time.
class WaitingLine
{
public:
    explicit WaitingLine(bool verbose);
    ~WaitingLine() { end(); }
    WaitingLine(const WaitingLine&) = delete;
    WaitingLine& operator=(const WaitingLine&) = delete;

    /// For SandboxSpec::onWaiting, as long as this lives; empty = nothing is to be shown.
    std::function<void(std::string_view)> callback();
    void end();

private:
    bool m_isWanted;
    WaitingText m_text;
};

} // namespace sandbench::cli
