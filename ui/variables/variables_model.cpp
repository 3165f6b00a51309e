// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/variables/variables_model.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QFont>

#include <algorithm>

namespace sandbench::ui {

static QString stateOf(const Variable& variable)
{
    return toQString(
        variable.type + '\n' + variable.size + '\n' + variable.value + '\n' + variable.mark);
}

VariablesModel::VariablesModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void VariablesModel::setVariables(std::vector<Variable> variables, bool marksChanges)
{
    if (marksChanges) {
        QHash<QString, QString> before;
        for (const Variable& variable : m_variables)
            before.insert(toQString(variable.name), stateOf(variable));
        m_changed.clear();
        for (const Variable& variable : variables) {
            const QString name = toQString(variable.name);
            const auto old = before.constFind(name);
            if (old == before.constEnd() || *old != stateOf(variable))
                m_changed.insert(name);
        }
    }
    const bool isSame = variables.size() == m_variables.size()
        && std::equal(variables.begin(), variables.end(), m_variables.begin(),
                      [](const Variable& a, const Variable& b) { return a.name == b.name; });
    if (!isSame)
        beginResetModel();
    m_variables = std::move(variables);
    if (!isSame)
        endResetModel();
    else if (!m_variables.empty()) // what is selected and scrolled to stays
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void VariablesModel::clear()
{
    beginResetModel();
    m_variables.clear();
    m_changed.clear();
    endResetModel();
}

const Variable* VariablesModel::at(int row) const
{
    return row >= 0 && row < rowCount() ? &m_variables[static_cast<std::size_t>(row)] : nullptr;
}

int VariablesModel::rowOf(const std::string& name) const
{
    const auto found
        = std::find_if(m_variables.begin(), m_variables.end(), [&name](const Variable& variable) {
              return variable.name == name;
          });
    return found == m_variables.end() ? -1 : static_cast<int>(found - m_variables.begin());
}

int VariablesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_variables.size());
}

int VariablesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString VariablesModel::textOf(const Variable& variable, int column) const
{
    switch (column) {
    case NameColumn:
        return SafeText::display(variable.name);
    case TypeColumn:
        return SafeText::display(variable.type);
    case SizeColumn:
        return SafeText::display(variable.size);
    default:
        return SafeText::display(variable.value);
    }
}

QVariant VariablesModel::data(const QModelIndex& index, int role) const
{
    const Variable* variable = at(index.row());
    if (!variable)
        return {};
    const QString text = textOf(*variable, index.column());
    const bool isChanged = m_changed.contains(toQString(variable->name));
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == NameColumn && isChanged ? QStringLiteral("● ") + text : text;
    case Qt::ToolTipRole:
        return plainToolTip(isChanged ? tr("%1\nChanged by the last cell").arg(text) : text);
    case Qt::AccessibleTextRole:
        return index.column() == NameColumn && isChanged ? tr("%1, changed").arg(text) : text;
    case Qt::FontRole: {
        QFont font;
        font.setBold(isChanged && index.column() == NameColumn);
        return font;
    }
    case OrderRole:
        return index.column() == SizeColumn ? QVariant(qlonglong{variable->count})
                                            : QVariant(text.toLower());
    case FilterRole:
        return QString(
            textOf(*variable, NameColumn) + u'\n' + textOf(*variable, TypeColumn) + u'\n'
            + textOf(*variable, ValueColumn));
    case ChangedRole:
        return isChanged;
    default:
        return {};
    }
}

QVariant VariablesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case TypeColumn:
        return tr("Type");
    case SizeColumn:
        return tr("Size");
    default:
        return tr("Value");
    }
}

} // namespace sandbench::ui
