// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress_view.h"

#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/units.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr std::size_t kMaxLine = 4096;

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

std::string amount(std::uint64_t done, std::uint64_t total)
{
    if (!done && !total)
        return {};
    return total ? formatSize(done) + " of " + formatSize(total) : formatSize(done);
}

std::string layerLine(const ImageProgress::Layer& layer)
{
    return padded(printable(layer.id), 13) + padded(printable(layer.status), 19)
        + amount(layer.doneBytes, layer.totalBytes);
}

std::string totalLine(const ImageProgress& progress)
{
    auto line
        = padded("", 13) + padded("in all", 19) + amount(progress.doneBytes, progress.totalBytes);
    if (progress.bytesPerSecond >= 1)
        line += ", " + formatSize(static_cast<std::uint64_t>(progress.bytesPerSecond)) + "/s";
    return line;
}

bool isDone(const ImageProgress::Layer& layer)
{
    return layer.status == "Pull complete" || layer.status == "Already exists";
}

ProgressView::Screen screenOfStderr()
{
    ProgressView::Screen screen;
    screen.terminal = ::isatty(STDERR_FILENO) == 1;
    winsize size = {};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        screen.columns = size.ws_col;
        screen.rows = size.ws_row;
    }
    return screen;
}

} // namespace

std::string ProgressView::show(const ImageProgress& progress)
{
    auto out = erased();
    out += text(progress.line);
    out += m_screen.terminal ? drawn(progress) : changes(progress);
    return out;
}

std::string ProgressView::end()
{
    auto out = erased();
    if (!m_line.empty())
        out += printable(m_line) + "\n";
    m_line.clear();
    return out;
}

// Whole lines only; a carriage return begins the line anew, as on a terminal.
std::string ProgressView::text(const std::string& raw)
{
    std::string out;
    for (const char c : raw) {
        if (c == '\n' || m_line.size() >= kMaxLine) {
            out += printable(m_line) + "\n";
            m_line.clear();
        }
        if (c == '\r')
            m_line.clear();
        else if (c == '\t')
            m_line += "    ";
        else if (c != '\n')
            m_line += c;
    }
    return out;
}

std::string ProgressView::erased()
{
    std::string out;
    for (; m_drawn > 0; --m_drawn)
        out += "\x1b[1A\x1b[2K";
    return out.empty() ? out : "\r" + out;
}

std::string ProgressView::drawn(const ImageProgress& progress)
{
    // What is finished makes room for what is not.
    const std::size_t room = m_screen.rows > 4 ? m_screen.rows - 3 : 1;
    std::vector<std::string> lines;
    for (const auto& layer : progress.layers) {
        if (progress.layers.size() <= room || !isDone(layer))
            lines.push_back(layerLine(layer));
    }
    lines.resize(std::min(lines.size(), room));
    if (!progress.layers.empty())
        lines.push_back(totalLine(progress));
    std::string out;
    for (const auto& line : lines)
        out += line.substr(0, m_screen.columns - 1) + "\n";
    m_drawn = lines.size();
    return out;
}

std::string ProgressView::changes(const ImageProgress& progress)
{
    std::string out;
    for (const auto& layer : progress.layers) {
        auto& told = m_told[layer.id];
        if (told == layer.status)
            continue;
        told = layer.status;
        out += printable(layer.id) + ": " + printable(layer.status) + "\n";
    }
    return out;
}

ProgressPrinter::ProgressPrinter(bool wanted)
    : m_wanted(wanted)
    , m_view(screenOfStderr())
{
}

ProgressPrinter::~ProgressPrinter()
{
    if (m_wanted)
        (void)writeAll(STDERR_FILENO, m_view.end()).has_value();
}

OnImageProgress ProgressPrinter::callback()
{
    if (!m_wanted)
        return {};
    return [this](const ImageProgress& progress) {
        // Nobody may be reading it any more, which is no reason to end a pull.
        (void)writeAll(STDERR_FILENO, m_view.show(progress)).has_value();
    };
}

} // namespace sandbench::cli
