// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QElapsedTimer>
#include <QString>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace sandbench::ui {

enum class TaskEnd { Done, Failed, Cancelled };

struct TaskOutcome
{
    TaskEnd end = TaskEnd::Done;
    QString sentence; ///< Empty = nothing is to be added.
};

/// What goes on in a window and takes its time, and what ended lately. Those who do long work tell
/// it; nobody sees a task that is over within a second. Texts are safe to show. Thread: GUI.
class TaskList : public QAbstractListModel
{
    Q_OBJECT

public:
    using Id = quint64; ///< 0 is none.
    enum Role {
        DetailRole = Qt::UserRole, ///< "12 s · Copying the folder"
        ShareRole, ///< Of the work that is done, 0 to 1; nothing = nobody knows.
        GoingOnRole,
        CancellableRole,
        EndRole, ///< A TaskEnd; nothing while it goes on.
    };
    static constexpr int kMostEnded = 20;

    /// @p shownAfter: units: milliseconds.
    explicit TaskList(int shownAfter = 1000, QObject* parent = nullptr);

    /// Goes on until end(), or until @p owner is gone. @p cancel may be empty: it cannot be.
    Id begin(const QObject* owner, const QString& title, std::function<void()> cancel = {});
    /// How far it is. @p share: see ShareRole.
    void report(Id task, const QString& detail, std::optional<double> share = std::nullopt);
    void end(Id task, const TaskOutcome& outcome);
    /// As if it had never been.
    void drop(Id task);

    /// Those that are shown.
    int goingOn() const;
    /// Asks whoever does it to stop; its end is told by them.
    void cancel(int row);
    void forgetEnded();

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

signals:
    /// What goingOn() or rowCount() tell.
    void countChanged();
    /// One that was shown.
    void ended();

private:
    struct Task
    {
        Id id = 0;
        QString title, detail;
        std::function<void()> cancel;
        std::optional<double> share;
        qint64 began = 0, ended = -1; ///< By m_clock.
        std::optional<TaskOutcome> outcome;
        bool isCancelling = false;
    };
    using Tasks = std::vector<Task>;
    Task* find(Id task);
    int rowOf(Id task) const;
    void showDue();
    void showTask(Task task);
    void changed(int row);
    void removeRow(int row);
    QString detailOf(const Task& task) const;
    void tick();

    int m_shownAfter;
    Id m_last = 0;
    QElapsedTimer m_clock;
    Tasks m_waiting; ///< Not shown yet, oldest first.
    Tasks m_rows; ///< Those that go on, the newest first, then those that ended, the latest first.
    QTimer m_due, m_ticker;
};

} // namespace sandbench::ui
