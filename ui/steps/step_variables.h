// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/step_trace.h"

#include <QAbstractTableModel>

#include <string>
#include <vector>

namespace sandbench::ui {

/// The variables of one frame at one step, and which of them that step changed. Untrusted.
/// Thread: GUI.
class StepVariables : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, ValueColumn, TypeColumn, ColumnCount };
    enum Role { ChangedRole = Qt::UserRole };

    explicit StepVariables(QObject* parent = nullptr);

    /// @p marksChanges: of the frame that the step itself is in.
    void show(const std::vector<trace::StepTrace::Variable>& variables, bool marksChanges);
    /// "x, y": what the step changed; empty = nothing.
    QString changedNames() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        QString name, type, value;
        bool isChanged = false, isGone = false;
    };
    QString markedName(const Row& row) const;

    std::vector<Row> m_rows;
};

} // namespace sandbench::ui
