// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/image_store.h"
#include "ui/tasks/task_list.h"

#include <QObject>

#include <memory>
#include <stop_token>

namespace sandbench::ui {

/// How far an export or a load is, for the list of tasks: the job leaves numbers, a timer looks.
/// Deletes itself at the end. Thread: GUI.
class TransferFeed : public QObject
{
    Q_OBJECT

public:
    /// @p tasks: null = nobody is told.
    TransferFeed(TaskList* tasks, QObject* parent);

    /// For the job; outlives this.
    OnImageProgress callback();
    void begin(const QString& title, std::stop_source stop);
    void end(const TaskOutcome& outcome);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    struct State;

    TaskList* m_tasks;
    TaskList::Id m_task = 0;
    std::shared_ptr<State> m_state;
};

} // namespace sandbench::ui
