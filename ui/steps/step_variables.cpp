// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/step_variables.h"

#include "ui/common/safe_text.h"
#include "ui/common/wrapped_label.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include <algorithm>

namespace sandbench::ui {

StepVariables::StepVariables(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void StepVariables::show(
    const std::vector<trace::StepTrace::Variable>& variables, bool marksChanges)
{
    std::vector<Row> rows;
    for (const auto& variable : variables)
        if (marksChanges || !variable.isGone)
            rows.push_back(
                {SafeText::display(std::string(variable.name)),
                 SafeText::display(std::string(variable.type)),
                 variable.isGone ? tr("deleted") : SafeText::display(std::string(variable.value)),
                 marksChanges && variable.isChanged, variable.isGone});
    const bool isSame = std::equal(
        rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
        [](const Row& a, const Row& b) { return a.name == b.name; });
    if (!isSame)
        beginResetModel();
    m_rows = std::move(rows);
    if (!isSame)
        endResetModel();
    else if (!m_rows.empty()) // what is selected and scrolled to stays
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QString StepVariables::changedNames() const
{
    QStringList names;
    for (const Row& row : m_rows)
        if (row.isChanged)
            names << row.name;
    return names.join(QStringLiteral(", "));
}

int StepVariables::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StepVariables::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString StepVariables::markedName(const Row& row) const
{
    return (row.isGone          ? QStringLiteral("✕ ")
                : row.isChanged ? QStringLiteral("● ")
                                : QString())
        + row.name;
}

QVariant StepVariables::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isName = index.column() == NameColumn;
    const QString text = isName ? row.name : index.column() == TypeColumn ? row.type : row.value;
    switch (role) {
    case Qt::DisplayRole:
        return isName ? markedName(row) : text;
    case Qt::ToolTipRole:
        return plainToolTip(row.isChanged ? tr("%1\nChanged in this step").arg(text) : text);
    case Qt::AccessibleTextRole:
        return isName && row.isChanged ? tr("%1, changed").arg(text) : text;
    case Qt::FontRole: {
        QFont font;
        font.setBold(row.isChanged && isName);
        return font;
    }
    case Qt::ForegroundRole:
        return row.isChanged && index.column() != TypeColumn
            ? QVariant(QGuiApplication::palette().color(QPalette::Link))
            : QVariant();
    case ChangedRole:
        return row.isChanged;
    default:
        return {};
    }
}

QVariant StepVariables::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case TypeColumn:
        return tr("Type");
    default:
        return tr("Value");
    }
}

} // namespace sandbench::ui
