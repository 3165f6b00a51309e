// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/chart_view.h"

#include "core/artifact/chart_table.h"
#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/common/save_file.h"
#include "ui/common/text.h"

#include <QAbstractTableModel>
#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

namespace {

/// The table of one chart; it never changes.
class ChartModel : public QAbstractTableModel
{
public:
    ChartModel(ChartTable table, QObject* parent)
        : QAbstractTableModel(parent)
        , m_table(std::move(table))
    {
    }
    int rowCount(const QModelIndex& parent) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
    }
    int columnCount(const QModelIndex& parent) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_table.header.size());
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        const auto& value = m_table.rows[static_cast<std::size_t>(index.row())]
                                        [static_cast<std::size_t>(index.column())];
        const auto* number = std::get_if<double>(&value);
        if (role == Qt::DisplayRole)
            return SafeText::display(cellText(value));
        if (role == Qt::UserRole) // to sort by
            return number ? QVariant(*number) : QVariant(toQString(cellText(value)));
        if (role == Qt::TextAlignmentRole && number)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (role != Qt::DisplayRole)
            return {};
        return orientation == Qt::Horizontal
            ? QVariant(SafeText::display(m_table.header[static_cast<std::size_t>(section)]))
            : QVariant(section + 1);
    }

private:
    ChartTable m_table;
};

QString captionOf(const Chart& chart)
{
    std::uint64_t series = 0, points = 0, here = 0, others = 0;
    for (const auto& panel : chart.panels) {
        series += panel.series.size();
        others += panel.others;
        for (const auto& each : panel.series) {
            points += each.points;
            here += lengthOf(each);
        }
    }
    QString text = here == points
        ? ChartView::tr("%1 series, %2 points").arg(series).arg(points)
        : ChartView::tr("%1 series, the first %2 of %3 points").arg(series).arg(here).arg(points);
    if (others > 0)
        text += ChartView::tr("; %1 other things have no numbers here").arg(others);
    return text;
}

} // namespace

ChartView::ChartView(QWidget* parent)
    : QWidget(parent)
    , m_caption(new QLabel(this))
    , m_table(new QTableView(this))
{
    setMinimumWidth(160);
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setWordWrap(true);
    auto* saveButton = new QToolButton(this);
    saveButton->setIcon(glyphIcon(Glyph::Save));
    saveButton->setObjectName(QStringLiteral("saveNumbers"));
    saveButton->setAutoRaise(true);
    saveButton->setText(tr("Save as CSV…"));
    saveButton->setToolTip(tr("Save the numbers as CSV"));
    connect(saveButton, &QToolButton::clicked, this, &ChartView::save);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 4, 4);
    head->addWidget(m_caption, 1);
    head->addWidget(saveButton);
    m_table->setAccessibleName(tr("Numbers of the chart"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSortingEnabled(true);
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    auto* copy = new QAction(tr("Copy"), m_table);
    connect(copy, &QAction::triggered, this, &ChartView::copySelected);
    m_table->addAction(copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* layout = columnOf(this, 0);
    layout->addLayout(head);
    layout->addWidget(m_table, 1);
}

void ChartView::setChart(std::shared_ptr<const Chart> chart, const QString& name)
{
    if (chart == m_chart)
        return;
    m_chart = std::move(chart);
    m_name = name;
    auto* before = m_table->model();
    auto* sorted = new QSortFilterProxyModel(m_table);
    sorted->setSortRole(Qt::UserRole);
    if (m_chart)
        sorted->setSourceModel(new ChartModel(tableOf(*m_chart), sorted));
    m_table->setModel(sorted);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // as the program drew it
    m_table->resizeColumnsToContents();
    m_caption->setText(m_chart ? captionOf(*m_chart) : QString());
    delete before;
}

bool ChartView::copySelected()
{
    if (!m_table->selectionModel())
        return false;
    auto cells = m_table->selectionModel()->selectedIndexes();
    std::sort(cells.begin(), cells.end());
    QString text;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        if (i > 0)
            text += QLatin1Char(cells[i].row() == cells[i - 1].row() ? '\t' : '\n');
        text += cells[i].data().toString();
    }
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
    return !text.isEmpty();
}

void ChartView::save()
{
    if (!m_chart)
        return;
    auto* dialog = new QFileDialog(this, tr("Save the numbers"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(m_name + QStringLiteral(".csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, chart = m_chart](const QString& path) {
        m_saves.run(
            this, [chart, path](std::stop_token) { return saveFile(path, csvOf(tableOf(*chart))); },
            [this](const QString& problem) {
                if (!problem.isEmpty())
                    emit notice(problem);
            });
    });
    dialog->open();
}

} // namespace sandbench::ui
