// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/comparison_view.h"

#include "ui/activity/diff_highlighter.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/plots/plot_panel.h"

#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>

#include <cmath>

namespace sandbench::ui {

static constexpr int kComparisonMargin = 8;
static constexpr int kFactMargin = 6;
static constexpr int kLongestLine = 2000; // characters

static QString samenessText(check::Sameness sameness)
{
    using check::Sameness;
    switch (sameness) {
    case Sameness::Same:
        return ComparisonView::tr("the same");
    case Sameness::SameNumbers:
        return ComparisonView::tr("the same within the tolerance");
    case Sameness::OnlyLeft:
        return ComparisonView::tr("only in the first run");
    case Sameness::OnlyRight:
        return ComparisonView::tr("only in the second run");
    case Sameness::Unknown:
        return ComparisonView::tr("no longer kept, cannot be compared");
    case Sameness::Different:
        break;
    }
    return ComparisonView::tr("different");
}

ComparisonView::ComparisonView(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(this))
    , m_outcome(wrappedLabel(this))
    , m_isTolerant(new QToolButton(this))
    , m_digits(new QDoubleSpinBox(this))
    , m_tabs(new QTabWidget(this))
{
    m_title->setObjectName(QStringLiteral("comparisonTitle"));
    m_outcome->setObjectName(QStringLiteral("comparisonOutcome"));
    m_outcome->setContentsMargins(kComparisonMargin, 0, kComparisonMargin, 4);
    m_isTolerant->setObjectName(QStringLiteral("comparisonTolerant"));
    m_isTolerant->setText(tr("Numbers to"));
    m_isTolerant->setToolTip(tr("Take numbers in the output for the same where they are close"));
    m_isTolerant->setCheckable(true);
    m_isTolerant->setAutoRaise(true);
    m_digits->setObjectName(QStringLiteral("comparisonDigits"));
    m_digits->setAccessibleName(tr("Digits in which numbers agree"));
    m_digits->setDecimals(0);
    m_digits->setRange(1, 15);
    m_digits->setValue(9);
    m_digits->setSuffix(tr(" digits"));
    m_digits->setEnabled(false);
    connect(m_isTolerant, &QToolButton::toggled, m_digits, &QWidget::setEnabled);
    connect(m_isTolerant, &QToolButton::toggled, this, &ComparisonView::toleranceChanged);
    connect(m_digits, &QDoubleSpinBox::valueChanged, this, &ComparisonView::toleranceChanged);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("comparisonClose"));
    close->setIcon(glyphIcon(Glyph::Close));
    close->setText(tr("Close"));
    close->setToolTip(tr("Back to the runs (Esc)"));
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, this, &ComparisonView::closeWanted);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kComparisonMargin, 2, 2, 2);
    head->addWidget(m_title, 1);
    head->addWidget(m_isTolerant);
    head->addWidget(m_digits);
    head->addWidget(close);
    auto* column = columnOf(this, 0);
    column->addLayout(head);
    column->addWidget(m_outcome);
    column->addWidget(m_tabs, 1);
    m_tabs->setDocumentMode(true);
    setFocusProxy(m_tabs);
}

std::optional<double> ComparisonView::tolerance() const
{
    return m_isTolerant->isChecked() ? std::optional(std::pow(10, -m_digits->value()))
                                     : std::nullopt;
}

QString ComparisonView::outcome() const
{
    return m_outcome->text();
}

void ComparisonView::clear()
{
    while (m_tabs->count() > 0)
        delete m_tabs->widget(0);
}

