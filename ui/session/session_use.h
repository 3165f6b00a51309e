// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <vector>

namespace sandbench::ui {

/// What of a sandbox is measured.
enum class Used { Cpu, Memory, Processes, Disk };

inline constexpr std::array kAllUsed{Used::Cpu, Used::Memory, Used::Processes, Used::Disk};

/// "Memory", for people.
QString usedName(Used what);

/// What an open sandbox used in the last minutes, and how much of it there is. Thread: GUI.
class SessionUse : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t kSamples = 450; // a quarter of an hour while it works

    /// Units: milliseconds since 1970; processors, bytes, processes, bytes.
    struct Sample
    {
        qint64 at = 0;
        double value = 0;
    };

    using QObject::QObject;
    /// Another sandbox: nothing is known of it but what it may use. Units of @p now: milliseconds
    /// since 1970.
    void begin(qint64 now, const SandboxLimits& limits);
    /// A run goes on or has just ended in it.
    void noteWork(qint64 now) { m_lastWork = now; }
    /// Since the last run and since anything in it used a processor. Units: seconds.
    qint64 idleSeconds(qint64 now) const { return std::max(now - m_lastWork, qint64(0)) / 1000; }
    /// @p disk: nothing = nobody has asked, it is as it was.
    void
    add(qint64 now, const Session::Metrics& metrics, const std::optional<Session::DiskUse>& disk);

    /// The oldest first; empty = not measured yet, or the engine cannot tell.
    const std::deque<Sample>& samples(Used what) const { return seriesOf(what).samples; }
    /// 0 = there is none.
    double limit(Used what) const { return seriesOf(what).limit; }
    /// What a full graph means: the limit, or what is enough for all samples.
    double top(Used what) const;
    /// The last samples, @p most of them. Units: shares of top(), from 0 to 1.
    std::vector<double> shares(Used what, std::size_t most) const;
    /// "12 MiB of 512 MiB"; "–" where nothing is known.
    QString words(Used what) const;
    /// The same of any value of it.
    static QString valueText(Used what, double value);

signals:
    void changed();

private:
    struct Series
    {
        std::deque<Sample> samples;
        double limit = 0;
    };
    Series& seriesOf(Used what) { return m_series.at(static_cast<std::size_t>(what)); }
    const Series& seriesOf(Used what) const { return m_series.at(static_cast<std::size_t>(what)); }
    void push(Used what, qint64 now, double value);

    std::array<Series, kAllUsed.size()> m_series;
    double m_lastCpuSeconds = -1;
    qint64 m_lastAt = 0, m_lastWork = 0;
};

} // namespace sandbench::ui
