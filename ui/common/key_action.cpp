// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/key_action.h"

#include "ui/common/translation.h"

#include <QVariant>

namespace sandbench::ui {

static constexpr auto kUsualKeys = "usualKeys"; // properties of a command
static constexpr auto kTip = "tip";
static constexpr auto kWhyNot = "whyNot";

static void refreshTip(QAction& command)
{
    QString tip = command.property(kTip).toString();
    if (tip.isEmpty())
        tip = command.iconText();
    if (!command.shortcut().isEmpty())
        tip = tr("%1 (%2)").arg(tip, command.shortcut().toString(QKeySequence::NativeText));
    if (const QString why = whyNot(command); !why.isEmpty())
        tip = tr("%1: %2").arg(tip, why);
    command.setToolTip(tip.toHtmlEscaped());
}

void nameCommand(
    QAction& action, const char* name, const QList<QKeySequence>& keys, const QString& tip)
{
    action.setObjectName(QLatin1String(name));
    action.setProperty(kUsualKeys, QVariant::fromValue(keys));
    action.setProperty(kTip, tip);
    setKeys(action, keys);
}

bool isCommand(const QAction& action)
{
    return action.property(kUsualKeys).isValid();
}

QList<QKeySequence> usualKeys(const QAction& command)
{
    return command.property(kUsualKeys).value<QList<QKeySequence>>();
}

void setKeys(QAction& command, const QList<QKeySequence>& keys)
{
    command.setShortcuts(keys);
    refreshTip(command);
}

void explainCommand(QAction& command, const QString& whyNot)
{
    command.setProperty(kWhyNot, whyNot);
    command.setEnabled(whyNot.isEmpty());
    refreshTip(command);
}

QString whyNot(const QAction& command)
{
    return command.property(kWhyNot).toString();
}

QAction* keyAction(
    QWidget& owner, const char* name, const QString& text, const QList<QKeySequence>& keys,
    std::function<void()> run, const QString& tip)
{
    auto* action = new QAction(text, &owner);
    nameCommand(*action, name, keys, tip);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(action, &QAction::triggered, &owner, std::move(run));
    owner.addAction(action);
    return action;
}

} // namespace sandbench::ui
