// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/matrix_run.h"
#include "ui/async/job_runner.h"
#include "ui/matrix/matrix_model.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QAction;
class QLineEdit;
class QPlainTextEdit;
class QStackedWidget;
class QTableView;

namespace sandbench::ui {

class ElidedLabel;
class TaskList;

/// What can be run, and how.
struct MatrixSubjects
{
    std::vector<check::MatrixProgram> programs;
    Json said = Json::object(); ///< Of all sandboxes.
    decltype(check::CheckPlan::open) open;
};

/// The open programs run in several places, as a grid that fills, and what differs. Thread: GUI.
class MatrixPanel : public QWidget
{
    Q_OBJECT

public:
    /// @p workspace and @p tasks outlive this.
    MatrixPanel(
        workspace::Workspace& workspace, const QStringList& engines, TaskList* tasks,
        QWidget* parent = nullptr);
    ~MatrixPanel() override;

    /// Asked when it is run; its error is shown.
    void setSubjects(std::function<Result<MatrixSubjects>()> subjects);
    /// One more place, unless it is there.
    void addPlace(const QString& line);
    bool isRunning() const { return m_live != nullptr; }
    const MatrixModel& model() const { return m_model; }
    QString summary() const;
    QString details() const;
    void run();
    void stop();
    /// In the format that the name ends with: csv, html, json. In the background.
    void saveFile(const QString& path);

private:
    struct Live;
    QWidget* buildHead();
    QWidget* buildFields();
    QWidget* buildResults();
    void begin(std::shared_ptr<check::MatrixRun> run);
    void takeNews();
    void finish();
    void chooseFile();
    void showCurrent();
    void refresh();
    void say(const QString& sentence);

    workspace::Workspace& m_workspace;
    const QStringList m_engines;
    TaskList* m_tasks;
    std::function<Result<MatrixSubjects>()> m_subjects;
    MatrixModel m_model;
    QPlainTextEdit *m_places = nullptr, *m_arguments = nullptr;
    QLineEdit* m_sizes = nullptr;
    QAction *m_run = nullptr, *m_stop = nullptr, *m_save = nullptr;
    ElidedLabel* m_summary = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTableView* m_table = nullptr;
    QPlainTextEdit* m_details = nullptr;
    QTimer m_clock; ///< While it runs.
    std::stop_source m_stopping;
    std::shared_ptr<Live> m_live; ///< Null = nothing runs.
    JobRunner m_jobs; ///< Last: its destruction waits.
};

} // namespace sandbench::ui
