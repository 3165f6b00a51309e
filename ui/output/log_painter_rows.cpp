// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that are ours: header, gap, chip and note.
#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/output/log_painter.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainterPath>

#include <algorithm>

namespace sandbench::ui {

static QString sizeText(std::uint64_t bytes)
{
    return QString::fromStdString(formatSize(bytes));
}

QString LogPainter::gapText(const LogSection& section)
{
    const auto begin = std::max(section.headEnd(), section.firstVisibleLine());
    const auto lines = static_cast<qulonglong>(section.tailBegin() - begin);
    return tr("… %1 lines in file · Open full output").arg(QLocale().toString(lines));
}

QString LogPainter::chipText(const LogSection& section, std::uint64_t line)
{
    const LineView view = section.line(line);
    const auto bytes = std::max<std::uint64_t>(view.spoolEnd - view.spoolBegin, view.text.size());
    const bool open = section.expanded.contains(line);
    return tr("%1 in one line · %2 · Copy · Save")
        .arg(sizeText(bytes), open ? tr("Hide") : tr("Show"));
}

QString LogPainter::noteText(const LogSection& section)
{
    return tr("%1 more were not kept: the output file is at its limit of %2")
        .arg(sizeText(section.spool()->droppedBytes()), sizeText(section.spool()->limit()));
}

QString LogPainter::statusText(const LogSection& section)
{
    if (section.running())
        return section.phase().isEmpty() ? tr("Running") : SafeText::display(section.phase());
    return SafeText::display(section.summary()->statusWord);
}

QString LogPainter::factsText(const LogSection& section)
{
    QStringList facts;
    const auto& summary = section.summary();
    if (section.looksBinary())
        facts << tr("Binary output");
    const QString duration = QString::fromStdString(
        formatSeconds(summary ? summary->wallSeconds : section.runningSeconds()));
    if (!statusText(section).contains(duration)) // "Finished in 1.8 s" has said it
        facts << duration;
    if (summary && summary->peakMemoryBytes > 0)
        facts << tr("peak %1").arg(sizeText(summary->peakMemoryBytes));
    if (section.header().startedAt.isValid())
        facts << section.header().startedAt.toLocalTime().toString(QStringLiteral("HH:mm:ss"));
    return facts.join(QStringLiteral("  ·  "));
}

QColor LogPainter::statusColour(const LogSection& section) const
{
    return section.running() ? m_palette.running : m_palette.of(section.summary()->tone);
}

// Shapes differ as well as colours.
void LogPainter::statusIcon(const LogSection& section, const QRectF& r)
{
    const auto at = [&](qreal x, qreal y) {
        return QPointF(r.left() + x * r.width(), r.top() + y * r.height());
    };
    using Tone = RunSummary::Tone;
    const Tone tone = section.running() ? Tone::Neutral : section.summary()->tone;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(statusColour(section));
    if (section.running()) {
        m_painter.drawPolygon(QPolygonF{at(0.2, 0.05), at(0.95, 0.5), at(0.2, 0.95)});
        m_painter.setBrush(Qt::NoBrush);
        return;
    }
    if (tone == Tone::Warning)
        m_painter.drawPolygon(QPolygonF{at(0.5, 0.02), at(1, 0.95), at(0, 0.95)});
    else
        m_painter.drawEllipse(r);
    m_painter.setPen(QPen(m_palette.headerBand, r.width() * 0.15, Qt::SolidLine, Qt::RoundCap));
    if (tone == Tone::Good) {
        m_painter.drawPolyline(QPolygonF{at(0.27, 0.52), at(0.45, 0.7), at(0.75, 0.33)});
    } else if (tone == Tone::Bad) {
        m_painter.drawLine(at(0.32, 0.32), at(0.68, 0.68));
        m_painter.drawLine(at(0.68, 0.32), at(0.32, 0.68));
    } else if (tone == Tone::Warning) {
        m_painter.drawLine(at(0.5, 0.38), at(0.5, 0.62));
        m_painter.drawPoint(at(0.5, 0.8));
    } else {
        m_painter.drawLine(at(0.3, 0.5), at(0.7, 0.5));
    }
    m_painter.setBrush(Qt::NoBrush);
}

void LogPainter::headerTexts(const LogSection& section, const QRect& rect)
{
    qreal x = 18 + rect.height() * 0.6 + 6;
    qreal end = rect.right() - 8;
    const auto put = [&](const QString& text, bool bold, const QColor& colour) {
        QFont font = m_font;
        font.setBold(bold);
        const QFontMetricsF metrics(font);
        const QString shown = metrics.elidedText(text, Qt::ElideMiddle, std::max(0.0, end - x));
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(QPointF(x, rect.top() + m_metrics.ascent), shown);
        x += metrics.horizontalAdvance(shown) + m_metrics.cellWidth * 1.5;
    };
    put(statusText(section), true, statusColour(section));
    const QString facts = factsText(section);
    const qreal factsWidth = QFontMetricsF(m_font).horizontalAdvance(facts);
    const bool room = end - x > factsWidth + 10 * m_metrics.cellWidth;
    if (room)
        end -= factsWidth + 2 * m_metrics.cellWidth;
    if (section.summary() && !section.summary()->detail.isEmpty())
        put(SafeText::display(section.summary()->detail), false, m_palette.text);
    put(SafeText::display(section.header().title), false, m_palette.text);
    put(SafeText::display(section.header().session), false, m_palette.muted);
    if (room) {
        x = rect.right() - 8 - factsWidth;
        end = rect.right();
        put(facts, false, m_palette.muted);
    }
}

void LogPainter::header(const LogRow& row, const QRect& rect, bool focused)
{
    const LogSection& section = *row.section;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.fillRect(rect, m_palette.headerBand);
    m_painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), m_palette.headerLine);
    const qreal h = rect.height();
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_palette.muted);
    const QPointF centre(8, rect.top() + h / 2);
    const QPolygonF down{QPointF(-4, -2), QPointF(4, -2), QPointF(0, 3)};
    const QPolygonF right{QPointF(-2, -4), QPointF(3, 0), QPointF(-2, 4)};
    m_painter.drawPolygon((section.folded ? right : down).translated(centre));
    statusIcon(section, QRectF(18, rect.top() + h * 0.22, h * 0.6, h * 0.6));

    headerTexts(section, rect);
    if (focused) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_palette.running, 1));
        m_painter.drawRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    m_painter.restore();
}

