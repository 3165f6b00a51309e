// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/command_book.h"

#include "ui/common/key_action.h"
#include "ui/common/translation.h"

#include <QActionEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QStackedWidget>

#include <algorithm>

namespace sandbench::ui {

namespace {

QString withoutMnemonic(QString text)
{
    return text.remove(u'&');
}

QDockWidget* dockOf(const QAction& action)
{
    auto* widget = qobject_cast<QWidget*>(action.parent());
    while (widget && !qobject_cast<QDockWidget*>(widget))
        widget = widget->parentWidget();
    return qobject_cast<QDockWidget*>(widget);
}

/// Of the panel or the window that it is in.
QString groupOf(const QAction& action)
{
    for (const auto* widget = qobject_cast<QWidget*>(action.parent()); widget;
         widget = widget->parentWidget())
        if (const QVariant group = widget->property("group"); group.isValid())
            return group.toString();
    return {};
}

/// Its panel is the one that is shown of several in the same place.
bool isOnTop(const QAction& action, const QWidget& window)
{
    auto* widget = qobject_cast<QWidget*>(action.parent());
    for (; widget && widget != &window; widget = widget->parentWidget()) {
        if (widget->isWindow() && !qobject_cast<QDockWidget*>(widget)) // a window of a plot
            return false;
        const auto* stack = qobject_cast<QStackedWidget*>(widget->parentWidget());
        if (stack && stack->currentWidget() != widget)
            return false;
    }
    return true;
}

Command commandOf(QAction& action, const QString& group, const QString& menu, bool isOnTop)
{
    const QString title = action.iconText(); // without the mnemonic
    return {
        action.objectName(), group, menu.isEmpty() ? title : tr("%1: %2").arg(menu, title), &action,
        isOnTop};
}

void addMenu(const QMenu& menu, const QString& group, const QString& inner, QList<Command>& found)
{
    for (QAction* action : menu.actions()) {
        if (QMenu* deeper = action->menu())
            addMenu(*deeper, group, withoutMnemonic(deeper->title()), found);
        else if (isCommand(*action))
            found << commandOf(*action, group, inner, true);
    }
}

bool isEverywhere(const Command& command)
{
    if (!command.action)
        return false;
    const auto context = command.action->shortcutContext();
    return context == Qt::WindowShortcut || context == Qt::ApplicationShortcut;
}

} // namespace

bool shareKeys(const Command& one, const Command& other)
{
    return isEverywhere(one) || isEverywhere(other) || one.group == other.group;
}

CommandBook::CommandBook(QMainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool CommandBook::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ActionAdded)
        note(static_cast<QActionEvent*>(event)->action());
    return QObject::eventFilter(watched, event);
}

bool CommandBook::isOurs(const QAction& action) const
{
    const QObject* object = action.parent();
    while (object && object != &m_window)
        object = object->parent();
    return object != nullptr;
}

void CommandBook::note(QAction* action)
{
    if (!isCommand(*action) || m_actions.contains(action) || !isOurs(*action))
        return;
    m_actions.removeAll(nullptr);
    m_actions << action;
    if (const auto own = m_ownKeys.constFind(action->objectName()); own != m_ownKeys.cend())
        setKeys(*action, *own);
}

QList<Command> CommandBook::commands() const
{
    QList<Command> found;
    for (const QAction* top : m_window.menuBar()->actions())
        if (const QMenu* menu = top->menu())
            addMenu(*menu, withoutMnemonic(menu->title()), {}, found);
    QHash<QString, qsizetype> places;
    for (const Command& command : std::as_const(found))
        places.insert(command.name, -1);
    for (const QPointer<QAction>& action : m_actions) {
        if (!action || places.value(action->objectName(), 0) < 0)
            continue;
        const Command command
            = commandOf(*action, groupOf(*action), {}, isOnTop(*action, m_window));
        const auto place = places.constFind(command.name);
        if (place == places.cend()) {
            places.insert(command.name, found.size());
            found << command;
        } else if (command.isOnTop && (!found[*place].isOnTop || action->isEnabled())) {
            found[*place] = command; // of a comparison's and the panel's, the one that can be used
        }
    }
    return found;
}

QList<Command> CommandBook::othersWith(const QKeySequence& key, const Command& command) const
{
    QList<Command> others;
    for (const Command& other : commands())
        if (other.name != command.name && other.action->shortcuts().contains(key)
            && shareKeys(other, command))
            others << other;
    return others;
}

void CommandBook::setOwnKeys(const QHash<QString, QList<QKeySequence>>& keys)
{
    m_ownKeys = keys;
    for (const QPointer<QAction>& action : std::as_const(m_actions)) {
        if (!action)
            continue;
        const auto wanted = keys.value(action->objectName(), usualKeys(*action));
        if (action->shortcuts() != wanted)
            setKeys(*action, wanted);
    }
}

void CommandBook::run(const Command& command)
{
    if (!command.action)
        return;
    if (QDockWidget* dock = dockOf(*command.action)) {
        dock->show();
        dock->raise();
    }
    command.action->trigger();
}

} // namespace sandbench::ui
