// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/check/grade_run.h"
#include "ui/async/job_runner.h"
#include "ui/grade/grade_model.h"

#include <QElapsedTimer>
#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>

class QAction;
class QLineEdit;
class QStackedWidget;
class QTableView;

namespace sandbench::ui {

class ElidedLabel;
class GradeDetails;
class GradeFields;
class TaskList;
struct GradeWish;

/// Where submissions are run.
struct GradePlace
{
    Json said = Json::object(); ///< Of all sandboxes, but for the engine and what is its own.
    std::string policy; ///< Its id; empty = none.
    decltype(check::CheckPlan::open) open;
};

/// A class's work graded by tests, as a table that fills, and each submission with its code, its
/// output and what differs. Thread: GUI.
class GradePanel : public QWidget
{
    Q_OBJECT

public:
    /// @p workspace and @p tasks outlive this.
    GradePanel(
        workspace::Workspace& workspace, const QStringList& engines, TaskList* tasks,
        QWidget* parent = nullptr);
    ~GradePanel() override;

    /// Asked when it is run; its error is shown.
    void setPlace(std::function<Result<GradePlace>()> place) { m_place = std::move(place); }
    GradeFields& fields() { return *m_fields; }
    const GradeModel& model() const { return m_model; }
    QTableView& table() { return *m_table; }
    GradeDetails& details() { return *m_details; }
    bool isRunning() const { return m_live != nullptr; }
    QString summary() const;

    void run() { begin(false); }
    /// Those that passed and have not changed keep their results.
    void runFailedAgain() { begin(true); }
    void stop();
    /// What is shown of the table, with tabs between its cells.
    void copy();
    /// In the format that the name ends with: csv, json. In the background, as savePages().
    void saveFile(const QString& path);
    /// An index and a page for each submission.
    void savePages(const QString& folder);

signals:
    /// As GradeDetails'.
    void openWanted(const QString& file, const QByteArray& code, const QString& origin);

private:
    struct Live;
    QWidget* buildHead();
    QWidget* buildResults();
    void buildTable(QWidget* parent);
    void begin(bool again);
    void runWish(const GradeWish& wish, GradePlace place, bool again);
    void takeNews();
    void showRead();
    void finish(const Result<void>& result);
    void chooseFile();
    void chooseFolder();
    void refresh();
    void say(const QString& sentence);
    QString progress() const;
    int currentRow() const;
    void chooseByName(const QString& name);

    workspace::Workspace& m_workspace;
    TaskList* m_tasks;
    std::function<Result<GradePlace>()> m_place;
    GradeModel m_model;
    QSortFilterProxyModel m_shown;
    std::vector<check::LikePair> m_alike;
    GradeFields* m_fields = nullptr;
    QAction *m_run = nullptr, *m_stop = nullptr, *m_again = nullptr;
    QAction *m_save = nullptr, *m_pagesAction = nullptr, *m_copy = nullptr;
    ElidedLabel* m_summary = nullptr;
    QLineEdit* m_filter = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTableView* m_table = nullptr;
    GradeDetails* m_details = nullptr;
    QTimer m_clock; ///< While it runs.
    QElapsedTimer m_began;
    std::size_t m_overBefore = 0; ///< Results that were there when it began to run.
    std::stop_source m_stopping;
    std::shared_ptr<Live> m_live; ///< Null = nothing runs.
    JobRunner m_files{JobRunner::Ending::Abandon};
    JobRunner m_jobs; ///< Last: its destruction waits.
};

} // namespace sandbench::ui
