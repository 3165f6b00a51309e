// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/matrix/matrix_panel.h"

#include "ui/common/code_font.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/key_action.h"
#include "ui/common/tool_buttons.h"
#include "ui/common/wrapped_label.h"
#include "ui/matrix/matrix_fields.h"

#include <QAction>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

namespace sandbench::ui {

static constexpr int kMatrixMargin = 8;
static constexpr int kNewsMilliseconds = 40;
static constexpr int kFieldsWidth = 320;

MatrixPanel::MatrixPanel(
    workspace::Workspace& workspace, const QStringList& engines, TaskList* tasks, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_engines(engines)
    , m_tasks(tasks)
{
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    auto* split = new QSplitter(this);
    split->setChildrenCollapsible(false);
    split->addWidget(buildFields());
    split->addWidget(buildResults());
    split->setStretchFactor(1, 1);
    split->setSizes({kFieldsWidth, 3 * kFieldsWidth});
    column->addWidget(split, 1);
    m_clock.setInterval(kNewsMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &MatrixPanel::takeNews);
    setFocusProxy(m_places);
    refresh();
}

QWidget* MatrixPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(kMatrixMargin, 4, kMatrixMargin, 4);
    m_run = keyAction(
        *this, "matrixRun", tr("Run Matrix"), {Qt::CTRL | Qt::Key_Return}, [this] { run(); },
        tr("Run the open programs in every place, each time in a fresh sandbox"));
    m_stop = keyAction(
        *this, "matrixStop", tr("Stop"), {}, [this] { stop(); }, tr("Stop what still runs"));
    m_save = keyAction(
        *this, "matrixSave", tr("Save As…"), {}, [this] { chooseFile(); },
        tr("Save the matrix as a page, or as CSV or JSON"));
    addToolButtons(*row, head, {m_run, m_stop, m_save});
    row->addWidget(m_summary = new ElidedLabel(head), 1);
    m_summary->setAccessibleName(tr("Result"));
    return head;
}

static QPlainTextEdit* linesField(QWidget* parent, const QString& name, int rows)
{
    auto* field = new QPlainTextEdit(parent);
    field->setAccessibleName(name);
    field->setTabChangesFocus(true);
    field->setLineWrapMode(QPlainTextEdit::NoWrap);
    field->setMinimumHeight(field->fontMetrics().lineSpacing() * rows);
    return field;
}

QWidget* MatrixPanel::buildFields()
{
    auto* scroll = new QScrollArea(this); // a small window must not grow by them
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* fields = new QWidget(scroll);
    auto* form = new QFormLayout(fields);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    m_places = linesField(fields, tr("Places"), 3);
    m_places->setObjectName(QStringLiteral("matrixPlaces"));
    m_places->setPlainText(m_engines.value(0));
    m_places->setPlaceholderText(tr("An engine a line, and the image: docker python:3.12"));
    m_sizes = new QLineEdit(fields);
    m_sizes->setAccessibleName(tr("Sizes"));
    m_sizes->setObjectName(QStringLiteral("matrixSizes"));
    m_sizes->setPlaceholderText(tr("As usual; or names with commas: small, large"));
    m_arguments = linesField(fields, tr("Arguments"), 2);
    m_arguments->setObjectName(QStringLiteral("matrixArguments"));
    m_arguments->setPlaceholderText(tr("None; each line is one more run"));
    form->addRow(tr("&Places"), m_places);
    form->addRow(tr("Si&zes"), m_sizes);
    form->addRow(tr("&Arguments"), m_arguments);
    scroll->setWidget(fields);
    return scroll;
}

QWidget* MatrixPanel::buildResults()
{
    m_pages = new QStackedWidget(this);
    auto* split = new QSplitter(Qt::Vertical, m_pages);
    split->setChildrenCollapsible(false);
    m_table = new QTableView(split);
    m_table->setObjectName(QStringLiteral("matrixTable"));
    m_table->setAccessibleName(tr("Runs"));
    m_table->setModel(&m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    m_details = new QPlainTextEdit(split);
    m_details->setObjectName(QStringLiteral("matrixDetails"));
    m_details->setAccessibleName(tr("Details of the run"));
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setFont(codeFont());
    // Less than they would ask for: a small window shows both.
    for (QWidget* part : {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_details)})
        part->setMinimumHeight(2 * fontMetrics().height());
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    auto* empty = emptyLabel(m_pages);
    empty->setText(tr("Nothing was run yet. Run Matrix runs every open program in each place, and "
                      "shows where it comes to something else."));
    m_pages->addWidget(split);
    m_pages->addWidget(empty);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &MatrixPanel::showCurrent);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &MatrixPanel::showCurrent);
    return m_pages;
}

void MatrixPanel::setSubjects(std::function<Result<MatrixSubjects>()> subjects)
{
    m_subjects = std::move(subjects);
}

void MatrixPanel::addPlace(const QString& line)
{
    QStringList lines = m_places->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    if (!lines.contains(line))
        lines << line;
    m_places->setPlainText(lines.join(u'\n'));
}

QString MatrixPanel::summary() const
{
    return m_summary->text();
}

QString MatrixPanel::details() const
{
    return m_details->toPlainText();
}

void MatrixPanel::showCurrent()
{
    const QModelIndex current = m_table->currentIndex();
    const QString text = current.isValid() ? cellDetails(
                             m_model.matrix(), static_cast<std::size_t>(current.row()),
                             static_cast<std::size_t>(current.column()))
                                           : QString();
    if (text != m_details->toPlainText())
        m_details->setPlainText(text);
}

void MatrixPanel::say(const QString& sentence)
{
    m_summary->setText(sentence);
}

void MatrixPanel::refresh()
{
    const bool isFilled = m_model.rowCount() > 0;
    m_pages->setCurrentIndex(isFilled ? 0 : 1);
    const QString running = tr("it is being run, stop it first");
    explainCommand(*m_run, isRunning() ? running : QString());
    explainCommand(*m_stop, isRunning() ? QString() : tr("nothing is running"));
    explainCommand(
        *m_save,
        isRunning()    ? running
            : isFilled ? QString()
                       : tr("nothing was run yet"));
}

} // namespace sandbench::ui
