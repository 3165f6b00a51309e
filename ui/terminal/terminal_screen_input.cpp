// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What keys, the mouse and pastes are for the program in a TerminalScreen.
#include "ui/terminal/terminal_vterm.h"

#include <array>
#include <utility>

namespace sandbench::ui {

namespace {

VTermModifier modifiersOf(Qt::KeyboardModifiers modifiers)
{
    int all = VTERM_MOD_NONE;
    all |= (modifiers & Qt::ShiftModifier) != 0 ? VTERM_MOD_SHIFT : 0;
    all |= (modifiers & Qt::AltModifier) != 0 ? VTERM_MOD_ALT : 0;
    all |= (modifiers & Qt::ControlModifier) != 0 ? VTERM_MOD_CTRL : 0;
    return static_cast<VTermModifier>(all);
}

constexpr auto kNamedKeys = std::to_array<std::pair<Qt::Key, VTermKey>>(
    {{Qt::Key_Up, VTERM_KEY_UP},
     {Qt::Key_Down, VTERM_KEY_DOWN},
     {Qt::Key_Left, VTERM_KEY_LEFT},
     {Qt::Key_Right, VTERM_KEY_RIGHT},
     {Qt::Key_Insert, VTERM_KEY_INS},
     {Qt::Key_Delete, VTERM_KEY_DEL},
     {Qt::Key_Home, VTERM_KEY_HOME},
     {Qt::Key_End, VTERM_KEY_END},
     {Qt::Key_PageUp, VTERM_KEY_PAGEUP},
     {Qt::Key_PageDown, VTERM_KEY_PAGEDOWN}});

/// As xterm has them: libvterm's own form of these with modifiers is known to few programs.
std::string simpleKey(int key, Qt::KeyboardModifiers modifiers)
{
    const bool isControl = (modifiers & Qt::ControlModifier) != 0;
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return "\r";
    case Qt::Key_Backspace:
        return isControl ? "\b" : "\x7f";
    case Qt::Key_Escape:
        return "\x1b";
    case Qt::Key_Tab:
        return "\t";
    case Qt::Key_Backtab:
        return "\x1b[Z";
    default:
        break;
    }
    const bool isAltGr = isControl && (modifiers & Qt::AltModifier) != 0;
    if (isControl && !isAltGr && key == Qt::Key_Space)
        return std::string(1, '\0');
    if (isControl && ((key >= Qt::Key_A && key <= Qt::Key_Z) || !isAltGr) && key >= Qt::Key_At
        && key <= Qt::Key_Underscore)
        return std::string(1, static_cast<char>(key & 0x1F));
    return {};
}

} // namespace

bool TerminalScreen::pressKey(int key, Qt::KeyboardModifiers modifiers, const QString& text)
{
    const auto own = modifiersOf(modifiers);
    for (const auto& [name, code] : kNamedKeys)
        if (key == name) {
            vterm_keyboard_key(m_terminal->get(), code, own);
            return true;
        }
    if (key >= Qt::Key_F1 && key <= Qt::Key_F12) {
        const int code = VTERM_KEY_FUNCTION_0 + 1 + key - Qt::Key_F1;
        vterm_keyboard_key(m_terminal->get(), static_cast<VTermKey>(code), own);
        return true;
    }
    std::string bytes = simpleKey(key, modifiers);
    const bool isSimple = !bytes.empty();
    if (!isSimple)
        bytes = text.toStdString();
    if (bytes.empty())
        return false;
    const bool isAltGr = !isSimple && (modifiers & Qt::ControlModifier) != 0;
    if ((modifiers & Qt::AltModifier) != 0 && !isAltGr)
        bytes.insert(bytes.begin(), '\x1b');
    m_output += bytes;
    return true;
}

bool TerminalScreen::bracketsPastes()
{
    const std::string before = takeOutput();
    vterm_keyboard_start_paste(m_terminal->get());
    const bool isOn = !m_output.empty();
    m_output = before;
    return isOn;
}

void TerminalScreen::paste(std::string_view text)
{
    vterm_keyboard_start_paste(m_terminal->get());
    m_output += text;
    vterm_keyboard_end_paste(m_terminal->get());
}

void TerminalScreen::moveMouse(int row, int column, Qt::KeyboardModifiers modifiers)
{
    if (m_mouse != Mouse::None)
        vterm_mouse_move(m_terminal->get(), row, column, modifiersOf(modifiers));
}

void TerminalScreen::pressMouse(int button, bool isDown, Qt::KeyboardModifiers modifiers)
{
    if (m_mouse != Mouse::None)
        vterm_mouse_button(m_terminal->get(), button, isDown, modifiersOf(modifiers));
}

void TerminalScreen::setFocused(bool isFocused)
{
    VTermState* state = vterm_obtain_state(m_terminal->get());
    isFocused ? vterm_state_focus_in(state) : vterm_state_focus_out(state);
}

} // namespace sandbench::ui
