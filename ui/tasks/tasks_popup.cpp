// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tasks/tasks_popup.h"

#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/tool_buttons.h"
#include "ui/common/wrapped_label.h"
#include "ui/tasks/task_delegate.h"
#include "ui/tasks/task_list.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QListView>
#include <QMainWindow>
#include <QPainter>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kWidth = 440;
static constexpr int kEdge = 8; // that stays free beside it
static constexpr int kMostRows = 6;
static constexpr int kEmptyRows = 2;

TasksPopup::TasksPopup(TaskList& tasks, QWidget* window)
    : QFrame(window)
    , m_tasks(tasks)
{
    hide();
    setObjectName(QStringLiteral("tasks"));
    setProperty("group", tr("Tasks")); // of its commands
    setAccessibleName(tr("Tasks"));
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Window);
    build();
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&tasks, signal, this, &TasksPopup::refresh);
    connect(&tasks, &QAbstractItemModel::rowsMoved, this, &TasksPopup::refresh);
    connect(&tasks, &QAbstractItemModel::dataChanged, this, &TasksPopup::refresh);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &TasksPopup::refresh);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
        if (isVisible() && now && !isAncestorOf(now))
            leave();
    });
    window->installEventFilter(this);
    refresh();
}

void TasksPopup::build()
{
    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("taskList"));
    m_list->setAccessibleName(tr("Tasks"));
    m_list->setModel(&m_tasks);
    auto* delegate = new TaskDelegate(this);
    m_list->setItemDelegate(delegate);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(delegate, &TaskDelegate::cancelWanted, &m_tasks, &TaskList::cancel);
    m_empty = emptyLabel(this);
    m_empty->setText(tr("Nothing takes longer than a second right now. What does is listed here."));
    m_cancel = keyAction(
        *this, "taskCancel", tr("Cancel task"), {QKeySequence(QKeySequence::Delete)},
        [this] { m_tasks.cancel(m_list->currentIndex().row()); });
    m_forget
        = keyAction(*this, "tasksForget", tr("Clear ended"), {}, [this] { m_tasks.forgetEnded(); });
    auto* close = keyAction(
        *this, "tasksClose", tr("Close this list"), {QKeySequence(Qt::Key_Escape)},
        [this] { leave(); });
    close->setIcon(glyphIcon(Glyph::Close));
    auto* title = new QLabel(tr("Tasks"), this);
    title->setTextFormat(Qt::PlainText);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 4, 4, 4);
    head->addWidget(title, 1);
    addToolButtons(*head, this, {m_cancel, m_forget, close});
    auto* column = columnOf(this, 0);
    column->setContentsMargins(1, 1, 1, 1);
    column->addLayout(head);
    column->addWidget(m_list);
    column->addWidget(m_empty);
}

QToolButton* TasksPopup::makeButton(QAction* opens, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("tasksButton"));
    button->setAutoRaise(true);
    button->setToolTip(tr("What goes on, and what ended"));
    connect(button, &QToolButton::clicked, opens, &QAction::trigger);
    const auto count = [this, button] {
        const int goingOn = m_tasks.goingOn();
        button->setText(
            goingOn == 0       ? tr("Tasks")
                : goingOn == 1 ? tr("1 task")
                               : tr("%1 tasks").arg(goingOn));
        button->setAccessibleName(button->text());
        button->setVisible(m_tasks.rowCount() > 0);
    };
    connect(&m_tasks, &TaskList::countChanged, this, count);
    count();
    return button;
}

void TasksPopup::open()
{
    if (isVisible())
        return leave();
    m_focusBefore = QApplication::focusWidget();
    if (!m_list->currentIndex().isValid())
        m_list->setCurrentIndex(m_tasks.index(0));
    refresh();
    show();
    raise();
    setFocusPolicy(Qt::StrongFocus);
    (m_tasks.rowCount() > 0 ? static_cast<QWidget*>(m_list) : this)->setFocus(Qt::PopupFocusReason);
}

void TasksPopup::refresh()
{
    const QModelIndex current = m_list->currentIndex();
    const bool canStop = current.isValid() && current.data(TaskList::CancellableRole).toBool();
    explainCommand(*m_cancel, canStop ? QString() : tr("no task is chosen that could be stopped"));
    explainCommand(
        *m_forget,
        m_tasks.rowCount() > m_tasks.goingOn() ? QString() : tr("no task has ended lately"));
    m_list->setVisible(m_tasks.rowCount() > 0);
    m_empty->setVisible(m_tasks.rowCount() == 0);
    place();
}

void TasksPopup::place()
{
    const QWidget* window = parentWidget();
    const int row = m_list->sizeHintForRow(0);
    if (m_tasks.rowCount() > 0)
        m_list->setFixedHeight(std::min(m_tasks.rowCount(), kMostRows) * row + 2);
    else
        m_empty->setFixedHeight(kEmptyRows * (2 * fontMetrics().height()));
    layout()->activate();
    const auto* main = qobject_cast<const QMainWindow*>(window);
    const int foot = main ? main->statusBar()->height() : 0;
    const QSize size(
        std::min(kWidth, window->width() - 2 * kEdge),
        std::min(sizeHint().height(), window->height() - foot - 2 * kEdge));
    setGeometry(QRect(
        QPoint(window->width() - kEdge - size.width(), window->height() - foot - size.height()),
        size));
}

void TasksPopup::leave()
{
    const QPointer<QWidget> before = m_focusBefore;
    const QWidget* focused = QApplication::focusWidget();
    const bool hasFocus = focused == this || isAncestorOf(focused);
    m_focusBefore = nullptr;
    hide();
    if (hasFocus && before)
        before->setFocus(Qt::PopupFocusReason);
}

bool TasksPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

void TasksPopup::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace sandbench::ui
