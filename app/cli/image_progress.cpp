// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/image_progress.h"

#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/units.h"

#include <algorithm>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr std::size_t kLongestLine = 4096;

void toStderr(const std::string& text)
{
    // Nobody to tell when stderr is closed.
    (void)writeAll(STDERR_FILENO, text);
}

} // namespace

std::string progressText(const ImageProgress& progress)
{
    std::string text;
    if (!progress.layers.empty()) {
        const auto done = std::count_if(
            progress.layers.begin(), progress.layers.end(), [](const ImageProgress::Layer& layer) {
                return layer.status == "Pull complete" || layer.status == "Already exists";
            });
        text = std::to_string(done) + " of " + std::to_string(progress.layers.size()) + " layers";
    }
    if (progress.doneBytes > 0) {
        text += (text.empty() ? "" : ", ") + formatSize(progress.doneBytes);
        if (progress.totalBytes > 0)
            text += " of " + formatSize(progress.totalBytes);
    }
    if (progress.bytesPerSecond >= 1)
        text += (text.empty() ? "" : ", ")
            + formatSize(static_cast<std::uint64_t>(progress.bytesPerSecond)) + "/s";
    return text;
}

ImageProgressView::ImageProgressView(const std::string& doing)
    : m_isTerminal(::isatty(STDERR_FILENO) != 0)
{
    note(doing);
}

ImageProgressView::~ImageProgressView()
{
    if (!m_log.empty())
        sayLog("\n");
    if (m_hasLine)
        toStderr("\r\033[K");
}

void ImageProgressView::show(const ImageProgress& progress)
{
    if (!progress.line.empty())
        sayLog(progress.line);
    const auto text = m_isTerminal ? progressText(progress) : "";
    if (text.empty())
        return;
    toStderr("\r\033[K" + text);
    m_hasLine = true;
}

void ImageProgressView::sayLog(const std::string& text)
{
    m_log += text;
    for (auto end = m_log.find('\n'); end != std::string::npos || m_log.size() > kLongestLine;
         end = m_log.find('\n')) {
        const auto cut = std::min(end, kLongestLine);
        toStderr((m_hasLine ? "\r\033[K" : "") + printable(m_log.substr(0, cut)) + "\n");
        m_hasLine = false;
        m_log.erase(0, cut == end ? cut + 1 : cut);
    }
}

} // namespace sandbench::cli
