// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/replay/replay.h"

#include <cstdint>
#include <string>
#include <string_view>

/// What plays in a terminal. No I/O. Thread: any.
namespace sandbench::replay {

/// Makes of a stream's text what a terminal can be given: line ends as it needs them, and of its
/// control sequences only those that colour text, erase, or move the cursor. All others (titles,
/// the clipboard, questions that it would answer) are left out, as is a part that never ends. Takes
/// text in pieces of any length. Source: ECMA-48, xterm's ctlseqs.
class TerminalText
{
public:
    std::string take(std::string_view text);

private:
    enum class Within {
        Text,
        Escape, ///< Behind ESC.
        Sequence, ///< Behind ESC [.
        String, ///< Behind ESC ] and its like, until BEL or ESC.
        Charset ///< Behind ESC ( and its like: one more character.
    };
    void takeByte(char c, std::string& into);
    void takeText(char c, std::string& into);

    Within m_within = Within::Text;
    std::string m_sequence; ///< Its parameters so far.
    char m_last = 0;
    bool m_isC1 = false; ///< The first byte of a control character of ISO 6429 came.
};

/// Source: asciinema's cast format, version 2. Standard error is shown as the output it was on a
/// terminal.
/// @p record: of the run, untrusted; its program and beginning are the title and the time stamp.
std::string asciinemaCast(const Json& record, const Replay& replay);

} // namespace sandbench::replay
