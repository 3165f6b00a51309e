// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/line_history.h"

#include "core/base/fd.h"
#include "core/base/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::cli {

static constexpr std::size_t kMostHistoryBytes = 1U << 20;

static std::string textOf(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines)
        text += line + '\n';
    return text;
}

LineHistory::LineHistory(std::string path)
    : m_path(std::move(path))
{
}

std::vector<std::string> LineHistory::read() const
{
    const auto text = m_path.empty() ? Result<std::string>(std::string())
                                     : readFile(m_path, 64 * kMostHistoryBytes);
    std::vector<std::string> lines;
    if (!text)
        return lines;
    for (std::string_view rest = *text; !rest.empty();)
        if (const auto line = takeUpTo(rest, '\n'); !line.empty())
            lines.emplace_back(line);
    if (lines.size() > kMostLines)
        lines.erase(lines.begin(), lines.end() - kMostLines);
    if (text->size() > kMostHistoryBytes) {
        const UniqueFd file(::open(m_path.c_str(), O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC));
        if (file)
            (void)writeAll(file.get(), textOf(lines));
    }
    return lines;
}

void LineHistory::add(std::string_view line) const
{
    if (m_path.empty() || line.empty())
        return;
    const UniqueFd file(
        ::open(m_path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (file)
        (void)writeAll(file.get(), std::string(line) + '\n');
}

} // namespace sandbench::cli
