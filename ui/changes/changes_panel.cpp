// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changes/changes_panel.h"

#include "ui/changes/difference_view.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/tool_buttons.h"
#include "ui/common/wrapped_label.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>

namespace sandbench::ui {

static constexpr int kMargin = 8;
/// Below this the difference stands under the list. Units: pixels.
static constexpr int kSideBySideFrom = 1000;

ChangesPanel::ChangesPanel(const QString& stateFolder, QWidget* parent)
    : QWidget(parent)
    , m_desk(toStd(stateFolder))
{
    auto* column = columnOf(this, 0);
    column->addWidget(m_pages = new QStackedWidget(this), 1);
    auto* page = new QWidget(m_pages);
    auto* rows = columnOf(page, 0);
    buildActions();
    rows->addWidget(buildHead());
    rows->addWidget(buildList(), 1);
    m_pages->addWidget(page);
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Changes"));
    connectDesk();
    showNothing(
        tr("Choose Run > Run on a Copy of Its Folder and run a saved program: it works on a copy, "
           "and the files that it changed there are listed here, to be applied or discarded."));
}

QWidget* ChangesPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* lines = columnOf(head, 0);
    auto* first = new QHBoxLayout;
    first->setContentsMargins(kMargin, 2, 2, 2);
    first->addWidget(m_summary = new ElidedLabel(head), 1);
    m_summary->setObjectName(QStringLiteral("changesSummary"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    addToolButtons(
        *buttons, head, {m_applyAll, m_apply, m_discard, m_undo, m_applyPart, m_discardPart});
    first->addLayout(buttons);
    lines->addLayout(first);
    auto* second = new QHBoxLayout;
    second->setContentsMargins(kMargin, 0, 2, 2);
    second->addWidget(m_outcome = new ElidedLabel(head), 1);
    m_outcome->setObjectName(QStringLiteral("changesOutcome"));
    second->addWidget(m_stop = new QToolButton(head));
    m_stop->setObjectName(QStringLiteral("changesStop"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Leave the files that are not done yet as they are"));
    m_stop->setAutoRaise(true);
    connect(m_stop, &QToolButton::clicked, &m_desk, &ChangeDesk::stop);
    lines->addLayout(second);
    m_outcome->hide();
    m_stop->hide();
    return head;
}

QWidget* ChangesPanel::buildList()
{
    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_list = new QTreeView(m_split));
    m_list->setObjectName(QStringLiteral("changes"));
    m_list->setAccessibleName(tr("Changed files"));
    m_list->setModel(&m_model);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMinimumSize(80, 60);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(ChangesModel::FileColumn, QHeaderView::Stretch);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [section, characters] :
         {std::pair(ChangesModel::ChangeColumn, 12), std::pair(ChangesModel::SizeColumn, 24),
          std::pair(ChangesModel::StateColumn, 24)})
        m_list->header()->resizeSection(section, unit * characters);
    m_split->addWidget(m_difference = new DifferenceView(m_split));
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ChangesPanel::showCurrent);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &ChangesPanel::refreshActions);
    connect(m_list, &QTreeView::activated, this, [this] { m_difference->setFocus(); });
    connect(m_difference, &DifferenceView::currentPartChanged, this, &ChangesPanel::refreshActions);
    return m_split;
}

void ChangesPanel::beginRun(const QString& title)
{
    showNothing(
        tr("%1 is running. What it changes there is listed here when it has ended.").arg(title));
}

void ChangesPanel::showRun(const QString& runId, const QString& title)
{
    m_title = title;
    m_desk.setRun(toStd(runId));
    m_isRead = false;
    m_isSettled = false;
    m_outcome->hide();
    m_desk.read();
}

void ChangesPanel::showNothing(const QString& sentence)
{
    m_desk.setRun({});
    showEmpty(sentence);
    settle();
}

void ChangesPanel::showEmpty(const QString& sentence)
{
    const int before = count();
    m_isRead = false;
    m_model.setRows({});
    m_empty->setText(sentence);
    showPage(1);
    refreshActions();
    if (before > 0)
        emit countChanged();
}

void ChangesPanel::showList(const ChangeList& list)
{
    const ChangeRow* chosen = current();
    const std::string path = chosen ? chosen->path : std::string();
    m_folder = toQString(list.folder);
    m_counts = countsOf(list);
    QStringList sentences{tr("%1: %2 in %3").arg(m_title, m_counts, SafeText::display(m_folder))};
    if (list.rows.size() < list.created + list.changed + list.deleted)
        sentences << tr("the first %1 are listed").arg(list.rows.size());
    if (list.leftOut > 0)
        sentences << tr("%1 more in folders that are left out").arg(list.leftOut);
    if (list.isPartial)
        sentences << tr("the sandbox has more files than are looked at");
    m_summary->setText(sentences.join(QStringLiteral("; ")));
    m_model.setRows(list.rows);
    m_isRead = true;
    showPage(0);
    const auto& rows = m_model.rows();
    const auto found = std::ranges::find(rows, path, &ChangeRow::path);
    const int row = found == rows.end() ? 0 : static_cast<int>(found - rows.begin());
    m_list->setCurrentIndex(m_model.index(row, 0));
    showCurrent();
    emit countChanged();
}

// What has the focus may go out of sight.
void ChangesPanel::showPage(int page)
{
    const bool hadFocus = hasFocus() || isAncestorOf(QApplication::focusWidget());
    m_pages->setCurrentIndex(page);
    setFocusProxy(page == 0 ? m_list : nullptr);
    if (hadFocus)
        setFocus();
}

const ChangeRow* ChangesPanel::current() const
{
    const QModelIndex index = m_list->currentIndex();
    return index.isValid() && index.row() < count() ? &m_model.at(index.row()) : nullptr;
}

void ChangesPanel::showCurrent()
{
    refreshActions();
    const ChangeRow* row = current();
    if (!row)
        return m_difference->showNote({});
    m_isSettled = false;
    m_desk.look(row->path);
}

// Another window, or sandbenchctl, may have worked on the same changes meanwhile.
void ChangesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    arrange();
    if (m_isRead && !m_desk.isActing())
        m_desk.read();
}

void ChangesPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ChangesPanel::arrange()
{
    const auto way = width() < kSideBySideFrom ? Qt::Vertical : Qt::Horizontal;
    if (m_split->orientation() == way && m_isArranged)
        return;
    m_isArranged = true;
    m_split->setOrientation(way);
    const int half = (way == Qt::Horizontal ? m_split->width() : m_split->height()) / 2;
    m_split->setSizes({half, half});
}

QString ChangesPanel::summary() const
{
    return m_summary->text();
}

QString ChangesPanel::emptyText() const
{
    return m_pages->currentIndex() == 1 ? m_empty->text() : QString();
}

} // namespace sandbench::ui
