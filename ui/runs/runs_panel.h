// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/run_checks.h"
#include "core/workspace/run_again.h"
#include "ui/async/job_runner.h"
#include "ui/runs/runs_model.h"

#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace sandbench::ui {

class ComparisonView;
class ElidedLabel;
class ReplayWindow;
class RunDetails;
class TaskList;

/// The runs of all programs of the user, newest first, searched and filtered; beside them the one
/// that was opened, or what differs between two. Reads nothing before somebody sees it. Thread:
/// GUI.
class RunsPanel : public QWidget
{
    Q_OBJECT

public:
    /// @p workspace outlives this. @p stateFolder: where changes of projects are kept; empty =
    /// nowhere.
    explicit RunsPanel(
        workspace::Workspace& workspace, const QString& stateFolder = {},
        QWidget* parent = nullptr);

    /// Somebody may see it now: reads what is new if so, but not before this returns.
    void look();
    /// A run of this window has begun; see RunsModel::setLabel().
    void noteBegin(const QString& id, const QString& program, const QString& session);
    /// Something of this window has ended.
    void noteEnd();
    /// How a program that is run again gets its sandbox. It is called on workers.
    void setOpener(workspace::OpenSandbox open) { m_openSandbox = std::move(open); }
    /// Keeps what somebody thinks of @p run.
    void review(const QString& run, const report::Review& review);
    void chooseReport(const QString& run);
    /// As a page in the user's folder of documents, beside the reports that are there.
    void saveReport(const QString& run);
    /// Is told of reports that are written; null = nobody is.
    void setTasks(TaskList* tasks) { m_tasks = tasks; }
    /// Why the history may have less than expected.
    void setNote(const QString& sentence);

    RunsModel& model() { return m_model; }
    /// As it is shown: sorted and filtered.
    QAbstractItemModel& shown() { return m_shown; }
    QTableView& list() { return *m_list; }
    QString summary() const;
    QString emptyText() const;

    /// Puts it on the clipboard, with its code, as text for a language model.
    void copyForModel(const QString& run);
    /// Hands the same text to @p then; where it cannot be read, notice() tells.
    void readForModel(const QString& run, std::function<void(const std::string&)> then);

    /// Plays what is kept of it in a window of its own.
    void replay(const QString& run);
    /// Once more, as it was run, and then what differs.
    void runOnceMore(const QString& run);
    /// Runs two programs, and then shows what differs. @p plan: one check of two answers.
    void runBoth(check::CheckPlan plan);
    /// What differs between two runs.
    void compare(const QString& left, const QString& right);
    /// With the run of the same program before it.
    void compareWithBefore(const QString& run);

signals:
    /// As a new document. @p origin: for people.
    void programWanted(const QString& file, const QByteArray& code, const QString& origin);
    /// Somebody reviewed @p run.
    void reviewed(const QString& run, const report::Review& review);
    /// A sentence about results, or about what was saved.
    void notice(const QString& text);
    /// As PlotPanel's.
    void codeRequested(const QString& file, int line);
    /// As RunDetails'.
    void mentionActivated(const QString& file, const QString& text);
    /// As ChangesPanel's.
    void filesChanged(const QStringList& paths);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildHead();
    void buildList();
    void addChoices(QBoxLayout& row);
    void applyQuery();
    void fillDocuments();
    void takeDocuments(const std::vector<RunHistory::Document>& documents);
    QStringList chosenRuns() const;
    void compareChosen();
    void readComparison();
    void openProgram();
    void replayChosen();
    void showBeside(QWidget* widget);
    QString nameOf(const QString& run) const;
    void wasRead();
    void describe();
    void describeNothing();
    void open(const QModelIndex& shown);
    void readOpened();
    void closeDetails();
    QString reportName(const QString& run) const;
    enum class Existing { Replace, Keep };
    void saveReport(const QString& run, const QString& path, Existing existing);
    void arrange();
    bool isSeen() const { return !visibleRegion().isEmpty(); }
    void refreshIfSeen();

    workspace::Workspace& m_workspace;
    RunsModel m_model;
    QSortFilterProxyModel m_shown;
    QLineEdit* m_filter = nullptr;
    ElidedLabel* m_summary = nullptr;
    QLabel* m_problem = nullptr;
    QStackedWidget* m_pages = nullptr;
    QSplitter* m_split = nullptr;
    QTableView* m_list = nullptr;
    QLabel* m_empty = nullptr;
    QComboBox* m_document = nullptr;
    QComboBox* m_reviews = nullptr;
    QToolButton* m_compare = nullptr;
    QStackedWidget* m_side = nullptr; ///< Of the list.
    RunDetails* m_details = nullptr;
    ComparisonView* m_comparison = nullptr;
    ReplayWindow* m_replay = nullptr; ///< Null before it was wanted.
    QStringList m_compared; ///< Two runs, or none.
    workspace::OpenSandbox m_openSandbox;
    QTimer m_typing; ///< Until nobody types for a moment.
    TaskList* m_tasks = nullptr;
    QString m_note;
    QString m_opened; ///< The run in the details.
    bool m_openedGoesOn = false; ///< Or did when it was read.
    QTimer m_clock; ///< While something goes on, or the history cannot be read.
    JobRunner m_saves{JobRunner::Ending::Abandon};
    JobRunner m_jobs; ///< Last: its destruction waits for jobs that use the workspace.
};

} // namespace sandbench::ui
