// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gate/findings_panel.h"

#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/gate/finding_text.h"
#include "ui/gate/findings_model.h"
#include "ui/gate/policy_shelf.h"
#include "ui/gate/wants_line.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTreeView>

namespace sandbench::ui {

static constexpr int kMargin = 8;

FindingsPanel::FindingsPanel(PolicyShelf& policies, QWidget* parent)
    : QWidget(parent)
    , m_policies(policies)
    , m_model(new FindingsModel(this))
{
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    column->addWidget(m_wants = new WantsLine(this));
    column->addWidget(m_pages = new QStackedWidget(this), 1);
    m_pages->addWidget(buildList());
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    connect(&m_policies, &PolicyShelf::changed, this, &FindingsPanel::showChoices);
    showChoices();
    show({}, false);
}

QWidget* FindingsPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(kMargin, 4, kMargin, 4);
    auto* label = new QLabel(tr("&Policy"), head);
    m_policy = new QComboBox(head);
    m_policy->setObjectName(QStringLiteral("policy"));
    m_policy->setAccessibleName(tr("Policy"));
    m_policy->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    label->setBuddy(m_policy);
    connect(m_policy, &QComboBox::activated, this, [this](int index) {
        m_policies.choose(m_policy->itemData(index).toString());
    });
    row->addWidget(label);
    row->addWidget(m_policy);
    row->addWidget(m_summary = new ElidedLabel(head), 1);
    m_summary->setObjectName(QStringLiteral("findingSummary"));
    m_summary->setContentsMargins(kMargin, 0, 0, 0);
    m_summary->explain(gateIsAdvice());
    return head;
}

QWidget* FindingsPanel::buildList()
{
    auto* page = new QWidget(this);
    auto* column = columnOf(page, 0);
    column->addWidget(m_list = new QTreeView(page), 1);
    column->addWidget(m_detail = wrappedLabel(page));
    m_detail->setObjectName(QStringLiteral("findingDetail"));
    m_detail->setContentsMargins(kMargin, 4, kMargin, 4);
    m_detail->hide();
    setUpList();
    return page;
}

void FindingsPanel::setUpList()
{
    m_list->setObjectName(QStringLiteral("findings"));
    m_list->setAccessibleName(tr("Findings"));
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_list->header()->setSectionResizeMode(FindingsModel::DescriptionColumn, QHeaderView::Stretch);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [section, characters] :
         {std::pair(FindingsModel::SeverityColumn, 16), std::pair(FindingsModel::PlaceColumn, 12),
          std::pair(FindingsModel::RuleColumn, 34)})
        m_list->header()->resizeSection(section, unit * characters);
    connect(m_list, &QTreeView::activated, this, [this](const QModelIndex& index) {
        emit activated(index.row());
    });
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &FindingsPanel::showDetail);
    connect(m_model, &QAbstractItemModel::modelReset, this, &FindingsPanel::showDetail);
}

// The tool tips tell the same, but not to who has no mouse.
void FindingsPanel::showDetail()
{
    const int row = selected();
    const auto& findings = m_model->findings();
    const bool isOne = row >= 0 && row < static_cast<int>(findings.size());
    m_detail->setText(isOne ? findingText(findings[static_cast<std::size_t>(row)]) : QString());
    m_detail->setVisible(isOne);
}

void FindingsPanel::showChoices()
{
    const QSignalBlocker quiet(m_policy);
    m_policy->clear();
    for (const auto& choice : m_policies.choices()) {
        m_policy->addItem(choice.title, choice.key);
        m_policy->setItemData(
            m_policy->count() - 1, plainToolTip(choice.explanation), Qt::ToolTipRole);
        if (choice.key != m_policies.chosen())
            continue;
        m_policy->setCurrentIndex(m_policy->count() - 1);
        m_policy->setToolTip(plainToolTip(choice.explanation));
        m_policy->setAccessibleDescription(choice.explanation);
    }
}

void FindingsPanel::show(const GateReport& report, bool hasDocument)
{
    const int row = selected();
    m_model->setFindings(report.findings);
    m_summary->setText(
        report.findings.empty() ? QString()
                                : tr("%1. %2").arg(findingSummary(report), boundarySentence()));
    showPage(hasDocument, !report.policy.empty());
    if (row >= 0 && row < m_model->rowCount())
        select(row);
}

void FindingsPanel::showPage(bool hasDocument, bool isScanned)
{
    const bool isEmpty = m_model->rowCount() == 0;
    const bool hadFocus = m_list->hasFocus();
    m_pages->setCurrentIndex(isEmpty ? 1 : 0);
    setFocusProxy(isEmpty ? static_cast<QWidget*>(m_policy) : m_list);
    if (hadFocus && isEmpty)
        m_policy->setFocus();
    const auto policy = m_policies.policy();
    if (!hasDocument)
        m_empty->setText(tr("Open a document to see what a policy says about it."));
    else if (!m_policies.problem().isEmpty())
        m_empty->setText(m_policies.problem());
    else if (m_policies.isReading())
        m_empty->setText(tr("Reading the policies…"));
    else if (!policy)
        m_empty->setText(tr("No policy is chosen: nothing is scanned."));
    else if (!isScanned)
        m_empty->setText(tr("Scanning…"));
    else
        m_empty->setText(tr("No rule of the policy %1 matched.\n%2")
                             .arg(findingLine(policy->name), gateIsAdvice()));
}

void FindingsPanel::select(int row)
{
    m_list->setCurrentIndex(m_model->index(row, 0));
}

int FindingsPanel::selected() const
{
    return m_list->currentIndex().isValid() ? m_list->currentIndex().row() : -1;
}

QString FindingsPanel::summary() const
{
    return m_summary->text();
}

QString FindingsPanel::emptyText() const
{
    return m_pages->currentIndex() == 1 ? m_empty->text() : QString();
}

} // namespace sandbench::ui
