// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reading/outline_panel.h"

#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <QTreeWidget>

#include <algorithm>
#include <iterator>

namespace sandbench::ui {

static constexpr int kLongestOutlineFilter = 200;
static constexpr int kLineRole = Qt::UserRole;

static QString shownName(const OutlineItem& item)
{
    const QString name = SafeText::display(item.name);
    switch (item.kind) {
    case OutlineKind::Function:
    case OutlineKind::Method:
        return name + QStringLiteral("()");
    case OutlineKind::Cell:
        return name.isEmpty() ? OutlinePanel::tr("Cell") : OutlinePanel::tr("Cell: %1").arg(name);
    case OutlineKind::Type:
    case OutlineKind::Heading:
        break;
    }
    return name;
}

static QString kindWord(OutlineKind kind)
{
    switch (kind) {
    case OutlineKind::Type:
        return OutlinePanel::tr("type");
    case OutlineKind::Function:
        return OutlinePanel::tr("function");
    case OutlineKind::Method:
        return OutlinePanel::tr("method");
    case OutlineKind::Cell:
        return OutlinePanel::tr("cell");
    case OutlineKind::Heading:
        break;
    }
    return OutlinePanel::tr("heading");
}

OutlinePanel::OutlinePanel(QWidget* parent)
    : QWidget(parent)
{
    auto* column = columnOf(this, 0);
    column->addWidget(
        m_filter = textField(
            this, "outlineFilter", tr("Filter the outline"), tr("Filter: name"),
            kLongestOutlineFilter));
    m_filter->setClearButtonEnabled(true);
    column->addWidget(m_pages = new QStackedWidget(this), 1);
    m_pages->addWidget(m_tree = new QTreeWidget(m_pages));
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    m_tree->setObjectName(QStringLiteral("outline"));
    m_tree->setAccessibleName(tr("Outline"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({tr("Name"), tr("Line")});
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    connect(m_filter, &QLineEdit::textChanged, this, &OutlinePanel::filter);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        emit lineWanted(item->data(0, kLineRole).toInt());
    });
    showPage();
}

void OutlinePanel::show(const std::vector<OutlineItem>& outline, bool hasDocument)
{
    m_outline = outline;
    m_hasDocument = hasDocument;
    fill();
    filter(m_filter->text());
    showPage();
    follow(m_line);
}

void OutlinePanel::fill()
{
    m_tree->clear();
    m_items.clear();
    std::vector<QTreeWidgetItem*> parents; // by depth
    for (const OutlineItem& item : m_outline) {
        parents.resize(std::min(parents.size(), item.depth));
        auto* row
            = parents.empty() ? new QTreeWidgetItem(m_tree) : new QTreeWidgetItem(parents.back());
        const QString line = QString::number(item.line);
        row->setText(0, shownName(item));
        row->setText(1, line);
        row->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        row->setData(0, kLineRole, static_cast<int>(item.line));
        const QString told = tr("%1, %2, line %3").arg(shownName(item), kindWord(item.kind), line);
        row->setToolTip(0, plainToolTip(told));
        row->setData(0, Qt::AccessibleTextRole, told);
        QFont font = row->font(0);
        font.setBold(item.kind == OutlineKind::Type || item.kind == OutlineKind::Cell);
        row->setFont(0, font);
        m_items.push_back(row);
        parents.push_back(row);
    }
    m_tree->expandAll();
}

// What leads to something that fits stays.
void OutlinePanel::filter(const QString& text)
{
    for (QTreeWidgetItem* item : m_items)
        item->setHidden(!item->text(0).contains(text, Qt::CaseInsensitive));
    for (auto item = m_items.rbegin(); item != m_items.rend(); ++item)
        if (auto* parent = (*item)->parent(); parent && !(*item)->isHidden())
            parent->setHidden(false);
    showPage();
}

void OutlinePanel::showPage()
{
    const bool isEmpty = std::all_of(
        m_items.begin(), m_items.end(), [](const auto* item) { return item->isHidden(); });
    const bool hadFocus = m_tree->hasFocus();
    m_pages->setCurrentIndex(isEmpty ? 1 : 0);
    setFocusProxy(isEmpty ? static_cast<QWidget*>(m_filter) : m_tree);
    if (isEmpty && hadFocus)
        m_filter->setFocus();
    if (!m_hasDocument)
        m_empty->setText(tr("Open a document to see its outline."));
    else if (!m_items.empty())
        m_empty->setText(tr("No name has this in it."));
    else
        m_empty->setText(tr("No functions, types or headings. A line # %% begins a cell."));
}

void OutlinePanel::follow(int line)
{
    m_line = line;
    const auto next = std::upper_bound(
        m_outline.begin(), m_outline.end(), line, [](int wanted, const OutlineItem& item) {
            return static_cast<std::size_t>(std::max(wanted, 0)) < item.line;
        });
    if (next == m_outline.begin())
        return m_tree->setCurrentItem(nullptr);
    m_tree->setCurrentItem(
        m_items.at(static_cast<std::size_t>(std::distance(m_outline.begin(), next)) - 1));
}

QString OutlinePanel::current() const
{
    return m_tree->currentItem() ? m_tree->currentItem()->text(0) : QString();
}

QString OutlinePanel::emptyText() const
{
    return m_pages->currentIndex() == 1 ? m_empty->text() : QString();
}

} // namespace sandbench::ui
