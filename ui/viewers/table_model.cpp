// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/table_model.h"

#include "core/table/number_text.h"
#include "ui/common/safe_text.h"

#include <limits>
#include <numeric>

namespace sandbench::ui {

/// As many as a large screen shows.
static constexpr int kKeptRows = 500;
static constexpr qsizetype kShownLetters = 300;

TableModel::TableModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_rows(kKeptRows)
{
}

void TableModel::setTable(std::shared_ptr<const table::TableSource> table)
{
    beginResetModel();
    m_table = std::move(table);
    m_rows.clear();
    m_order.resize(m_table ? m_table->rowCount() : 0);
    std::iota(m_order.begin(), m_order.end(), 0U);
    endResetModel();
}

void TableModel::setOrder(table::RowOrder order)
{
    beginResetModel();
    m_order = std::move(order);
    endResetModel();
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->header().size());
}

const table::Row& TableModel::rowAt(int row) const
{
    const auto number = m_order[static_cast<std::size_t>(row)];
    if (!m_rows.contains(number))
        m_rows.insert(number, new table::Row(m_table->row(number)));
    return *m_rows.object(number);
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::TextAlignmentRole)
        return {};
    const auto& cell = rowAt(index.row())[static_cast<std::size_t>(index.column())];
    if (role == Qt::TextAlignmentRole)
        return table::numberOf(cell) ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    const auto text
        = SafeText::displayBytes(QByteArrayView(cell.data(), static_cast<qsizetype>(cell.size())));
    return text.size() > kShownLetters ? text.left(kShownLetters) + QChar(0x2026) : text;
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return m_order[static_cast<std::size_t>(section)] + 1;
    return SafeText::display(m_table->header()[static_cast<std::size_t>(section)])
        .left(kShownLetters);
}

void TableModel::sort(int column, Qt::SortOrder order)
{
    emit sortWanted(column, order);
}

} // namespace sandbench::ui
