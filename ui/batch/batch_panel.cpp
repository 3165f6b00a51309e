// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/batch_panel.h"

#include "ui/batch/batch_details.h"
#include "ui/batch/batch_fields.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/key_action.h"
#include "ui/common/table_text.h"
#include "ui/common/text_field.h"
#include "ui/common/tool_buttons.h"
#include "ui/common/wrapped_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QProgressBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

namespace sandbench::ui {

static constexpr int kBatchMargin = 8, kBatchNewsMilliseconds = 100, kProgressWidth = 140;
static constexpr int kBatchFieldsWidth = 300, kBatchTableWidth = 460, kBatchDetailsWidth = 520;
static constexpr int kLongestBatchFilter = 200, kBatchRowMargin = 6;

BatchPanel::BatchPanel(
    workspace::Workspace& workspace, const QStringList& engines, TaskList* tasks, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_engines(engines)
    , m_tasks(tasks)
{
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    auto* split = new QSplitter(this);
    split->addWidget(m_fields = new BatchFields(engines, split));
    split->addWidget(buildResults());
    split->addWidget(m_details = new BatchDetails(workspace.parts().languages(), split));
    for (const int part : {1, 2}) {
        split->setStretchFactor(part, 1);
        split->setCollapsible(part, false);
    }
    split->setSizes({kBatchFieldsWidth, kBatchTableWidth, kBatchDetailsWidth});
    column->addWidget(split, 1);
    connect(m_details, &BatchDetails::openWanted, this, &BatchPanel::openWanted);
    m_clock.setInterval(kBatchNewsMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &BatchPanel::takeNews);
    setFocusProxy(m_fields);
    refresh();
}

QWidget* BatchPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(kBatchMargin, 4, kBatchMargin, 4);
    m_run = keyAction(
        *this, "batchRun", tr("Run Batch"), {Qt::CTRL | Qt::Key_Return}, [this] { run(); },
        tr("Run every line that the folder of results has no row of"));
    m_stop = keyAction(
        *this, "batchStop", tr("Stop"), {}, [this] { stop(); },
        tr("Stop; Run Batch goes on from there"));
    m_again = keyAction(
        *this, "batchAgain", tr("Run Failed Again"), {}, [this] { runFailedAgain(); },
        tr("Run what ran and did not pass again; its earlier rows are kept in replaced.jsonl"));
    m_folder = keyAction(
        *this, "batchPath", tr("Copy Path"), {}, [this] { copyFolder(); },
        tr("Copy the path of the folder of results, which has summary.html, a page of all"));
    addToolButtons(*row, head, {m_run, m_stop, m_again, m_folder});
    m_progress = new QProgressBar(head);
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setMaximumWidth(kProgressWidth);
    m_progress->setTextVisible(false);
    m_progress->hide();
    row->addWidget(m_progress);
    row->addWidget(m_summary = new ElidedLabel(head), 1);
    m_summary->setAccessibleName(tr("Result"));
    m_summary->setContentsMargins(kBatchMargin, 0, 0, 0);
    m_summary->setObjectName(QStringLiteral("batchSummary"));
    return head;
}

QWidget* BatchPanel::buildResults()
{
    m_pages = new QStackedWidget(this);
    auto* results = new QWidget(m_pages);
    auto* column = columnOf(results, 2);
    m_filter = textField(
        results, "batchFilter", tr("Filter"), tr("Filter what did not pass"), kLongestBatchFilter);
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, &m_shown, [this](const QString& text) {
        m_shown.setFilterFixedString(text);
    });
    column->addWidget(m_filter);
    buildTable(results);
    column->addWidget(m_table, 1);
    auto* empty = emptyLabel(m_pages);
    empty->setObjectName(QStringLiteral("batchEmpty"));
    empty->setText(
        tr("Nothing was run yet. Name a file with a JSON object on each line, or drop it "
           "on its field, and choose Run Batch: each line gets a sandbox of its own, and "
           "those that do not pass a row here."));
    m_pages->addWidget(results);
    m_pages->addWidget(empty);
    return m_pages;
}

void BatchPanel::buildTable(QWidget* parent)
{
    m_shown.setSourceModel(&m_model);
    m_shown.setSortRole(BatchModel::kSortRole);
    m_shown.setFilterKeyColumn(-1);
    m_shown.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table = new QTableView(parent);
    m_table->setObjectName(QStringLiteral("batchTable"));
    m_table->setAccessibleName(tr("Lines that did not pass"));
    m_table->setModel(&m_shown);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(BatchModel::LineColumn, Qt::AscendingOrder);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kBatchRowMargin);
    m_table->setMinimumHeight(2 * fontMetrics().height());
    const int wide = fontMetrics().averageCharWidth();
    m_table->setColumnWidth(BatchModel::LineColumn, 8 * wide);
    m_table->setColumnWidth(BatchModel::IdColumn, 16 * wide);
    m_table->setColumnWidth(BatchModel::StateColumn, 14 * wide);
    m_table->setColumnWidth(BatchModel::TimeColumn, 9 * wide);
    m_copy = keyAction(
        *m_table, "batchCopy", tr("Copy Table"), {QKeySequence::Copy}, [this] { copy(); },
        tr("Copy the rows that are shown, for a spreadsheet"));
    m_table->addAction(m_copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &BatchPanel::showCurrent);
}

QString BatchPanel::summary() const
{
    return m_summary->text();
}

void BatchPanel::say(const QString& sentence)
{
    m_summary->setText(sentence);
}

void BatchPanel::showCurrent()
{
    const QModelIndex current = m_shown.mapToSource(m_table->currentIndex());
    if (current.isValid() && m_job)
        m_details->showLine(m_job->asked(), m_model.row(current.row()));
    else
        m_details->showNothing();
}

void BatchPanel::copy()
{
    copyTable(m_shown);
}

void BatchPanel::refresh()
{
    const bool wasRun = m_job && (m_job->state().isRead || isRunning());
    m_pages->setCurrentIndex(wasRun ? 0 : 1);
    m_progress->setVisible(isRunning());
    const QString running = tr("it is being run, stop it first");
    const QString none = tr("nothing was run yet");
    explainCommand(*m_run, isRunning() ? running : QString());
    explainCommand(*m_stop, isRunning() ? QString() : tr("nothing is running"));
    explainCommand(*m_again, isRunning() ? running : QString());
    explainCommand(*m_folder, wasRun ? QString() : none);
    explainCommand(*m_copy, wasRun ? QString() : none);
}

} // namespace sandbench::ui
