// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>

namespace sandbench::ui {

/// A ring around the mouse that everybody sees, or a glass that magnifies what is under it. Lies on
/// its window and lets the mouse through. Thread: GUI.
class Spotlight : public QWidget
{
    Q_OBJECT

public:
    enum class Mode { Off, Pointer, Magnifier };

    explicit Spotlight(QWidget* window);

    Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    /// Of the last mouse position, in the window; nothing yet = null.
    QPoint place() const { return m_place; }

signals:
    void modeChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow(const QPoint& globalPlace);
    void look();

    Mode m_mode = Mode::Off;
    QPoint m_place;
    QPixmap m_seen; ///< Below the glass.
    bool m_isLooking = false; ///< The window is drawn without us.
    QTimer m_again;
};

} // namespace sandbench::ui
