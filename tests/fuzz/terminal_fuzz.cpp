// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "ui/terminal/terminal_screen.h"

#include <algorithm>
#include <cstdlib>
#include <string>

using namespace sandbench::ui;

namespace {

/// Nothing is outside of the grid, and nothing that a shell would run is answered.
void check(TerminalScreen& screen)
{
    const auto cursor = screen.cursor();
    if (cursor.row >= screen.rows() || cursor.column >= screen.columns())
        std::abort();
    for (auto line = screen.screenLine(); line < screen.endLine(); ++line)
        if (screen.line(line).size() != static_cast<std::size_t>(screen.columns()))
            std::abort();
    const std::string answers = screen.takeOutput();
    if (answers.size() > TerminalScreen::kMostAnswers
        || answers.find_first_not_of("\x1b[?>0123456789;cnR") != std::string::npos)
        std::abort();
}

std::string shown(const TerminalScreen& screen)
{
    std::string all;
    for (auto line = screen.firstLine(); line < screen.endLine(); ++line) {
        for (const TerminalCell& cell : screen.line(line))
            for (const std::uint32_t value :
                 {cell.style.foreground, cell.style.background,
                  std::uint32_t{cell.style.attributes}, std::uint32_t{cell.width}})
                all += std::to_string(value) + ' ';
        all += screen.textOf(line) + '\n';
    }
    const auto cursor = screen.cursor();
    return all + std::to_string(cursor.row) + ' ' + std::to_string(cursor.column);
}

// Where there is a byte 0xFF, which no UTF-8 text holds, the window has another size.
std::string read(std::string_view bytes, std::size_t piece)
{
    TerminalScreen screen(6, 20);
    std::size_t turn = 0;
    for (std::size_t at = 0; at < bytes.size();) {
        const auto length = std::min({piece, bytes.find('\xFF', at) - at, bytes.size() - at});
        screen.feed(bytes.substr(at, length));
        check(screen);
        for (at += length; at < bytes.size() && bytes[at] == '\xFF'; ++at) {
            ++turn;
            screen.resize(static_cast<int>(turn * 7 % 23), static_cast<int>(turn * 11 % 61));
            check(screen);
        }
    }
    return shown(screen);
}

} // namespace

/// The first byte says in which pieces the rest arrives: the screen is the same as all at once.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (size > 0 && read(bytes.substr(1), size) != read(bytes.substr(1), 1 + data[0] % 13))
        std::abort();
    return 0;
}
