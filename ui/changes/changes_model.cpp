// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changes/changes_model.h"

#include "core/base/units.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <algorithm>

namespace sandbench::ui {

namespace {

QString sizeText(const ChangeRow& row)
{
    const auto text = [](std::uint64_t bytes) { return toQString(formatSize(bytes)); };
    if (!row.after)
        return row.before ? ChangesModel::tr("was %1").arg(text(*row.before)) : QString();
    if (row.before && *row.before != *row.after)
        return ChangesModel::tr("%1, was %2").arg(text(*row.after), text(*row.before));
    return text(*row.after);
}

QString kindText(const ChangeRow& row)
{
    return row.isExecutable ? ChangesModel::tr("%1, executable").arg(row.kind) : row.kind;
}

} // namespace

int ChangesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ChangesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ChangesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const ChangeRow& row = at(index.row());
    if (role == Qt::ToolTipRole)
        return plainToolTip(row.why.isEmpty() ? row.shown : tr("%1: %2").arg(row.shown, row.why));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case FileColumn:
        return row.shown;
    case ChangeColumn:
        return kindText(row);
    case SizeColumn:
        return sizeText(row);
    case StateColumn:
        return standingWord(row.standing);
    default:
        return {};
    }
}

QVariant ChangesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case FileColumn:
        return tr("File");
    case ChangeColumn:
        return tr("Change");
    case SizeColumn:
        return tr("Size");
    case StateColumn:
        return tr("State");
    default:
        return {};
    }
}

void ChangesModel::setRows(std::vector<ChangeRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void ChangesModel::update(const std::vector<ChangeRow>& rows)
{
    for (const ChangeRow& row : rows) {
        const auto found = std::ranges::lower_bound(m_rows, row.path, {}, &ChangeRow::path);
        if (found != m_rows.end() && found->path == row.path)
            *found = row;
    }
    if (!rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

} // namespace sandbench::ui
