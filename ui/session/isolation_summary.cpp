// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/isolation_summary.h"

#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"

#include <QCoreApplication>
#include <QLocale>

namespace sandbench::ui {

struct Isolation
{
    Q_DECLARE_TR_FUNCTIONS(Isolation)
};

QString IsolationLine::marked() const
{
    return (kind == Kind::Layer ? QStringLiteral("✓ ") : QStringLiteral("⚠ ")) + text;
}

std::vector<IsolationLine> isolationLines(const IsolationReport& report)
{
    using Kind = IsolationLine::Kind;
    std::vector<IsolationLine> lines;
    for (const std::string& relaxation : report.relaxations)
        lines.push_back(
            {Kind::Relaxed, Isolation::tr("Relaxed: %1").arg(SafeText::display(relaxation))});
    for (const MissingLayer& missing : report.missing) {
        QString text
            = Isolation::tr("Missing: %1 — %2")
                  .arg(SafeText::display(missing.layer), SafeText::display(missing.reason));
        if (!missing.remedy.empty())
            text += QStringLiteral("; ") + SafeText::display(missing.remedy);
        lines.push_back({Kind::Missing, text});
    }
    for (const std::string& layer : report.layers)
        lines.push_back({Kind::Layer, SafeText::display(layer)});
    return lines;
}

QStringList isolationText(const IsolationReport& report, bool holds)
{
    QStringList gaps, layers;
    for (const IsolationLine& line : isolationLines(report)) {
        if (line.kind == IsolationLine::Kind::Layer)
            layers << line.text;
        else
            gaps << line.marked();
    }
    if (!holds)
        return gaps;
    return layers.isEmpty()
        ? QStringList()
        : QStringList{Isolation::tr("✓ Isolated by: %1").arg(layers.join(QStringLiteral("; ")))};
}

QString limitsText(const SandboxLimits& limits)
{
    const QLocale locale;
    QStringList parts;
    parts
        << (limits.memoryBytes > 0
                ? Isolation::tr("%1 of memory").arg(toQString(formatSize(limits.memoryBytes)))
                : Isolation::tr("all the memory"))
        << (limits.cpus > 0 ? Isolation::tr("CPUs: %1").arg(locale.toString(limits.cpus))
                            : Isolation::tr("all CPUs"))
        << (limits.pids > 0 ? Isolation::tr("%1 processes").arg(locale.toString(limits.pids))
                            : Isolation::tr("any number of processes"))
        << (limits.diskBytes > 0
                ? Isolation::tr("%1 of disk").arg(toQString(formatSize(limits.diskBytes)))
                : Isolation::tr("all the disk"));
    return parts.join(QStringLiteral(", "));
}

} // namespace sandbench::ui
