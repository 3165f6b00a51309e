// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/batch/batch_job.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <vector>

namespace sandbench::ui {

/// Lines of a batch that did not pass, as they end: a row each, up to kMostRows. Thread: GUI.
class BatchModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { LineColumn, IdColumn, StateColumn, TimeColumn, WhyColumn, ColumnCount };
    /// What a column is sorted by.
    static constexpr int kSortRole = Qt::UserRole;
    /// Of more the results tell.
    static constexpr std::size_t kMostRows = 10'000;

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void clear();
    void add(std::vector<BatchRow> rows);
    const BatchRow& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// How many there are that are not shown.
    std::size_t left() const { return m_left; }

    /// "failed", in the reader's language.
    static QString stateText(const std::string& state);

private:
    QString text(const BatchRow& row, int column) const;

    std::vector<BatchRow> m_rows;
    std::size_t m_left = 0;
};

} // namespace sandbench::ui
