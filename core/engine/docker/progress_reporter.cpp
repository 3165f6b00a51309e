// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/progress_reporter.h"

namespace sandbench::docker {
namespace {

constexpr auto kWindow = std::chrono::seconds(3);
constexpr auto kPause = std::chrono::milliseconds(100);

} // namespace

void SpeedMeter::add(Time now, std::uint64_t bytes)
{
    if (!m_samples.empty() && bytes < m_samples.back().bytes)
        m_samples.clear();
    m_samples.push_back({now, bytes});
    while (m_samples.size() > 2 && now - m_samples[1].time >= kWindow)
        m_samples.pop_front();
}

double SpeedMeter::bytesPerSecond() const
{
    if (m_samples.size() < 2)
        return 0;
    const std::chrono::duration<double> span = m_samples.back().time - m_samples.front().time;
    if (span.count() <= 0)
        return 0;
    return static_cast<double>(m_samples.back().bytes - m_samples.front().bytes) / span.count();
}

void ProgressReporter::transferBegins(std::string name, std::string status, std::uint64_t total)
{
    m_own = {std::move(name), std::move(status), 0, total};
}

void ProgressReporter::transferred(std::uint64_t bytes)
{
    m_own.doneBytes += bytes;
}

void ProgressReporter::update(SpeedMeter::Time now, bool last)
{
    ImageProgress progress;
    progress.line = m_parser.takeText();
    const auto& layers = m_parser.layers();
    // A registry that stalls right behind its list of layers says nothing that would show it later.
    const bool due = !m_told || now - *m_told >= kPause || layers.size() != m_toldLayers || last;
    if (!m_onProgress || (!due && progress.line.empty()))
        return;
    if (!m_own.id.empty())
        progress.layers.push_back(m_own);
    progress.layers.insert(progress.layers.end(), layers.begin(), layers.end());
    progress.doneBytes = m_own.doneBytes + m_parser.doneBytes();
    progress.totalBytes = m_own.totalBytes + m_parser.totalBytes();
    if (due) {
        m_told = now;
        m_toldLayers = layers.size();
        m_speed.add(now, progress.doneBytes);
    }
    progress.bytesPerSecond = m_speed.bytesPerSecond();
    m_onProgress(progress);
}

} // namespace sandbench::docker
