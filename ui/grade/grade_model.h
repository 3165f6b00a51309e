// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/grade_run.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace sandbench::ui {

/// What is known of one submission.
struct GradeRow
{
    /// Another submission that is like it.
    struct Alike
    {
        std::size_t other = 0; ///< Its row.
        double share = 0; ///< 0 to 1.
    };

    std::optional<check::GradedSubmission> result; ///< Nothing before it is over.
    check::TestOutputs outputs; ///< Null = they are not kept.
    std::vector<Alike> alike; ///< The most alike first.
};

/// A class's submissions while they are graded: a row for each, and a column for each test.
/// Thread: GUI.
class GradeModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        NameColumn,
        PointsColumn,
        AlikeColumn,
        SecondsColumn,
        MemoryColumn,
        FirstTestColumn
    };
    /// What a column is sorted by.
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Instead of what is shown. Of @p run only what it says of tests and submissions is read,
    /// since it may go on.
    void setRun(std::shared_ptr<const check::GradeRun> run, std::vector<GradeRow> rows);
    void setResult(
        std::size_t row, const check::GradedSubmission& result, const check::TestOutputs& outputs);

    const std::shared_ptr<const check::GradeRun>& run() const { return m_run; }
    const GradeRow& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    const check::Submission& submission(int row) const;
    const std::vector<check::Check>& tests() const;
    /// Harmless.
    QString nameOf(int row) const;
    /// "✓", "✗", "✗ time"; empty where it is not over. And the same in words.
    static QString markSign(check::Mark mark);
    static QString markWord(check::Mark mark);
    /// Those that passed every test, those with a result, and those without.
    int passedAll() const;
    int over() const;

private:
    bool isRefused(int row) const { return !submission(row).problem.empty(); }
    QVariant factData(int row, int column) const;
    QVariant sortData(int row, int column) const;
    QVariant testData(int row, std::size_t test, int role) const;
    QString alikeText(int row) const;
    QString toolTip(int row, int column) const;

    std::shared_ptr<const check::GradeRun> m_run; ///< Null = nothing was read.
    std::vector<GradeRow> m_rows;
};

} // namespace sandbench::ui