void ComparisonView::show(const ComparedRuns& runs, const QString& left, const QString& right)
{
    const QString tab = m_tabs->tabText(m_tabs->currentIndex());
    clear();
    const auto& comparison = runs.comparison;
    m_title->setText(tr("%1 and %2").arg(left, right));
    m_outcome->setText(
        !comparison.hasSameOutcome         ? tr("≠ The outcome differs.")
            : comparison.hasUnknownResults ? tr("= The same outcome, as far as results are kept.")
                                           : tr("= The same outcome: end, output and results."));
    addFacts(comparison, left, right);
    addText(tr("&Program"), comparison.program);
    addText(tr("&Output"), comparison.output);
    addText(tr("&Errors"), comparison.errors);
    addResults(runs);
    for (int i = 0; i < m_tabs->count(); ++i)
        if (m_tabs->tabText(i) == tab)
            m_tabs->setCurrentIndex(i);
}

void ComparisonView::showProblem(const QString& sentence)
{
    clear();
    m_title->clear();
    m_outcome->setText(SafeText::display(sentence));
}

void ComparisonView::addFacts(
    const check::RunComparison& comparison, const QString& left, const QString& right)
{
    auto* table = new QTableWidget(0, 3, m_tabs);
    table->setObjectName(QStringLiteral("comparisonFacts"));
    table->setAccessibleName(tr("What differs"));
    table->setHorizontalHeaderLabels({tr("What"), left, right});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kFactMargin);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    const auto add = [table](const QString& name, const QString& one, const QString& other) {
        const int row = table->rowCount();
        table->insertRow(row);
        int column = 0;
        for (const QString& text : {name, one, other}) {
            auto* item = new QTableWidgetItem(text);
            item->setToolTip(plainToolTip(text));
            table->setItem(row, column++, item);
        }
    };
    for (const auto* facts : {&comparison.facts, &comparison.measures})
        for (const auto& fact : *facts)
            add(SafeText::display(fact.name), SafeText::display(fact.left),
                SafeText::display(fact.right));
    for (const auto& result : comparison.results)
        if (result.sameness != check::Sameness::Same)
            add(tr("result %1").arg(SafeText::display(result.name)),
                result.left ? samenessText(result.sameness) : QString(),
                result.right ? samenessText(result.sameness) : QString());
    m_tabs->addTab(table, tr("&Differences (%1)").arg(table->rowCount()));
}

void ComparisonView::addText(const QString& title, const check::TextComparison& text)
{
    if (text.sameness == check::Sameness::Same)
        return;
    QStringList lines;
    for (const QString& line : toQString(text.diff).split(u'\n'))
        lines << SafeText::display(line.left(kLongestLine));
    if (text.diff.empty())
        lines = {samenessText(text.sameness)};
    if (text.isCut)
        lines << tr("… and more, which is not shown");
    auto* view = new QPlainTextEdit(lines.join(u'\n'), m_tabs);
    view->setReadOnly(true);
    view->setTabChangesFocus(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setLineWrapMode(QPlainTextEdit::NoWrap);
    view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    view->setLayoutDirection(Qt::LeftToRight);
    view->setAccessibleName(tr("Difference"));
    if (!text.diff.empty())
        new DiffHighlighter(view->document());
    m_tabs->addTab(view, title);
}

void ComparisonView::addResults(const ComparedRuns& runs)
{
    PlotPanel* panel = nullptr;
    int pairs = 0;
    for (const auto& result : runs.comparison.results) {
        if (result.sameness == check::Sameness::Same)
            continue;
        if (!panel) {
            panel = new PlotPanel(m_tabs);
            connect(panel, &PlotPanel::notice, this, &ComparisonView::notice);
        }
        if (result.left)
            panel->add(runs.left.artifacts.at(static_cast<qsizetype>(*result.left)));
        if (result.right)
            panel->add(runs.right.artifacts.at(static_cast<qsizetype>(*result.right)));
        if (result.left && result.right && pairs++ == 0)
            panel->compare(panel->count() - 2, panel->count() - 1);
    }
    if (panel)
        m_tabs->addTab(panel, tr("&Results"));
}

void ComparisonView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return emit closeWanted();
    QWidget::keyPressEvent(event);
}

} // namespace sandbench::ui
