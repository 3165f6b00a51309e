// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/variables/variable_view.h"

#include "core/table/table_source.h"
#include "ui/common/code_font.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/variables/number_chart.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/table_pane.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QToolButton>

namespace sandbench::ui {

namespace {

QString shownText(const VariableDetails& details)
{
    QStringList lines;
    for (const QString& line : toQString(details.text).split(u'\n'))
        lines << SafeText::display(line);
    if (details.isCut)
        lines << VariableView::tr("… and more");
    return lines.join(u'\n');
}

std::shared_ptr<table::SmallTable> tableOf(const VariableTable& cells)
{
    auto made = std::make_shared<table::SmallTable>();
    made->names.emplace_back();
    made->names.insert(made->names.end(), cells.columns.begin(), cells.columns.end());
    for (const auto& row : cells.rows) {
        table::Row texts{row.name};
        texts.insert(texts.end(), row.cells.begin(), row.cells.end());
        made->rows.push_back(std::move(texts));
    }
    return made;
}

/// "1,000 rows; the first 200 are here".
QString captionOf(const VariableTable& cells)
{
    QString text = counted(static_cast<std::size_t>(cells.rowCount), VariableView::tr("row"));
    if (cells.columnCount > 1)
        text += QStringLiteral(", ")
            + counted(static_cast<std::size_t>(cells.columnCount), VariableView::tr("column"));
    const bool isPart = cells.rowCount > static_cast<std::int64_t>(cells.rows.size())
        || cells.columnCount > static_cast<std::int64_t>(cells.columns.size());
    return isPart ? VariableView::tr("%1; the first %2 × %3 are here")
                        .arg(text)
                        .arg(cells.rows.size())
                        .arg(cells.columns.size())
                  : text;
}

} // namespace

VariableView::VariableView(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new QTabWidget(this))
    , m_text(new QPlainTextEdit(m_tabs))
    , m_table(new TablePane(m_tabs))
{
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    column->addWidget(m_tabs, 1);
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName(QStringLiteral("variableTabs"));
    m_text->setObjectName(QStringLiteral("variableText"));
    m_text->setAccessibleName(tr("Value"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(codeFont());
    m_text->setMinimumSize(80, 60);
    m_tabs->addTab(m_text, tr("Text"));
    m_tabs->addTab(m_table, tr("Table"));
    m_tabs->addTab(m_chartPage = buildChart(), tr("Chart"));
    connect(m_table, &TablePane::notice, this, &VariableView::notice);
    setFocusProxy(m_tabs);
}

QWidget* VariableView::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(8, 2, 2, 2);
    row->addWidget(m_title = new ElidedLabel(head), 1);
    m_title->setObjectName(QStringLiteral("variableTitle"));
    const auto add = [this, head, row](
                         const char* name, Glyph glyph, const QString& text, const QString& tip,
                         auto clicked) {
        auto* button = new QToolButton(head);
        button->setObjectName(QLatin1String(name));
        button->setIcon(glyphIcon(glyph));
        button->setText(text);
        button->setToolTip(plainToolTip(tip));
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, clicked);
        row->addWidget(button);
    };
    add("variableCopy", Glyph::Copy, tr("Copy Value"), tr("Copy what is shown as its text"),
        [this] { QGuiApplication::clipboard()->setText(text()); });
    add("variableClose", Glyph::Close, tr("Close"), tr("Back to the variables (Esc)"),
        [this] { emit closeWanted(); });
    return head;
}

QWidget* VariableView::buildChart()
{
    auto* page = new QWidget(m_tabs);
    auto* column = columnOf(page, 0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 8, 0);
    row->addWidget(m_about = captionLabel(page), 1);
    auto* bars = new QCheckBox(tr("&Histogram"), page);
    bars->setObjectName(QStringLiteral("variableHistogram"));
    row->addWidget(bars);
    column->addLayout(row);
    column->addWidget(m_chart = new NumberChart(page), 1);
    connect(bars, &QCheckBox::toggled, m_chart, &NumberChart::setHistogram);
    page->setFocusProxy(m_chart);
    return page;
}

void VariableView::setDetails(const VariableDetails& details)
{
    const auto& variable = details.variable;
    QStringList facts{SafeText::display(variable.name), SafeText::display(variable.type)};
    if (!variable.size.empty())
        facts << SafeText::display(variable.size);
    m_title->setText(facts.join(QStringLiteral(" · ")));
    if (const QString text = shownText(details); m_text->toPlainText() != text)
        m_text->setPlainText(text); // else it stays where it is scrolled to
    const bool hasTable = !details.table.isEmpty();
    const bool hasChart = !details.chart.series.empty();
    m_table->setTable(
        hasTable ? tableOf(details.table) : nullptr, captionOf(details.table),
        SafeText::saveName(toQString(variable.name), QStringLiteral("variable")));
    m_chart->setChart(details.chart);
    m_about->setText(
        details.chart.step > 1 ? tr("One number in %1 is drawn").arg(details.chart.step)
                               : tr("All of its numbers"));
    m_tabs->setTabEnabled(1, hasTable);
    m_tabs->setTabEnabled(2, hasChart);
    m_tabs->setTabToolTip(1, plainToolTip(hasTable ? QString() : tr("It has no items to list")));
    m_tabs->setTabToolTip(2, plainToolTip(hasChart ? QString() : tr("It has no numbers to draw")));
}

void VariableView::say(const QString& name, const QString& sentence)
{
    m_title->setText(SafeText::display(name));
    m_text->setPlainText(sentence);
    m_table->setTable(nullptr, {}, {});
    m_chart->setChart({});
    m_tabs->setTabEnabled(1, false);
    m_tabs->setTabEnabled(2, false);
}

QString VariableView::text() const
{
    return m_text->toPlainText();
}

} // namespace sandbench::ui
