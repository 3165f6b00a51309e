// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace sandbench::cli {

/// Reads lines from standard input: with editing and history (libedit) on a terminal, plainly
/// otherwise. Thread: readLine() one; interrupt() any.
class LineReader
{
public:
    enum class Outcome { Line, Interrupted, End };

    /// A stop request ends every readLine() with End. @p historyFile: of a terminal's lines; empty
    /// = they are forgotten.
    explicit LineReader(std::stop_token stop, std::string historyFile = {});
    ~LineReader();

    bool isInteractive() const { return m_edit != nullptr; }
    /// Waits for a line; @p into gets it without its newline. @p prompt is shown on a terminal
    /// only.
    Outcome readLine(const std::string& prompt, std::string& into);
    /// Of a terminal: the line just read was pasted, and more of the paste is to be read.
    bool isPasting() const;
    /// Not of a terminal: there is another line, or the beginning of one, at once.
    bool hasMore() const;
    /// Makes a waiting readLine() return Interrupted.
    void interrupt();

private:
    class Edit;
    friend class Edit;

    /// Waits for input; false = interrupted or stopped.
    bool waitReadable();
    Outcome readPlain(std::string& into);

    std::stop_token m_stop;
    WakeEvent m_wake;
    std::unique_ptr<Edit> m_edit;
    std::string m_pending;
    bool m_atEnd = false;
    std::stop_callback<std::function<void()>> m_onStop;
};

} // namespace sandbench::cli
