// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/scan.h"

#include <QAbstractTableModel>

#include <vector>

namespace sandbench::ui {

/// The findings of one document as rows. Thread: GUI.
class FindingsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { SeverityColumn, PlaceColumn, DescriptionColumn, RuleColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setFindings(const std::vector<Finding>& findings);
    const std::vector<Finding>& findings() const { return m_findings; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Finding> m_findings;
};

} // namespace sandbench::ui
