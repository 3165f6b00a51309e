// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/table_pane.h"

#include "core/table/delimited_text.h"
#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/save_file.h"
#include "ui/common/text.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/own_keys.h"
#include "ui/viewers/table_model.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

/// Columns are made as wide as what these many rows need.
static constexpr int kMeasuredRows = 100;
static constexpr int kWidestColumn = 320;
/// More cells than that are for saving, not for a clipboard.
static constexpr qsizetype kMostCopiedCells = 200'000;

/// "price: 1,200 numbers from 1 to 99, mean 50.1, median 50; 3 empty".
static QString statisticsText(const QString& name, const table::ColumnStatistics& column)
{
    const auto number = [](double value) { return QLocale().toString(value, 'g', 6); };
    const auto count = [](std::size_t value) { return QLocale().toString(quint64{value}); };
    QString text = column.distinct >= table::ColumnStatistics::kMostDistinct
        ? TablePane::tr("%1: more than %2 different values").arg(name, count(column.distinct))
        : TablePane::tr("%1: %2 different values").arg(name, count(column.distinct));
    if (column.numbers > 0)
        text += TablePane::tr("; %1 numbers from %2 to %3, mean %4, median %5")
                    .arg(
                        count(column.numbers), number(column.least), number(column.greatest),
                        number(column.mean), number(column.median));
    if (column.empty > 0)
        text += TablePane::tr("; %1 empty").arg(count(column.empty));
    return text;
}

TablePane::TablePane(QWidget* parent)
    : QWidget(parent)
    , m_view(new QTableView(this))
    , m_column(captionLabel(this))
    , m_model(new TableModel(this))
{
    setMinimumWidth(160);
    m_view->setAccessibleName(tr("Rows of the table"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setModel(m_model);
    m_view->setWordWrap(false);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->horizontalHeader()->setResizeContentsPrecision(kMeasuredRows);
    m_view->horizontalHeader()->setMaximumSectionSize(kWidestColumn);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    auto* copy = new QAction(tr("Copy"), m_view);
    connect(copy, &QAction::triggered, this, [this] {
        QGuiApplication::clipboard()->setText(selectedText());
    });
    m_view->addAction(copy);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    keepMovingKeys(m_view);
    auto* layout = columnOf(this, 0);
    layout->addWidget(makeHead());
    layout->addWidget(m_view, 1);
    layout->addWidget(m_column);
    m_column->hide();
    setFocusProxy(m_view);
    connect(m_model, &TableModel::sortWanted, this, [this](int column, Qt::SortOrder order) {
        m_query.sortBy.reset();
        if (column >= 0)
            m_query.sortBy = static_cast<std::size_t>(column);
        m_query.isDescending = order == Qt::DescendingOrder;
        ask();
    });
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentColumnChanged, this,
        &TablePane::addUp);
}

QWidget* TablePane::makeHead()
{
    auto* head = new QWidget(this);
    m_caption = captionLabel(head);
    m_filter = new QLineEdit(head);
    m_filter->setPlaceholderText(tr("Find rows"));
    m_filter->setAccessibleName(tr("Find rows that hold this text"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(180);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_query.text = text.toStdString();
        ask();
    });
    keyAction(*this, "tableFind", tr("Find Rows"), {QKeySequence::Find}, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
    });
    auto* save = new QToolButton(head);
    save->setIcon(glyphIcon(Glyph::Save));
    save->setObjectName(QStringLiteral("saveTable"));
    save->setAutoRaise(true);
    save->setText(tr("Save as CSV…"));
    save->setToolTip(tr("Save the rows that are shown as CSV"));
    connect(save, &QToolButton::clicked, this, &TablePane::save);
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 2, 4, 2);
    layout->addWidget(m_caption, 1);
    layout->addWidget(m_filter);
    layout->addWidget(save);
    return head;
}

void TablePane::setTable(
    std::shared_ptr<const table::TableSource> table, const QString& caption, const QString& name)
{
    m_asked.request_stop();
    m_added.request_stop();
    m_table = std::move(table);
    m_about = caption;
    m_name = name;
    m_query = {};
    {
        const QSignalBlocker quiet(m_filter), still(m_model);
        m_filter->clear();
        m_view->sortByColumn(-1, Qt::AscendingOrder);
    }
    m_model->setTable(m_table);
    m_view->resizeColumnsToContents();
    m_column->hide();
    showCaption();
}

void TablePane::showCaption()
{
    const auto all = m_table ? static_cast<int>(m_table->rowCount()) : 0;
    m_caption->setText(
        m_model->rowCount() == all
            ? m_about
            : tr("%1 of %2 rows")
                  .arg(QLocale().toString(m_model->rowCount()), QLocale().toString(all)));
}

/// The latest question wins.
void TablePane::ask()
{
    m_asked.request_stop();
    if (!m_table)
        return;
    m_caption->setText(tr("Looking through the rows…"));
    m_asked = m_jobs.run(
        this,
        [table = m_table, query = m_query](const std::stop_token& stop) {
            return std::pair(table::rowsOf(*table, query, stop), stop);
        },
        [this](std::pair<Result<table::RowOrder>, std::stop_token> answer) {
            if (answer.second.stop_requested() || !answer.first)
                return;
            m_model->setOrder(*std::move(answer.first));
            showCaption();
            addUp();
        });
}

void TablePane::addUp()
{
    m_added.request_stop();
    const auto current = m_view->currentIndex();
    m_column->setVisible(m_table && current.isValid());
    if (!m_table || !current.isValid())
        return;
    m_column->setText(tr("Adding up…"));
    const auto column = static_cast<std::size_t>(current.column());
    m_added = m_jobs.run(
        this,
        [table = m_table, order = m_model->order(), column](const std::stop_token& stop) {
            return std::pair(table::statisticsOf(*table, order, column, stop), stop);
        },
        [this, name = SafeText::elidedName(toQString(m_table->header()[column]), 60)](
            const std::pair<Result<table::ColumnStatistics>, std::stop_token>& answer) {
            if (!answer.second.stop_requested() && answer.first)
                m_column->setText(statisticsText(name, *answer.first));
        });
}

QString TablePane::selectedText() const
{
    auto cells = m_view->selectionModel()->selectedIndexes();
    std::sort(cells.begin(), cells.end());
    cells.resize(std::min(cells.size(), kMostCopiedCells));
    QString text;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        if (i > 0)
            text += QLatin1Char(cells[i].row() == cells[i - 1].row() ? '\t' : '\n');
        text += cells[i].data().toString();
    }
    return text;
}

void TablePane::save()
{
    if (!m_table)
        return;
    auto* dialog = new QFileDialog(this, tr("Save the table"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(m_name + QStringLiteral(".csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_saves.run(
            this,
            [table = m_table, order = m_model->order(), path](const std::stop_token& stop) {
                const auto csv = table::csvOf(*table, order, stop);
                return csv ? saveFile(path, *csv) : QString();
            },
            [this](const QString& problem) {
                if (!problem.isEmpty())
                    emit notice(problem);
            });
    });
    dialog->open();
}

} // namespace sandbench::ui
