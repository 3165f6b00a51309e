// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <deque>

namespace sandbench::ui {

/// The last kSamples values as a line; the words beside it carry the figures.
/// Thread: GUI.
class Sparkline : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t kSamples = 60;

    explicit Sparkline(const QString& what, QWidget* parent = nullptr);
    /// @p value from 0 to 1 of the full height.
    void add(double value, const QString& words);
    void clear();

    QSize sizeHint() const override { return {96, 36}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_what;
    std::deque<double> m_values;
};

} // namespace sandbench::ui
