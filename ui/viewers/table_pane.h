// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/table_query.h"
#include "ui/async/job_runner.h"

#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;
class QTableView;

namespace sandbench::ui {

class TableModel;

/// A table to look through: rows that hold a text, in the order of a column, what a column's cells
/// come to; selected cells can be copied, the rows that are shown saved as CSV. Everything in it is
/// untrusted. Thread: GUI; what takes longer is a job.
class TablePane : public QWidget
{
    Q_OBJECT

public:
    explicit TablePane(QWidget* parent);

    /// Null empties it. @p caption: a sentence. @p name: of the file that is proposed, without its
    /// ending.
    void setTable(
        std::shared_ptr<const table::TableSource> table, const QString& caption,
        const QString& name);
    /// The selected cells, with tabs and line feeds between them; empty = none is.
    QString selectedText() const;
    /// Nothing is being sorted, looked for or added up.
    bool isIdle() const { return m_jobs.isIdle(); }

signals:
    /// One sentence for the user: the table could not be saved.
    void notice(const QString& text);

private:
    QWidget* makeHead();
    void ask();
    void showCaption();
    void addUp();
    void save();

    std::shared_ptr<const table::TableSource> m_table;
    table::Query m_query;
    QString m_about, m_name;
    QLabel* m_caption = nullptr;
    QLineEdit* m_filter = nullptr;
    QTableView* m_view = nullptr;
    QLabel* m_column = nullptr; ///< What the current column comes to.
    TableModel* m_model = nullptr;
    std::stop_source m_asked, m_added;
    JobRunner m_jobs;
    JobRunner m_saves{JobRunner::Ending::Abandon};
};

} // namespace sandbench::ui
