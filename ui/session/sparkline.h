// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session_use.h"

#include <QWidget>

#include <vector>

class QPainter;
class QPalette;

namespace sandbench::ui {

/// Draws @p values as a line from the right of @p area. Units: from 0 to 1 of its height, the
/// oldest first; @p samples: how many fill its width.
void paintSparkline(
    QPainter& painter, const QRectF& area, const QPalette& palette,
    const std::vector<double>& values, std::size_t samples);

/// What a session used of one thing lately, as a line; the words beside it carry the figures.
/// A click, or Enter, asks for the large one. Thread: GUI.
class Sparkline : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t kSamples = 60;

    /// @p use outlives it.
    Sparkline(const SessionUse& use, Used what, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {96, 28}; }

signals:
    void activated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const SessionUse& m_use;
    const Used m_what;
};

} // namespace sandbench::ui
