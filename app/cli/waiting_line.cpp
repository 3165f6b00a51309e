// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/waiting_line.h"

#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/text.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr std::size_t kNarrowest = 40;
constexpr std::string_view kErase = "\r\033[K";

std::size_t columnsOfTerminal()
{
    winsize size = {};
    const bool isKnown = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return isKnown ? size.ws_col : 80;
}

void write(const std::string& text)
{
    (void)writeAll(STDERR_FILENO, text);
}

} // namespace

std::string WaitingText::show(std::string_view reason)
{
    const auto text = "waiting: " + printable(oneLine(reason, 500));
    if (!m_isTerminal)
        return "sandbenchctl: " + text + "\n";
    m_isShown = true;
    // A line that the terminal breaks could not be taken off it again.
    const auto room = std::max(m_columns, kNarrowest) - 1;
    return std::string(kErase) + oneLine(text, room);
}

std::string WaitingText::end()
{
    const bool wasShown = m_isShown;
    m_isShown = false;
    return wasShown ? std::string(kErase) : std::string();
}

WaitingLine::WaitingLine(bool verbose)
    : m_isWanted(verbose || ::isatty(STDERR_FILENO) == 1)
    , m_text(::isatty(STDERR_FILENO) == 1, columnsOfTerminal())
{
}

std::function<void(std::string_view)> WaitingLine::callback()
{
    if (!m_isWanted)
        return {};
    return [this](std::string_view reason) { write(m_text.show(reason)); };
}

void WaitingLine::end()
{
    if (const auto text = m_text.end(); !text.empty())
        write(text);
}

} // namespace sandbench::cli
