// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/table_source.h"

#include <QAbstractTableModel>
#include <QCache>

#include <memory>

namespace sandbench::ui {

/// Some rows of a table in some order; each is read when it is seen. Untrusted. Thread: GUI.
class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit TableModel(QObject* parent);

    /// All rows of @p table in its own order; null = an empty table.
    void setTable(std::shared_ptr<const table::TableSource> table);
    void setOrder(table::RowOrder order);
    const table::RowOrder& order() const { return m_order; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Only asks for it: setOrder() follows.
    void sort(int column, Qt::SortOrder order) override;

signals:
    /// @p column: -1 = the table's own order.
    void sortWanted(int column, Qt::SortOrder order);

private:
    const table::Row& rowAt(int row) const;

    std::shared_ptr<const table::TableSource> m_table;
    table::RowOrder m_order;
    mutable QCache<std::uint32_t, table::Row> m_rows; ///< By their numbers in the table.
};

} // namespace sandbench::ui
