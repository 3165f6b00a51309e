// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/table/table_source.h"
#include "ui/async/job_runner.h"
#include "ui/viewers/result_view.h"

namespace sandbench::ui {

class TablePane;

/// A CSV or TSV file as a table, which a job reads. Thread: GUI.
class TableView : public ResultView
{
    Q_OBJECT

public:
    TableView(const PlotItem& item, QWidget* parent);

    QString selectedText() const override;

private:
    void show(const Result<std::shared_ptr<const table::TableSource>>& table, const QString& name);

    TablePane* m_pane = nullptr;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
