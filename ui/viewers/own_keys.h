// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyEvent>
#include <QWidget>

namespace sandbench::ui {

/// Lets @p widget keep the keys that move about in it, which the panel around it would take to go
/// to another result. Thread: GUI.
inline void keepMovingKeys(QWidget* widget)
{
    class Filter : public QObject
    {
    public:
        using QObject::QObject;
        bool eventFilter(QObject* watched, QEvent* event) override
        {
            if (event->type() != QEvent::ShortcutOverride)
                return QObject::eventFilter(watched, event);
            const int key = static_cast<QKeyEvent*>(event)->key();
            const bool moves = key >= Qt::Key_Home && key <= Qt::Key_PageDown;
            event->setAccepted(moves);
            return moves;
        }
    };
    widget->installEventFilter(new Filter(widget));
}

} // namespace sandbench::ui
