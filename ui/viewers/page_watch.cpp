// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/page_watch.h"

#include <QFile>

#include <csignal>
#include <unistd.h>

namespace sandbench::ui {

std::optional<ProcessUse> readProcessUse(const QByteArray& stat)
{
    // The name before it may have blanks and brackets.
    const auto fields = stat.mid(stat.lastIndexOf(')') + 1).simplified().split(' ');
    constexpr qsizetype kUser = 11, kSystem = 12, kResident = 21;
    if (fields.size() <= kResident)
        return std::nullopt;
    bool isUser = false, isSystem = false, isResident = false;
    const ProcessUse use{
        fields[kUser].toLongLong(&isUser) + fields[kSystem].toLongLong(&isSystem),
        fields[kResident].toLongLong(&isResident)};
    return isUser && isSystem && isResident ? std::optional(use) : std::nullopt;
}

PageWatch::PageWatch(std::function<qint64()> process, Limits limits, QObject* parent)
    : QObject(parent)
    , m_process(std::move(process))
    , m_limits(limits)
{
    connect(&m_timer, &QTimer::timeout, this, &PageWatch::look);
    m_timer.start(m_limits.interval);
}

void PageWatch::look()
{
    const qint64 process = m_process();
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    if (process <= 0 || !file.open(QIODevice::ReadOnly))
        return;
    const auto use = readProcessUse(file.readAll());
    if (!use)
        return;
    if (use->residentPages > m_limits.memory / ::sysconf(_SC_PAGESIZE)) {
        m_timer.stop();
        ::kill(static_cast<pid_t>(process), SIGKILL);
        return emit tooLarge();
    }
    if (process != m_watched) {
        m_watched = process;
        m_ticks = use->ticks;
        m_since.start();
    }
    judge(use->ticks);
}

void PageWatch::judge(qint64 ticks)
{
    const qint64 elapsed = m_since.elapsed();
    if (elapsed < m_limits.busy.count())
        return;
    const qint64 used = (ticks - m_ticks) * 1000 / ::sysconf(_SC_CLK_TCK);
    m_ticks = ticks;
    m_since.start();
    const bool isBusy = double(used) >= double(elapsed) * m_limits.share;
    if (isBusy != m_isBusy)
        emit busyChanged(m_isBusy = isBusy);
}

} // namespace sandbench::ui
