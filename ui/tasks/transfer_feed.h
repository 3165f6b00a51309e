// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tasks/task_list.h"

#include <QObject>

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>

namespace sandbench::ui {

/// How far a transfer is: its job writes, the feed reads. Units: bytes. Thread: any.
struct TransferCounts
{
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0; ///< 0 = not known.
};

/// Tells a list of tasks how far a transfer is. Deletes itself at the end. Thread: GUI.
class TransferFeed : public QObject
{
    Q_OBJECT

public:
    /// @p tasks: null = nobody is told.
    TransferFeed(TaskList* tasks, QObject* parent);

    /// For the job; may outlive this.
    const std::shared_ptr<TransferCounts>& counts() const { return m_counts; }
    void begin(const QString& title, std::stop_source stop);
    void end(const TaskOutcome& outcome);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    TaskList* m_tasks;
    TaskList::Id m_task = 0;
    std::shared_ptr<TransferCounts> m_counts = std::make_shared<TransferCounts>();
};

} // namespace sandbench::ui
