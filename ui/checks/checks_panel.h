// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/run_checks.h"
#include "ui/async/job_runner.h"
#include "ui/checks/checks_model.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace sandbench::ui {

class DifferenceView;
class ElidedLabel;

/// What can be checked now, and how their sandboxes are opened.
struct CheckSubjects
{
    std::vector<check::CheckedAnswer> answers;
    decltype(check::CheckPlan::open) open; ///< Empty = by the workspace.
};

/// Checks that can be edited, and which of the open programs passes which. Thread: GUI.
class ChecksPanel : public QWidget
{
    Q_OBJECT

public:
    /// @p workspace outlives this.
    explicit ChecksPanel(workspace::Workspace& workspace, QWidget* parent = nullptr);
    ~ChecksPanel() override;

    /// Asked when the list of answers is shown, and when checks are run. Its error is shown.
    void setSubjects(std::function<Result<CheckSubjects>()> subjects);

    ChecksModel& model() { return m_model; }
    QTableView& table() { return *m_table; }
    bool isRunning() const { return m_live != nullptr; }
    QString summary() const;
    QString emptyText() const;

    void addCheck();
    /// Programs that test others, each as a check. Reads them in the background.
    void addTests(const QStringList& paths);
    void removeCheck();
    void runChecks();
    void stop();
    /// Reads or writes them, in the background.
    void openFile(const QString& path);
    void saveFile(const QString& path);
    /// The last run of checks, by stop().
    bool wasStopped() const { return m_stopping.stop_requested(); }

signals:
    void runningChanged();
    /// So many runs are over, of so many.
    void progressed(int done, int all);

signals:
    /// Checks have been run: how many of them @p answer, a program's file, passed.
    void answerChecked(const QString& answer, int passed, int checks);

private:
    struct Live;
    QWidget* buildHead();
    QWidget* buildAnswers(QWidget* head);
    void buildCalledAs(QWidget* head);
    void buildTable();
    void buildColumns();
    void buildDetails();
    void chooseFile(bool isSaved);
    void chooseTests();
    void takeTests(std::vector<Result<check::Check>> tests);
    void fillAnswers();
    void takeNews();
    void finish(check::Matrix matrix);
    void showCurrent();
    void refresh();
    void arrange();
    void say(const QString& sentence);
    QString passedOf(const check::Matrix& matrix) const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    workspace::Workspace& m_workspace;
    std::function<Result<CheckSubjects>()> m_subjects;
    ChecksModel m_model;
    QSet<QString> m_unticked; ///< Answers that are not checked, by name.
    QAction *m_add = nullptr, *m_remove = nullptr, *m_open = nullptr, *m_save = nullptr;
    QAction *m_addTest = nullptr, *m_run = nullptr, *m_stop = nullptr;
    std::vector<std::pair<CheckField, QAction*>> m_columns; ///< Those that can be hidden.
    QMenu* m_answers = nullptr;
    QWidget* m_calledAs = nullptr; ///< Where there are tests: what they import.
    QLineEdit* m_calledAsName = nullptr;
    ElidedLabel* m_summary = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_empty = nullptr;
    QSplitter* m_split = nullptr;
    QTableView* m_table = nullptr;
    DifferenceView* m_details = nullptr;
    QTimer m_clock; ///< While checks run.
    std::shared_ptr<Live> m_live; ///< Null = nothing runs.
    std::stop_source m_stopping;
    JobRunner m_files{JobRunner::Ending::Abandon};
    JobRunner m_jobs; ///< Last: its destruction waits for jobs that use the workspace.
};

} // namespace sandbench::ui
