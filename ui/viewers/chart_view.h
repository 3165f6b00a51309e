// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/artifact/chart.h"
#include "ui/async/job_runner.h"

#include <QWidget>

#include <memory>

class QLabel;
class QTableView;

namespace sandbench::ui {

/// What a figure shows, as a table: a row for each point, sorted by a click on a column's head.
/// Selected cells can be copied, all of them saved as CSV. Everything in it is untrusted.
/// Thread: GUI.
class ChartView : public QWidget
{
    Q_OBJECT

public:
    explicit ChartView(QWidget* parent);

    /// Null empties it. @p name: of the file that is proposed, without its ending.
    void setChart(std::shared_ptr<const Chart> chart, const QString& name);

    /// Puts the selected cells on the clipboard, with tabs between them; false where none is.
    bool copySelected();

signals:
    /// One sentence for the user: the table could not be saved.
    void notice(const QString& text);

private:
    void save();

    std::shared_ptr<const Chart> m_chart;
    QString m_name;
    QLabel* m_caption = nullptr;
    QTableView* m_table = nullptr;
    JobRunner m_saves{JobRunner::Ending::Abandon};
};

} // namespace sandbench::ui
