// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_line.h"
#include "ui/output/output_types.h"

#include <QColor>
#include <QHash>
#include <QPalette>

#include <array>

namespace sandbench::ui {

/// WCAG contrast ratio, 1..21. Source: WCAG 2.1, "contrast ratio" and "relative luminance".
double contrastRatio(const QColor& a, const QColor& b);

/// @p colour moved towards white or black until it reads on @p background with at least 4.5:1.
QColor readableOn(const QColor& colour, const QColor& background);

/// The colours of the log, after the light or dark palette of the application.
class LogPalette
{
public:
    explicit LogPalette(const QPalette& palette = {});

    struct Paint
    {
        QColor foreground;
        QColor background; ///< Invalid: nothing to fill.
        bool framed = false; ///< Meant to be unreadable by the program; shown in a dotted frame.
    };

    /// What to paint text of @p style with.
    Paint paint(const TextStyle& style) const;

    /// Of the word that says how a run ended.
    QColor of(RunSummary::Tone tone) const;

    bool dark = false;
    QColor base;
    QColor text;
    QColor muted;
    QColor link;
    QColor headerBand;
    QColor headerLine;
    QColor stderrTint;
    QColor stderrBar;
    QColor inputText;
    QColor inputBar;
    QColor noticeText;
    QColor noticeBar;
    QColor selection;
    QColor hit;
    QColor currentHit;
    QColor good;
    QColor bad;
    QColor warning;
    QColor running;

private:
    QColor colour(std::uint32_t tagged, const QColor& fallback) const;

    std::array<QColor, 16> m_table;
    mutable QHash<quint64, QColor> m_readable;
};

} // namespace sandbench::ui
