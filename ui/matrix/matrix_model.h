// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/run_matrix.h"

#include <QAbstractTableModel>

namespace sandbench::ui {

/// A matrix of runs while it fills: programs with their arguments down, places across. Thread: GUI.
class MatrixModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    const check::RunMatrix& matrix() const { return m_matrix; }
    /// Instead of the one that is shown.
    void setMatrix(check::RunMatrix matrix);
    void setCell(std::size_t oneCase, std::size_t place, check::MatrixCell cell);

private:
    /// Not the usual outcome of its row.
    bool differs(const QModelIndex& index) const;

    check::RunMatrix m_matrix;
};

} // namespace sandbench::ui
