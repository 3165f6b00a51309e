// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/check_matrix.h"
#include "ui/checks/check_fields.h"

#include <QAbstractTableModel>

#include <vector>

namespace sandbench::ui {

/// Checks, which can be edited, and beside them a column for each answer of the last run.
/// Thread: GUI.
class ChecksModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// First those of CheckField.
    enum Column {
        NameColumn,
        ArgumentsColumn,
        InputColumn,
        ExpectedColumn,
        MatchColumn,
        ToleranceColumn,
        ExitColumn,
        TimeoutColumn,
        FirstAnswerColumn
    };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    const std::vector<check::Check>& checks() const { return m_matrix.checks; }
    /// Instead of those that there are; results go.
    void setChecks(std::vector<check::Check> checks);
    /// One more, below the others, with a name of its own. Returns its row.
    int addCheck();
    int addCheck(check::Check check);
    bool isTaken(const std::string& name, int exceptRow = -1) const;
    /// It is not as usual in one of them.
    bool isUsed(CheckField field) const;
    static QString fieldTitle(CheckField field);
    bool hasTests() const;
    void removeCheck(int row);

    /// A run begins: no cell is over.
    void beginRun(std::vector<std::string> answers);
    void setOutcome(std::size_t answer, std::size_t check, check::Outcome outcome);
    /// Null = that is no cell of an answer.
    const check::Outcome* outcomeAt(const QModelIndex& index) const;
    /// Of an answer's column; foreign.
    QString answerName(int column) const;
    const check::Matrix& matrix() const { return m_matrix; }

signals:
    /// The checks are not what they were.
    void edited();

private:
    const check::Check& checkAt(const QModelIndex& index) const;
    static QVariant checkData(const check::Check& check, CheckField field, int role);
    QVariant cellData(const check::Outcome& outcome, int role) const;
    QString freeName() const;

    check::Matrix m_matrix;
};

} // namespace sandbench::ui
