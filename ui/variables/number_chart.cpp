// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/variables/number_chart.h"

#include "ui/common/safe_text.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sandbench::ui {

static constexpr int kGap = 4;
static constexpr int kLongestName = 16;
static constexpr std::size_t kBars = 40;

NumberChart::NumberChart(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("variableChart"));
    setAccessibleName(tr("Chart of the numbers"));
    setFocusPolicy(Qt::TabFocus);
}

void NumberChart::setChart(const VariableChart& chart)
{
    m_chart = chart;
    m_least = std::numeric_limits<double>::infinity();
    m_greatest = -m_least;
    std::size_t count = 0;
    for (const auto& series : m_chart.series)
        for (const double value : series.values) {
            if (!std::isfinite(value))
                continue;
            ++count;
            m_least = std::min(m_least, value);
            m_greatest = std::max(m_greatest, value);
        }
    if (count == 0)
        m_least = m_greatest = 0;
    const QLocale locale;
    setAccessibleDescription(tr("%1 numbers from %2 to %3")
                                 .arg(locale.toString(quint64{count}))
                                 .arg(locale.toString(m_least), locale.toString(m_greatest)));
    update();
}

void NumberChart::setHistogram(bool on)
{
    m_isHistogram = on;
    update();
}

QColor NumberChart::colourOf(std::size_t series) const
{
    const QColor first = palette().color(QPalette::Highlight);
    if (series == 0)
        return first;
    constexpr int kTurn = 77; // degrees: neighbours differ, and eight do not meet
    const bool isDark = palette().color(QPalette::Base).lightness() < 128;
    return QColor::fromHsl(
        (std::max(0, first.hslHue()) + static_cast<int>(series) * kTurn) % 360, 150,
        isDark ? 160 : 100);
}

void NumberChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().base());
    const QFontMetrics metrics(font());
    const QLocale locale;
    const QString least = locale.toString(m_least, 'g', 4);
    const QString greatest = locale.toString(m_greatest, 'g', 4);
    const int side
        = std::max(metrics.horizontalAdvance(least), metrics.horizontalAdvance(greatest));
    QRectF area = QRectF(rect()).adjusted(
        side + 2 * kGap, metrics.height() + kGap, -2 * kGap, -metrics.height() - kGap);
    if (m_isHistogram)
        area.setLeft(2 * kGap);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(palette().color(QPalette::Text));
    const QRectF under(area.left(), area.bottom(), area.width(), metrics.height() + kGap);
    const auto longest = m_chart.series.empty() ? std::size_t{0} : m_chart.series[0].values.size();
    const double last
        = static_cast<double>(longest > 0 ? longest - 1 : 0) * static_cast<double>(m_chart.step);
    painter.drawText(
        under, Qt::AlignLeft | Qt::AlignBottom, m_isHistogram ? least : locale.toString(0));
    painter.drawText(
        under, Qt::AlignRight | Qt::AlignBottom,
        m_isHistogram ? greatest : locale.toString(last, 'f', 0));
    if (m_isHistogram)
        return paintBars(painter, area);
    painter.drawText(
        QRectF(kGap, area.top() - metrics.height() / 2.0, side, metrics.height()),
        Qt::AlignRight | Qt::AlignVCenter, greatest);
    painter.drawText(
        QRectF(kGap, area.bottom() - metrics.height() / 2.0, side, metrics.height()),
        Qt::AlignRight | Qt::AlignVCenter, least);
    paintLines(painter, area);
    paintLegend(painter, area);
}

void NumberChart::paintLines(QPainter& painter, const QRectF& area) const
{
    // Halved, the largest numbers have a difference too.
    const double span = m_greatest / 2 - m_least / 2;
    for (std::size_t i = 0; i < m_chart.series.size(); ++i) {
        const auto& values = m_chart.series[i].values;
        painter.setPen(QPen(colourOf(i), 1.5));
        const double step
            = area.width() / static_cast<double>(std::max<std::size_t>(2, values.size()) - 1);
        QPolygonF line;
        const auto draw = [&painter, &line] {
            if (line.size() == 1) // a number alone is to be seen too
                painter.drawEllipse(line.first(), 1.5, 1.5);
            else
                painter.drawPolyline(line);
            line.clear();
        };
        for (std::size_t at = 0; at < values.size(); ++at) {
            if (!std::isfinite(values[at])) {
                draw();
                continue;
            }
            const double height = span > 0 ? (values[at] / 2 - m_least / 2) / span : 0.5;
            line << QPointF(
                area.left() + step * static_cast<double>(at),
                area.bottom() - height * area.height());
        }
        draw();
    }
}

void NumberChart::paintBars(QPainter& painter, const QRectF& area) const
{
    std::vector<std::size_t> counts(kBars);
    const double span = m_greatest / 2 - m_least / 2;
    for (const auto& series : m_chart.series)
        for (const double value : series.values)
            if (std::isfinite(value)) {
                const double place = span > 0 ? (value / 2 - m_least / 2) / span : 0.5;
                ++counts[std::min(kBars - 1, static_cast<std::size_t>(place * kBars))];
            }
    const auto most = std::max<std::size_t>(1, *std::max_element(counts.begin(), counts.end()));
    const double width = area.width() / static_cast<double>(kBars);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colourOf(0));
    for (std::size_t i = 0; i < kBars; ++i) {
        const double height
            = area.height() * static_cast<double>(counts[i]) / static_cast<double>(most);
        painter.drawRect(QRectF(
            area.left() + width * static_cast<double>(i), area.bottom() - height,
            std::max(1.0, width - 1), height));
    }
}

void NumberChart::paintLegend(QPainter& painter, const QRectF& area) const
{
    if (m_chart.series.size() < 2)
        return;
    double left = area.left();
    for (std::size_t i = 0; i < m_chart.series.size(); ++i) {
        const QString name
            = SafeText::elidedName(QString::fromStdString(m_chart.series[i].name), kLongestName);
        const double width = fontMetrics().horizontalAdvance(name) + 4.0 * kGap;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colourOf(i));
        painter.drawRect(QRectF(left, kGap + fontMetrics().height() / 2.0 - 2, 2 * kGap, 4));
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(
            QRectF(left + 3 * kGap, kGap, width, fontMetrics().height()),
            Qt::AlignLeft | Qt::AlignVCenter, name);
        left += width + 2 * kGap;
    }
}

} // namespace sandbench::ui
