// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/shell_line.h"

#include <algorithm>
#include <utility>

namespace sandbench::ui {

ShellLine::ShellLine(Session& session)
    : m_session(session)
{
}

ShellLine::~ShellLine() = default;

std::string ShellLine::take(std::size_t most)
{
    const std::lock_guard lock(m_mutex);
    std::string part = m_output.substr(0, most);
    m_output.erase(0, part.size());
    m_changed.notify_all();
    return part;
}

bool ShellLine::send(std::string_view bytes)
{
    const std::lock_guard lock(m_mutex);
    if (m_isClosed || m_input.size() + bytes.size() > kMostInput)
        return false;
    m_input += bytes;
    m_changed.notify_all();
    return true;
}

void ShellLine::resize(TerminalSize size)
{
    const std::lock_guard lock(m_mutex);
    m_size = size;
    m_changed.notify_all();
}

void ShellLine::close()
{
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    m_output.clear();
    m_changed.notify_all();
}

void ShellLine::onStarted(const std::string& runId)
{
    m_writer = std::jthread([this, runId](const std::stop_token& stop) { write(runId, stop); });
}

void ShellLine::onOutput(StreamKind, std::string_view bytes)
{
    while (!bytes.empty()) {
        bool wasEmpty = false;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_isClosed || m_output.size() < kMostOutput; });
            if (m_isClosed)
                return;
            wasEmpty = m_output.empty();
            const auto part = bytes.substr(0, kMostOutput - m_output.size());
            m_output += part;
            bytes.remove_prefix(part.size());
        }
        if (wasEmpty)
            emit ready();
    }
}

void ShellLine::write(const std::string& runId, const std::stop_token& stop)
{
    for (;;) {
        std::string input;
        std::optional<TerminalSize> size;
        {
            std::unique_lock lock(m_mutex);
            const auto hasWork = [this] { return m_isClosed || m_size || !m_input.empty(); };
            if (!m_changed.wait(lock, stop, hasWork) || m_isClosed)
                return;
            input = std::exchange(m_input, {});
            size = std::exchange(m_size, {});
        }
        // What fails has ended, and so will the run.
        if (size && !m_session.resize(runId, *size))
            return;
        if (!input.empty() && !m_session.sendInput(runId, input, stop))
            return;
    }
}

} // namespace sandbench::ui
