// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTimer>

class QKeyEvent;

namespace sandbench::ui {

class CommandBook;

/// Shows people which keys are pressed and what they do: those with Ctrl, Alt or Meta and function
/// keys, never what is typed. Lies on its window and lets the mouse through. Thread: GUI.
class KeyStrokes : public QLabel
{
    Q_OBJECT

public:
    static constexpr int kShownMilliseconds = 2500;

    /// @p commands outlives it.
    KeyStrokes(CommandBook& commands, QWidget* window);

    void setActive(bool isActive);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void note(const QKeyEvent& event);
    QString commandOf(const QKeySequence& keys) const;
    void place();

    CommandBook& m_commands;
    QTimer m_hide;
    quint64 m_lastTime = 0;
    int m_lastKey = 0;
};

} // namespace sandbench::ui
