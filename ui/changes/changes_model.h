// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/changes/change_reader.h"

#include <QAbstractTableModel>

#include <vector>

namespace sandbench::ui {

/// The changed files of one run, by path. Thread: GUI.
class ChangesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { FileColumn, ChangeColumn, SizeColumn, StateColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void setRows(std::vector<ChangeRow> rows);
    /// Those of them that it has.
    void update(const std::vector<ChangeRow>& rows);
    const ChangeRow& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    const std::vector<ChangeRow>& rows() const { return m_rows; }

private:
    std::vector<ChangeRow> m_rows;
};

} // namespace sandbench::ui