void LogPainter::ownRow(const QRect& rect, const QString& text, const QColor& colour)
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    const qreal width = QFontMetricsF(m_font).horizontalAdvance(text) + 16;
    const QRectF pill(m_metrics.gutter, rect.top() + 1.5, width, rect.height() - 3);
    m_painter.setPen(m_palette.headerLine);
    m_painter.setBrush(m_palette.headerBand);
    m_painter.drawRoundedRect(pill, 5, 5);
    m_painter.setFont(m_font);
    m_painter.setPen(colour);
    m_painter.drawText(QPointF(pill.left() + 8, rect.top() + m_metrics.ascent), text);
    m_painter.restore();
}

int LogPainter::partAt(const QString& text, const QFont& font, const LogMetrics& metrics, int x)
{
    const QFontMetricsF fontMetrics(font);
    const QString separator = QStringLiteral(" · ");
    qsizetype end = 0;
    for (int part = 0; end < text.size(); ++part) {
        const auto next = text.indexOf(separator, end);
        end = next < 0 ? text.size() : next + separator.size();
        if (x < metrics.gutter + 8 + fontMetrics.horizontalAdvance(text.left(end)))
            return x < metrics.gutter ? -1 : part;
    }
    return -1;
}

void LogPainter::gap(const LogRow& row, const QRect& rect)
{
    ownRow(rect, gapText(*row.section), m_palette.link);
}

void LogPainter::chip(const LogRow& row, const QRect& rect)
{
    ownRow(rect, chipText(*row.section, row.line), m_palette.link);
}

void LogPainter::note(const LogRow& row, const QRect& rect)
{
    ownRow(rect, noteText(*row.section), m_palette.warning);
}

} // namespace sandbench::ui
