// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session_use.h"

#include <QDialog>

namespace sandbench::ui {

class SessionController;

/// One thing that a session uses: its samples over time, its limit, and their figures; the mouse
/// or the arrow keys read single samples. Thread: GUI.
class UseGraph : public QWidget
{
    Q_OBJECT

public:
    /// @p use outlives it.
    UseGraph(const SessionUse& use, Used what, QWidget* parent = nullptr);

    /// What stands above the line: the newest sample, or the one that is read.
    QString caption() const;
    QSize sizeHint() const override { return {360, 180}; }
    QSize minimumSizeHint() const override { return {200, 110}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF area() const;
    QPointF placeOf(const SessionUse::Sample& sample) const;
    void read(int sample);
    void paintAxes(QPainter& painter) const;

    const SessionUse& m_use;
    const Used m_what;
    int m_read = -1; ///< Of the samples; -1 = the newest.
};

/// All that a session uses, large. Must not outlive the session. Thread: GUI.
class UseWindow : public QDialog
{
    Q_OBJECT

public:
    UseWindow(SessionController& session, const QString& name, QWidget* parent);
};

} // namespace sandbench::ui
