// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gate/finding_text.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/translation.h"

#include <QPalette>
#include <QStringList>

#include <algorithm>

namespace sandbench::ui {

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Low:
        return tr("Low");
    case Severity::Medium:
        return tr("Medium");
    case Severity::High:
        break;
    }
    return tr("High");
}

QString placeText(const Finding& finding)
{
    return QStringLiteral("%1:%2").arg(finding.line).arg(finding.column);
}

static constexpr std::size_t kMostBytes = 600;
static constexpr int kMostCharacters = 300;

QString findingLine(std::string_view foreign)
{
    const QString line = SafeText::display(toQString(foreign.substr(0, kMostBytes)));
    return line.size() <= kMostCharacters ? line : line.left(kMostCharacters - 1) + u'…';
}

QString findingText(const Finding& finding)
{
    QStringList lines{
        tr("%1: %2").arg(severityWord(finding.severity), findingLine(finding.description))};
    if (!finding.why.empty())
        lines << findingLine(finding.why);
    if (!finding.suggestion.empty())
        lines << tr("Instead: %1").arg(findingLine(finding.suggestion));
    lines << tr("Rule %1. %2").arg(findingLine(finding.rule), boundarySentence());
    return lines.join(u'\n');
}

QString findingCount(const GateReport& report)
{
    const QString count = QString::number(report.findings.size() + report.omitted);
    return report.omittedMore ? tr("more than %1").arg(count) : count;
}

QString findingSummary(const GateReport& report)
{
    if (report.findings.empty())
        return tr("No findings");
    QStringList parts;
    for (const Severity severity : {Severity::High, Severity::Medium, Severity::Low}) {
        const auto count = std::count_if(
            report.findings.begin(), report.findings.end(),
            [severity](const Finding& finding) { return finding.severity == severity; });
        if (count > 0)
            parts << tr("%1 %2").arg(count).arg(severityWord(severity).toLower());
    }
    const std::size_t all = report.findings.size() + report.omitted;
    QString text = all == 1 ? tr("1 finding: %1").arg(parts.front())
                            : tr("%1 findings: %2").arg(findingCount(report), parts.join(u", "));
    if (report.omitted > 0 || report.omittedMore)
        text += tr(" (the others are not shown)");
    return text;
}

const Finding* worstFinding(const GateReport& report)
{
    const auto worst = std::max_element(
        report.findings.begin(), report.findings.end(),
        [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
    return worst == report.findings.end() ? nullptr : &*worst;
}

QString boundarySentence()
{
    return tr("This is advice: isolation is the boundary.");
}

QString gateIsAdvice()
{
    return tr("A scan is advice: a program can hide from it. What contains the program is its "
              "isolation.");
}

QColor severityColor(Severity severity, const QPalette& palette)
{
    const bool dark = palette.color(QPalette::Base).lightness() < 128;
    switch (severity) {
    case Severity::Low:
        return dark ? QColor(0x7f, 0xb4, 0xff) : QColor(0x1d, 0x5f, 0xc4);
    case Severity::Medium:
        return dark ? QColor(0xff, 0xc1, 0x4d) : QColor(0x9a, 0x62, 0x00);
    case Severity::High:
        break;
    }
    return dark ? QColor(0xff, 0x9a, 0x92) : QColor(0xc6, 0x28, 0x28);
}

} // namespace sandbench::ui
