// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/variables.h"

#include <QWidget>

namespace sandbench::ui {

/// Numbers of a variable as lines, or how often which occur. Untrusted. Thread: GUI.
class NumberChart : public QWidget
{
    Q_OBJECT

public:
    explicit NumberChart(QWidget* parent = nullptr);

    void setChart(const VariableChart& chart);
    /// Bars instead of lines: of all numbers that are shown.
    void setHistogram(bool on);

    QSize minimumSizeHint() const override { return {160, 96}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintLines(QPainter& painter, const QRectF& area) const;
    void paintBars(QPainter& painter, const QRectF& area) const;
    void paintLegend(QPainter& painter, const QRectF& area) const;
    QColor colourOf(std::size_t series) const;

    VariableChart m_chart;
    double m_least = 0, m_greatest = 0;
    bool m_isHistogram = false;
};

} // namespace sandbench::ui
