// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench::cli {

/// Finds what is pasted among what is typed: a terminal in bracketed-paste mode puts it between
/// "ESC [ 2 0 0 ~" and "ESC [ 2 0 1 ~". Pure.
class PasteFilter
{
public:
    static constexpr std::string_view kTurnOn = "\x1b[?2004h";
    static constexpr std::string_view kTurnOff = "\x1b[?2004l";

    /// The next byte from the terminal. Returns what may be handed on now: nothing while a mark may
    /// be coming or a paste goes on, then all of the paste, its lines ended by '\n' and without
    /// other control characters than tabs.
    std::string feed(char byte);
    /// Whether what feed() has just returned was pasted.
    bool wasPaste() const { return m_wasPaste; }

private:
    std::string m_held; // the beginning of a mark, perhaps
    std::string m_paste;
    bool m_isPaste = false;
    bool m_wasPaste = false;
};

} // namespace sandbench::cli
