// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/variables.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSet>

namespace sandbench::ui {

/// The variables of a context, and which of them the last cell has changed. Untrusted.
/// Thread: GUI.
class VariablesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, TypeColumn, SizeColumn, ValueColumn, ColumnCount };
    enum Role { OrderRole = Qt::UserRole, FilterRole, ChangedRole };

    explicit VariablesModel(QObject* parent = nullptr);

    /// @p marksChanges: held against what was here before; else nothing counts as changed but what
    /// did already.
    void setVariables(std::vector<Variable> variables, bool marksChanges);
    void clear();
    /// Null where there is none.
    const Variable* at(int row) const;
    int rowOf(const std::string& name) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString textOf(const Variable& variable, int column) const;

    std::vector<Variable> m_variables;
    QSet<QString> m_changed;
};

} // namespace sandbench::ui
