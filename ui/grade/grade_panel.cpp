// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/grade/grade_panel.h"

#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/key_action.h"
#include "ui/common/table_text.h"
#include "ui/common/text_field.h"
#include "ui/common/tool_buttons.h"
#include "ui/common/wrapped_label.h"
#include "ui/grade/grade_details.h"
#include "ui/grade/grade_fields.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace sandbench::ui {

static constexpr int kGradeMargin = 8, kGradeNewsMilliseconds = 40;
static constexpr int kGradeFieldsWidth = 280, kGradeTableWidth = 460, kGradeDetailsWidth = 560;
static constexpr int kLongestFilter = 200, kRowMargin = 6;

GradePanel::GradePanel(
    workspace::Workspace& workspace, const QStringList& engines, TaskList* tasks, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_tasks(tasks)
{
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    auto* split = new QSplitter(this);
    split->addWidget(m_fields = new GradeFields(engines, split));
    split->addWidget(buildResults());
    split->addWidget(m_details = new GradeDetails(m_model, split));
    for (const int part : {1, 2}) {
        split->setStretchFactor(part, 1);
        split->setCollapsible(part, false);
    }
    split->setSizes({kGradeFieldsWidth, kGradeTableWidth, kGradeDetailsWidth});
    column->addWidget(split, 1);
    connect(m_details, &GradeDetails::openWanted, this, &GradePanel::openWanted);
    m_clock.setInterval(kGradeNewsMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &GradePanel::takeNews);
    setFocusProxy(m_fields);
    refresh();
}

QWidget* GradePanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(kGradeMargin, 4, kGradeMargin, 4);
    m_run = keyAction(
        *this, "gradeRun", tr("Grade"), {Qt::CTRL | Qt::Key_Return}, [this] { run(); },
        tr("Run every test with every submission, each submission in a sandbox of its own"));
    m_stop = keyAction(
        *this, "gradeStop", tr("Stop"), {}, [this] { stop(); }, tr("Stop what still runs"));
    m_again = keyAction(
        *this, "gradeAgain", tr("Run Failed Again"), {}, [this] { runFailedAgain(); },
        tr("Read the folders anew, and run what did not pass or has changed"));
    m_save = keyAction(
        *this, "gradeSave", tr("Save Table…"), {}, [this] { chooseFile(); },
        tr("Save the table as CSV or JSON"));
    m_pagesAction = keyAction(
        *this, "gradePages", tr("Save Pages…"), {}, [this] { chooseFolder(); },
        tr("Save an index and a page for each submission into a folder"));
    addToolButtons(*row, head, {m_run, m_stop, m_again});
    auto* save = new QToolButton(head);
    save->setText(tr("Save"));
    save->setAutoRaise(true);
    save->setPopupMode(QToolButton::InstantPopup);
    auto* formats = new QMenu(save);
    formats->addActions({m_save, m_pagesAction});
    save->setMenu(formats);
    row->addWidget(save);
    row->addWidget(m_summary = new ElidedLabel(head), 1);
    m_summary->setAccessibleName(tr("Result"));
    m_summary->setContentsMargins(kGradeMargin, 0, 0, 0);
    m_summary->setObjectName(QStringLiteral("gradeSummary"));
    return head;
}

QWidget* GradePanel::buildResults()
{
    m_pages = new QStackedWidget(this);
    auto* results = new QWidget(m_pages);
    auto* column = columnOf(results, 2);
    m_filter
        = textField(results, "gradeFilter", tr("Filter"), tr("Filter by name"), kLongestFilter);
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, &m_shown, [this](const QString& text) {
        m_shown.setFilterFixedString(text);
    });
    column->addWidget(m_filter);
    buildTable(results);
    column->addWidget(m_table, 1);
    auto* empty = emptyLabel(m_pages);
    empty->setText(tr("Nothing was graded yet. Name a folder of tests and a folder of what was "
                      "handed in, or drop them on their fields, and choose Grade: each submission "
                      "gets a sandbox of its own, and a row here."));
    m_pages->addWidget(results);
    m_pages->addWidget(empty);
    return m_pages;
}

void GradePanel::buildTable(QWidget* parent)
{
    m_shown.setSourceModel(&m_model);
    m_shown.setSortRole(GradeModel::kSortRole);
    m_shown.setFilterKeyColumn(GradeModel::NameColumn);
    m_shown.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table = new QTableView(parent);
    m_table->setObjectName(QStringLiteral("gradeTable"));
    m_table->setAccessibleName(tr("Submissions"));
    m_table->setModel(&m_shown);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(GradeModel::NameColumn, Qt::AscendingOrder);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowMargin);
    m_table->setMinimumHeight(2 * fontMetrics().height());
    m_copy = keyAction(
        *m_table, "gradeCopy", tr("Copy Table"), {QKeySequence::Copy}, [this] { copy(); },
        tr("Copy the rows that are shown, for a spreadsheet"));
    m_table->addAction(m_copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& now, const QModelIndex& before) {
            const int test = now.column() - GradeModel::FirstTestColumn; // below 0 = none
            if (now.row() != before.row() || !before.isValid())
                m_details->showSubmission(currentRow(), test);
            else
                m_details->showTest(test);
        });
}

int GradePanel::currentRow() const
{
    return m_shown.mapToSource(m_table->currentIndex()).row();
}

// Else the first one.
void GradePanel::chooseByName(const QString& name)
{
    int row = 0;
    for (int i = 0; i < m_shown.rowCount(); ++i)
        if (m_shown.index(i, GradeModel::NameColumn).data().toString() == name)
            row = i;
    m_table->setCurrentIndex(m_shown.index(row, 0));
}

QString GradePanel::summary() const
{
    return m_summary->text();
}

void GradePanel::say(const QString& sentence)
{
    m_summary->setText(sentence);
}

void GradePanel::copy()
{
    copyTable(m_shown);
}

void GradePanel::refresh()
{
    const bool isFilled = m_model.rowCount() > 0;
    m_pages->setCurrentIndex(isFilled ? 0 : 1);
    const QString running = tr("it is being graded, stop it first");
    const QString missing = isRunning() ? running
        : isFilled                      ? QString()
                                        : tr("nothing was graded yet");
    explainCommand(*m_run, isRunning() ? running : QString());
    explainCommand(*m_stop, isRunning() ? QString() : tr("nothing is running"));
    explainCommand(
        *m_again,
        missing.isEmpty() && m_model.passedAll() == m_model.rowCount() ? tr("everything passed")
                                                                       : missing);
    explainCommand(*m_save, missing);
    explainCommand(*m_pagesAction, missing);
    explainCommand(*m_copy, isFilled ? QString() : tr("nothing was graded yet"));
}

} // namespace sandbench::ui
