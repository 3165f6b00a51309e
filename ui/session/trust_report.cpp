// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/trust_report.h"

#include "ui/common/column.h"
#include "ui/common/wrapped_label.h"
#include "ui/session/isolation_summary.h"

#include <QGridLayout>
#include <QToolButton>

namespace sandbench::ui {

static QWidget* gridPage(QWidget* parent)
{
    auto* page = new QWidget(parent);
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(3);
    return page;
}

TrustReport::TrustReport(QWidget* parent)
    : QWidget(parent)
    , m_head(new QToolButton(this))
    , m_gaps(gridPage(this))
    , m_layers(gridPage(this))
{
    m_head->setObjectName(QStringLiteral("trustReport"));
    m_head->setAutoRaise(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setToolTip(tr("Shows or hides the layers that isolate the sandbox"));
    m_head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont bold = m_head->font();
    bold.setBold(true);
    m_head->setFont(bold);
    auto* column = columnOf(this);
    column->addWidget(m_head);
    column->addWidget(m_gaps);
    column->addWidget(m_layers);
    connect(m_head, &QToolButton::clicked, this, [this] { fold(m_layers->isHidden()); });
    fold(false);
}

void TrustReport::fold(bool open)
{
    m_layers->setVisible(open);
    m_head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_head->setAccessibleDescription(open ? tr("expanded") : tr("collapsed"));
}

static void clear(QWidget* page)
{
    while (QLayoutItem* item = page->layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

static void addLine(QWidget* page, const IsolationLine& line)
{
    auto* grid = qobject_cast<QGridLayout*>(page->layout());
    const int row = grid->rowCount();
    auto* mark = new QLabel(line.marked().left(1), page);
    mark->setTextFormat(Qt::PlainText);
    grid->addWidget(mark, row, 0, Qt::AlignTop);
    grid->addWidget(wrappedLabel(page, line.text), row, 1);
}

void TrustReport::showReport(const IsolationReport& report)
{
    clear(m_gaps);
    clear(m_layers);
    m_text.clear();
    for (const IsolationLine& line : isolationLines(report)) {
        addLine(line.kind == IsolationLine::Kind::Layer ? m_layers : m_gaps, line);
        m_text += line.marked() + u'\n';
    }
    const bool whole = report.missing.empty() && report.relaxations.empty();
    m_gaps->setVisible(!whole);
    m_head->setText(
        !report.missing.empty() ? tr("Isolated by, with gaps")
            : whole             ? tr("Isolated by %1 layers").arg(report.layers.size())
                                : tr("Isolated by, relaxed"));
}

} // namespace sandbench::ui
