// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <optional>

namespace sandbench::ui {

/// What a process has used. Source: proc_pid_stat(5).
struct ProcessUse
{
    qint64 ticks = 0; ///< Of the processor. Units: clock ticks.
    qint64 residentPages = 0;
};
/// Nothing where @p stat is not what the kernel writes.
std::optional<ProcessUse> readProcessUse(const QByteArray& stat);

/// Ends a page's process that takes too much memory, which the web engine itself bounds for
/// JavaScript's objects only, and tells of one that keeps a processor busy. Thread: GUI.
class PageWatch : public QObject
{
    Q_OBJECT

public:
    struct Limits
    {
        qint64 memory = qint64{1} << 30; ///< Units: bytes.
        double share = 0.9; ///< Of a processor: what is busy,
        std::chrono::milliseconds busy{10'000}; ///< and for how long it may be.
        std::chrono::milliseconds interval{500};
    };
    /// @p process: its id, 0 while there is none.
    PageWatch(std::function<qint64()> process, Limits limits, QObject* parent);

signals:
    /// It has been killed.
    void tooLarge();
    void busyChanged(bool busy);

private:
    void look();
    void judge(qint64 ticks);

    std::function<qint64()> m_process;
    Limits m_limits;
    QTimer m_timer;
    QElapsedTimer m_since; ///< When it had m_ticks.
    qint64 m_watched = 0;
    qint64 m_ticks = 0;
    bool m_isBusy = false;
};

} // namespace sandbench::ui
