// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/output/spool_file.h"

#include <QObject>
#include <QString>

#include <stop_token>

namespace sandbench::ui {

class TaskList;

/// Writes what a program printed (its two streams, byte for byte, without echo and notices) to a
/// file that the user named. On a worker that may hang with its disk; the file appears complete or
/// not at all.
/// Thread: GUI; the signal comes there too.
class SpoolSaver : public QObject
{
    Q_OBJECT
public:
    explicit SpoolSaver(QObject* parent = nullptr);

    /// Is told of what is saved; null = nobody is.
    void setTasks(TaskList* tasks) { m_tasks = tasks; }
    /// Bytes [begin, end) of @p spool as of now. One at a time: a running save is given up.
    void save(
        const std::shared_ptr<SpoolFile>& spool, std::uint64_t begin, std::uint64_t end,
        const QString& path);

signals:
    /// @p error is empty when all went well.
    void finished(const QString& path, const QString& error);

private:
    TaskList* m_tasks = nullptr;
    JobRunner m_jobs;
    std::stop_source m_running;
};

} // namespace sandbench::ui
