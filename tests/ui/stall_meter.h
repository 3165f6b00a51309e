// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/stall_watchdog.h"

#include <QElapsedTimer>
#include <QString>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace sandbench::test {

/// How long the event loop was away, as a timer that is always due sees it, and how much of that
/// the thread worked: the rest it waited, for a disk or for a processor that others had.
class StallMeter
{
public:
    StallMeter()
    {
        m_ticker.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_ticker, &QTimer::timeout, [this] {
            const double worked = workedMilliseconds();
            const Stall stall{m_since.restart(), worked - std::exchange(m_worked, worked)};
            m_longest = std::max(
                m_longest, stall, [](const Stall& a, const Stall& b) { return a.away < b.away; });
            m_mostWork = std::max(m_mostWork, stall.worked);
        });
        m_since.start();
        m_ticker.start(1);
    }

    /// Units: ms.
    qint64 longest() const { return m_longest.away; }
    QString text() const
    {
        return QStringLiteral("%1 ms (of which work: %2 ms); most work at a time: %3 ms")
            .arg(m_longest.away)
            .arg(m_longest.worked, 0, 'f', 0)
            .arg(m_mostWork, 0, 'f', 0);
    }

private:
    struct Stall
    {
        qint64 away = 0;
        double worked = 0;
    };

    QElapsedTimer m_since;
    QTimer m_ticker;
    double m_worked = workedMilliseconds();
    Stall m_longest;
    double m_mostWork = 0;
};

} // namespace sandbench::test
