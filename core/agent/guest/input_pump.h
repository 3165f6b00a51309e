// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/stream.h"

namespace sandbench::guest {

/// The host's input on its way into a program. What the program does not read stays here, bounded
/// by the credit. Thread: one.
class InputPump
{
public:
    /// @p terminal: the end is a character, not a closed file.
    InputPump(EventLoop& loop, Stream& stream, UniqueFd fd, bool terminal);
    ~InputPump();

    void append(std::string_view bytes);
    void end();

private:
    void flush();
    void close();

    EventLoop& m_loop;
    Stream& m_stream;
    UniqueFd m_fd;
    std::string m_pending;
    std::size_t m_written = 0;
    bool m_terminal;
    bool m_ended = false;
};

} // namespace sandbench::guest
