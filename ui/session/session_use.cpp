// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_use.h"

#include "core/base/units.h"
#include "ui/common/text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace sandbench::ui {

QString usedName(Used what)
{
    switch (what) {
    case Used::Cpu:
        return SessionUse::tr("CPU");
    case Used::Memory:
        return SessionUse::tr("Memory");
    case Used::Processes:
        return SessionUse::tr("Processes");
    case Used::Disk:
        return SessionUse::tr("Disk");
    }
    return {};
}

static constexpr double kWorkShare = 0.01; // of a processor: less is the agent's own

void SessionUse::begin(qint64 now, const SandboxLimits& limits)
{
    m_series = {};
    m_lastWork = now;
    m_lastCpuSeconds = -1;
    seriesOf(Used::Cpu).limit = limits.cpus;
    seriesOf(Used::Memory).limit = static_cast<double>(limits.memoryBytes);
    seriesOf(Used::Processes).limit = static_cast<double>(limits.pids);
    seriesOf(Used::Disk).limit = static_cast<double>(limits.diskBytes);
    emit changed();
}

void SessionUse::push(Used what, qint64 now, double value)
{
    auto& samples = seriesOf(what).samples;
    samples.push_back({now, std::max(value, 0.0)});
    if (samples.size() > kSamples)
        samples.pop_front();
}

void SessionUse::add(
    qint64 now, const Session::Metrics& metrics, const std::optional<Session::DiskUse>& disk)
{
    if (m_lastCpuSeconds >= 0 && now > m_lastAt) {
        const double share
            = (metrics.cpuSeconds - m_lastCpuSeconds) * 1000 / static_cast<double>(now - m_lastAt);
        push(Used::Cpu, now, share);
        if (share >= kWorkShare)
            noteWork(now);
    }
    m_lastCpuSeconds = metrics.cpuSeconds;
    m_lastAt = now;
    push(Used::Memory, now, static_cast<double>(metrics.memoryBytes));
    push(Used::Processes, now, static_cast<double>(metrics.processes));
    if (disk) {
        seriesOf(Used::Disk).limit = static_cast<double>(disk->totalBytes);
        push(Used::Disk, now, static_cast<double>(disk->usedBytes));
    } else if (!seriesOf(Used::Disk).samples.empty()) {
        push(Used::Disk, now, seriesOf(Used::Disk).samples.back().value);
    }
    emit changed();
}

double SessionUse::top(Used what) const
{
    const Series& series = seriesOf(what);
    if (series.limit > 0)
        return series.limit;
    double largest = 1;
    for (const Sample& sample : series.samples)
        largest = std::max(largest, sample.value);
    return what == Used::Cpu ? std::ceil(largest) : largest;
}

std::vector<double> SessionUse::shares(Used what, std::size_t most) const
{
    const auto& all = samples(what);
    const double whole = top(what);
    std::vector<double> shares;
    for (std::size_t i = all.size() - std::min(all.size(), most); i < all.size(); ++i)
        shares.push_back(std::clamp(all[i].value / whole, 0.0, 1.0));
    return shares;
}

QString SessionUse::valueText(Used what, double value)
{
    switch (what) {
    case Used::Cpu:
        return tr("%1 %").arg(QLocale().toString(qRound(value * 100)));
    case Used::Processes:
        return QLocale().toString(qRound(value));
    case Used::Memory:
    case Used::Disk:
        return toQString(formatSize(static_cast<std::uint64_t>(value)));
    }
    return {};
}

QString SessionUse::words(Used what) const
{
    const Series& series = seriesOf(what);
    if (series.samples.empty())
        return QStringLiteral("–");
    const QString now = valueText(what, series.samples.back().value);
    return series.limit > 0 ? tr("%1 of %2").arg(now, valueText(what, series.limit)) : now;
}

} // namespace sandbench::ui
