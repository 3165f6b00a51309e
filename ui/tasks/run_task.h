// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/async/job_runner.h"
#include "ui/common/safe_text.h"
#include "ui/tasks/task_list.h"

#include <QPointer>

namespace sandbench::ui {

/// How work with this result ended, for most kinds of results.
template <typename T> TaskOutcome outcomeOf(const Result<T>& result)
{
    if (result)
        return {TaskEnd::Done, {}};
    if (result.error().code() == ErrorCode::Cancelled)
        return {TaskEnd::Cancelled, {}};
    return {TaskEnd::Failed, SafeText::display(result.error().text())};
}
/// Of work that tells its problem; empty = there was none.
inline TaskOutcome outcomeOf(const QString& problem)
{
    return {problem.isEmpty() ? TaskEnd::Done : TaskEnd::Failed, SafeText::display(problem)};
}

/// JobRunner::run() as a task, which its row in the list can stop. @p tasks: null = nobody is told.
template <typename Work, typename Done>
std::stop_source runTask(
    TaskList* tasks, const QString& title, JobRunner& jobs, QObject* context, Work work, Done done)
{
    auto task = std::make_shared<TaskList::Id>(0);
    const std::stop_source source = jobs.run(
        context, std::move(work),
        [list = QPointer(tasks), task, done = std::move(done)](auto result) mutable {
            if (list)
                list->end(*task, outcomeOf(result));
            done(std::move(result));
        });
    if (tasks)
        *task = tasks->begin(context, title, [source]() mutable { source.request_stop(); });
    return source;
}

} // namespace sandbench::ui
