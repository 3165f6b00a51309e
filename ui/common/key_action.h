// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>

#include <functional>

namespace sandbench::ui {

/// An action of @p owner that its keys start wherever inside of it the focus is. Its tool tip is
/// @p tip, or else @p text, with the first key. Thread: GUI.
inline QAction* keyAction(
    QWidget& owner, const QString& text, const QList<QKeySequence>& keys, std::function<void()> run,
    const QString& tip = {})
{
    auto* action = new QAction(text, &owner);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    const QString key = keys.isEmpty()
        ? QString()
        : QStringLiteral(" (%1)").arg(keys.first().toString(QKeySequence::NativeText));
    action->setToolTip(((tip.isEmpty() ? text : tip) + key).toHtmlEscaped());
    QObject::connect(action, &QAction::triggered, &owner, std::move(run));
    owner.addAction(action);
    return action;
}

} // namespace sandbench::ui
