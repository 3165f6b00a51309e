// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/runs/run_reader.h"

#include <QAbstractTableModel>
#include <QHash>

#include <vector>

namespace sandbench::ui {

/// "✓ Accepted": a review's verdict, as a record has it, for people.
QString reviewText(const QString& verdict);

/// The runs of a workspace, also those of other programs, page by page. In the order in which they
/// were read: whoever shows them sorts by OrderRole. Reads nothing by itself. Thread: GUI; the
/// workspace is read in the background.
class RunsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        StartedColumn,
        ProgramColumn,
        SessionColumn,
        EndColumn,
        TookColumn,
        ResultsColumn,
        ReviewColumn,
        ColumnCount
    };
    enum Role {
        OrderRole = Qt::UserRole, ///< Greater = higher up: those that go on, then the newest.
        IdRole,
    };

    /// @p workspace outlives this.
    explicit RunsModel(workspace::Workspace& workspace, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex& parent = {}) const override;
    void fetchMore(const QModelIndex& parent = {}) override;

    /// Looks what is new, and what became of runs that went on.
    void refresh();
    /// Which runs there are from now on. What was read before stays until they have been read.
    void setQuery(const HistoryQuery& query);
    const HistoryQuery& query() const { return m_query; }
    /// What somebody has just said of a run.
    void setReview(const QString& id, const QString& verdict);
    /// What the history does not know of a run: what was run, and in which session.
    void setLabel(const QString& id, const QString& program, const QString& session);

    const RunRow& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// Null = it was not read. Valid until something is.
    const RunRow* find(const QString& id) const;
    /// "review.py", else its language.
    QString programOf(const RunRow& run) const;
    /// The session's name, else its engine and id.
    QString sessionOf(const RunRow& run) const;
    bool isReading() const { return m_isReading; }
    int goingOn() const { return static_cast<int>(m_goingOn.size()); }
    /// Why the history could not be read at the last try; empty = it was.
    const QString& problem() const { return m_problem; }

signals:
    /// Something was read, or could not be.
    void wasRead();

private:
    struct Label
    {
        QString program, session;
    };
    void read(bool newest);
    void take(const RunPage& page, bool newest);
    void clear();
    void merge(const RunPage& page);
    void note(const RunRow& row);
    QString text(const RunRow& run, int column) const;

    workspace::Workspace& m_workspace;
    std::vector<RunRow> m_rows;
    QHash<QString, int> m_rowOf;
    QSet<QString> m_ended, m_goingOn; ///< Ids.
    QHash<QString, Label> m_labels;
    HistoryQuery m_query;
    /// Number of the query, whose answer counts, and of the one whose answer is there.
    quint64 m_question = 0, m_shownQuestion = 0;
    QString m_next, m_problem;
    bool m_knowsHistory = false; ///< A page of it was read.
    bool m_isReading = false;
    bool m_readsAgain = false; ///< Asked for while something was read.
    JobRunner m_jobs; ///< Last: its destruction waits for jobs that use the workspace.
};

} // namespace sandbench::ui
