// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/scan.h"

#include <QColor>
#include <QString>

class QPalette;

namespace sandbench::ui {

// How findings are worded and coloured. All text is plain, bounded and safe to show: rules may come
// from a file that somebody sent. Thread: any.

/// "High"
QString severityWord(Severity severity);

/// "3:14"; both count from 1, a column is one Unicode code point.
QString placeText(const Finding& finding);

/// One bounded line of foreign text.
QString findingLine(std::string_view foreign);

/// Everything known about a finding, over several lines.
QString findingText(const Finding& finding);

/// "3", "537", "more than 500"
QString findingCount(const GateReport& report);

/// "3 findings: 1 high, 2 low"
QString findingSummary(const GateReport& report);

/// The most severe one, the first of them in the text; null = there is none.
const Finding* worstFinding(const GateReport& report);

/// What every text about the gate says once: in short, and where there is room.
QString boundarySentence();
QString gateIsAdvice();

/// Stands out from the text field's background of @p palette, by its lightness alone too.
QColor severityColor(Severity severity, const QPalette& palette);

} // namespace sandbench::ui
