// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/batch/batch_job.h"
#include "ui/batch/batch_model.h"

#include <QSortFilterProxyModel>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>

class QAction;
class QLineEdit;
class QProgressBar;
class QStackedWidget;
class QTableView;

namespace sandbench::ui {

class BatchDetails;
class BatchFields;
class ElidedLabel;
class TaskList;

/// Where a batch runs.
struct BatchPlace
{
    Json said = Json::object(); ///< Of all sandboxes, but for engine, image and connection.
    std::string policy; ///< Its id; empty = none.
    OpenBatchSandbox open;
};

/// Many programs, a line of a file each: how far they are, those that did not pass, and what came
/// of each. Thread: GUI.
class BatchPanel : public QWidget
{
    Q_OBJECT

public:
    /// @p workspace and @p tasks outlive this.
    BatchPanel(
        workspace::Workspace& workspace, const QStringList& engines, TaskList* tasks,
        QWidget* parent = nullptr);
    ~BatchPanel() override;

    /// Asked when it is run; its error is shown.
    void setPlace(std::function<Result<BatchPlace>()> place) { m_place = std::move(place); }
    BatchFields& fields() { return *m_fields; }
    const BatchModel& model() const { return m_model; }
    QTableView& table() { return *m_table; }
    BatchDetails& details() { return *m_details; }
    bool isRunning() const { return m_isRunning; }
    QString summary() const;

    /// What is in the folder of results already, is not run again.
    void run() { begin(batch::BatchAsked::Begin::Resume); }
    void runFailedAgain() { begin(batch::BatchAsked::Begin::FailedAgain); }
    void stop();
    /// The path of the folder of results, to the clipboard: nothing of a sandbox is opened outside.
    void copyFolder();
    void copy();

signals:
    /// As BatchDetails'.
    void openWanted(const QString& file, const QByteArray& code, const QString& origin);

private:
    QWidget* buildHead();
    QWidget* buildResults();
    void buildTable(QWidget* parent);
    void begin(batch::BatchAsked::Begin how);
    void takeNews();
    void finish(const Result<void>& result);
    void showCurrent();
    void refresh();
    void say(const QString& sentence);
    QString endText(const BatchState& state) const;
    static QString progressText(const BatchState& state);

    workspace::Workspace& m_workspace;
    const QStringList m_engines;
    TaskList* m_tasks;
    std::function<Result<BatchPlace>()> m_place;
    BatchModel m_model;
    QSortFilterProxyModel m_shown;
    BatchFields* m_fields = nullptr;
    QAction *m_run = nullptr, *m_stop = nullptr, *m_again = nullptr;
    QAction *m_folder = nullptr, *m_copy = nullptr;
    ElidedLabel* m_summary = nullptr;
    QProgressBar* m_progress = nullptr;
    QLineEdit* m_filter = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTableView* m_table = nullptr;
    BatchDetails* m_details = nullptr;
    QTimer m_clock; ///< While it runs.
    bool m_isRunning = false;
    std::stop_source m_stopping;
    std::shared_ptr<BatchJob> m_job; ///< The last one; null = none was begun.
    JobRunner m_jobs; ///< Last: its destruction waits.
};

} // namespace sandbench::ui
