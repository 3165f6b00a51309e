// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_dock.h"

#include "ui/common/column.h"
#include "ui/session/session_list.h"
#include "ui/session/session_row.h"

#include <QListView>
#include <QStackedWidget>
#include <QStyle>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kMostRowsShown = 4; // more are scrolled: the facts need the room
static constexpr int kRowPadding = 3;

SessionDock::SessionDock(SessionList& sessions, QWidget* parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_list(new QListView(this))
    , m_pages(new QStackedWidget(this))
{
    m_list->setObjectName(QStringLiteral("sessions"));
    m_list->setAccessibleName(tr("Sessions"));
    m_list->setModel(&sessions);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSpacing(kRowPadding);
    const int icon = style()->pixelMetric(QStyle::PM_SmallIconSize) * 3 / 4;
    m_list->setIconSize({icon, icon});
    m_list->setUniformItemSizes(true);
    auto* rows = new SessionRow(sessions, this);
    m_list->setItemDelegate(rows);
    connect(rows, &SessionRow::useWanted, this, &SessionDock::useWanted);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setEditTriggers(QAbstractItemView::DoubleClicked);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* column = columnOf(this, 0);
    column->addWidget(m_list);
    column->addWidget(m_pages, 1);
    // The list gets what it needs first; a small window shows fewer rows of it.
    m_pages->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& current) { m_sessions.choose(current.row()); });
    connect(&sessions, &SessionList::chosenChanged, this, &SessionDock::refresh);
    connect(&sessions, &SessionList::removed, this, &SessionDock::refresh);
    sessions.connectChosen(&SessionController::stateChanged, this, &SessionDock::refresh);
    refresh();
}

void SessionDock::refresh()
{
    const int count = m_sessions.rowCount();
    m_list->setCurrentIndex(m_sessions.index(m_sessions.rowOf(&m_sessions.chosen())));
    m_list->setVisible(count > 1 || !m_sessions.chosen().isUnused());
    const int row = m_list->sizeHintForRow(0) + 2 * m_list->spacing();
    m_list->setMinimumHeight(row + 2 * kRowPadding);
    m_list->setMaximumHeight(std::min(count, kMostRowsShown) * row + 2 * kRowPadding);
    setFocusProxy(m_list->isHidden() ? static_cast<QWidget*>(m_pages) : m_list);
}

void SessionDock::rename()
{
    m_list->edit(m_list->currentIndex());
}

} // namespace sandbench::ui
