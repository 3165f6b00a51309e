// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tasks/task_list.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr int kTickMilliseconds = 1000;

TaskList::TaskList(int shownAfter, QObject* parent)
    : QAbstractListModel(parent)
    , m_shownAfter(shownAfter)
{
    m_clock.start();
    m_due.setSingleShot(true);
    connect(&m_due, &QTimer::timeout, this, &TaskList::showDue);
    m_ticker.setInterval(kTickMilliseconds);
    connect(&m_ticker, &QTimer::timeout, this, &TaskList::tick);
}

TaskList::Id
TaskList::begin(const QObject* owner, const QString& title, std::function<void()> cancel)
{
    const Id id = ++m_last;
    m_waiting.push_back(
        {id,
         title,
         {},
         std::move(cancel),
         std::nullopt,
         m_clock.elapsed(),
         -1,
         std::nullopt,
         false});
    connect(owner, &QObject::destroyed, this, [this, id] {
        const Task* task = find(id);
        if (task && !task->outcome)
            drop(id);
    });
    showDue();
    return id;
}

TaskList::Task* TaskList::find(Id task)
{
    for (Tasks* tasks : {&m_waiting, &m_rows}) {
        const auto found
            = std::ranges::find_if(*tasks, [task](const Task& each) { return each.id == task; });
        if (found != tasks->end())
            return &*found;
    }
    return nullptr;
}

int TaskList::rowOf(Id task) const
{
    const auto found
        = std::ranges::find_if(m_rows, [task](const Task& each) { return each.id == task; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void TaskList::showDue()
{
    while (!m_waiting.empty()
           && m_clock.elapsed() - m_waiting.front().began >= qint64{m_shownAfter}) {
        Task task = std::move(m_waiting.front());
        m_waiting.erase(m_waiting.begin());
        showTask(std::move(task));
    }
    if (m_waiting.empty())
        m_due.stop();
    else
        m_due.start(static_cast<int>(
            std::max<qint64>(1, m_waiting.front().began + m_shownAfter - m_clock.elapsed())));
}

void TaskList::showTask(Task task)
{
    beginInsertRows({}, 0, 0);
    m_rows.insert(m_rows.begin(), std::move(task));
    endInsertRows();
    m_ticker.start();
    emit countChanged();
}

void TaskList::changed(int row)
{
    if (row >= 0)
        emit dataChanged(index(row), index(row));
}

void TaskList::report(Id task, const QString& detail, std::optional<double> share)
{
    Task* found = find(task);
    if (!found || found->outcome)
        return;
    found->detail = detail;
    found->share = share;
    changed(rowOf(task));
}

void TaskList::end(Id task, const TaskOutcome& outcome)
{
    Task* found = find(task);
    if (!found || found->outcome)
        return;
    const int row = rowOf(task);
    if (row < 0)
        return drop(task);
    found->outcome = outcome;
    found->ended = m_clock.elapsed();
    found->cancel = {};
    const int place = goingOn(); // behind those that go on
    if (place != row) {
        beginMoveRows({}, row, row, {}, place + 1);
        std::rotate(m_rows.begin() + row, m_rows.begin() + row + 1, m_rows.begin() + place + 1);
        endMoveRows();
    }
    changed(place);
    if (place == 0)
        m_ticker.stop();
    if (rowCount() - place > kMostEnded)
        removeRow(rowCount() - 1);
    emit countChanged();
    emit ended();
}

void TaskList::removeRow(int row)
{
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
}

void TaskList::drop(Id task)
{
    std::erase_if(m_waiting, [task](const Task& each) { return each.id == task; });
    if (const int row = rowOf(task); row >= 0) {
        removeRow(row);
        emit countChanged();
    }
}

int TaskList::goingOn() const
{
    return static_cast<int>(
        std::ranges::count_if(m_rows, [](const Task& task) { return !task.outcome; }));
}

void TaskList::cancel(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    Task& task = m_rows[static_cast<std::size_t>(row)];
    if (!task.cancel)
        return;
    task.isCancelling = true;
    changed(row);
    const auto stop = task.cancel; // the task may end in it
    stop();
}

void TaskList::forgetEnded()
{
    const int first = goingOn();
    if (first == rowCount())
        return;
    beginRemoveRows({}, first, rowCount() - 1);
    m_rows.erase(m_rows.begin() + first, m_rows.end());
    endRemoveRows();
    emit countChanged();
}

int TaskList::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

static QString durationText(qint64 milliseconds)
{
    const qint64 seconds = milliseconds / 1000;
    return seconds < 60 ? TaskList::tr("%1 s").arg(seconds)
                        : TaskList::tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
}

QString TaskList::detailOf(const Task& task) const
{
    QStringList parts;
    if (task.outcome) {
        parts
            << (task.outcome->end == TaskEnd::Done         ? tr("Done")
                    : task.outcome->end == TaskEnd::Failed ? tr("Failed")
                                                           : tr("Cancelled"))
            << task.outcome->sentence << tr("after %1").arg(durationText(task.ended - task.began));
    } else {
        parts << (task.isCancelling ? tr("Cancelling…") : QString())
              << (task.share ? tr("%1 %").arg(static_cast<int>(*task.share * 100)) : QString())
              << task.detail << durationText(m_clock.elapsed() - task.began);
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QVariant TaskList::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Task& task = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return task.title;
    case DetailRole:
        return detailOf(task);
    case Qt::AccessibleTextRole:
        return tr("%1: %2").arg(task.title, detailOf(task));
    case ShareRole:
        return task.share ? QVariant(*task.share) : QVariant();
    case GoingOnRole:
        return !task.outcome;
    case CancellableRole:
        return static_cast<bool>(task.cancel);
    case EndRole:
        return task.outcome ? QVariant(static_cast<int>(task.outcome->end)) : QVariant();
    default:
        return {};
    }
}

// How long each has taken.
void TaskList::tick()
{
    if (const int count = goingOn(); count > 0)
        emit dataChanged(index(0), index(count - 1), {DetailRole});
}

} // namespace sandbench::ui
