// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/batch_model.h"

#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <algorithm>
#include <iterator>

namespace sandbench::ui {

int BatchModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BatchModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString BatchModel::stateText(const std::string& state)
{
    struct Word
    {
        std::string_view state;
        QString text;
    };
    const Word words[]
        = {{check::stateName(check::CheckState::Passed), tr("passed")},
           {check::stateName(check::CheckState::Failed), tr("failed")},
           {check::stateName(check::CheckState::Ended), tr("ended otherwise")},
           {check::stateName(check::CheckState::NotRun), tr("not run")},
           {batch::kUnreadable, tr("unreadable")},
           {batch::kDuplicate, tr("duplicate")}};
    for (const Word& word : words)
        if (word.state == state)
            return word.text;
    return SafeText::display(state);
}

QString BatchModel::text(const BatchRow& row, int column) const
{
    switch (column) {
    case LineColumn:
        return QString::number(row.shown.line);
    case IdColumn:
        return SafeText::display(row.shown.id);
    case StateColumn:
        return stateText(row.shown.state);
    case TimeColumn:
        return row.shown.seconds > 0 ? toQString(formatSeconds(row.shown.seconds)) : QString();
    default:
        return SafeText::display(row.shown.why);
    }
}

QVariant BatchModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const BatchRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == kSortRole && index.column() == LineColumn)
        return static_cast<qulonglong>(row.shown.line);
    if (role == kSortRole && index.column() == TimeColumn)
        return row.shown.seconds;
    if (role == Qt::DisplayRole || role == kSortRole)
        return text(row, index.column());
    if (role == Qt::ToolTipRole && index.column() == WhyColumn)
        return plainToolTip(text(row, WhyColumn));
    if (role == Qt::TextAlignmentRole
        && (index.column() == LineColumn || index.column() == TimeColumn))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant BatchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    const QString titles[] = {tr("Line"), tr("Id"), tr("State"), tr("Time"), tr("Why")};
    return titles[section];
}

void BatchModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_left = 0;
    endResetModel();
}

void BatchModel::add(std::vector<BatchRow> rows)
{
    const auto taken = std::min(rows.size(), kMostRows - m_rows.size());
    m_left += rows.size() - taken;
    if (taken == 0)
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(taken) - 1);
    std::move(
        rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(taken),
        std::back_inserter(m_rows));
    endInsertRows();
}

} // namespace sandbench::ui
