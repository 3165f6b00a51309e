// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/choice_summary.h"

#include "core/engine/docker/container_checks.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/session/engine_probe.h"
#include "ui/session/isolation_summary.h"

#include <QCoreApplication>
#include <QStringList>

namespace sandbench::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ChoiceSummary", text);
}

QString safe(const std::string& foreign)
{
    return SafeText::display(toQString(foreign));
}

QString networkText(const SandboxSpec& spec)
{
    if (spec.network.name.empty())
        return tr("none");
    return spec.network.installPhaseOnly
        ? tr("%1 until the packages are installed").arg(safe(spec.network.name))
        : safe(spec.network.name);
}

QString
headline(const SandboxSpec& spec, const std::string& standardImage, const EngineProbe& probe)
{
    const std::string& image = spec.image.empty() ? standardImage : spec.image;
    const QString where = image.empty() ? tr("A sandbox of the engine %1").arg(probe.title())
                                        : tr("%1 in %2").arg(safe(image), probe.title());
    return tr("%1 with %2; network: %3.").arg(where, limitsText(spec.limits), networkText(spec));
}

QStringList relaxations(const SandboxSpec& spec)
{
    QStringList lines;
    if (!spec.network.name.empty())
        lines << tr("⚠ Relaxed: network %1").arg(networkText(spec));
    if (spec.container.writableRoot)
        lines << tr("⚠ Relaxed: programs may change the files of the image");
    if (docker::isRootUser(spec.container.user))
        lines << tr("⚠ Relaxed: programs are root inside the container");
    else if (!spec.container.user.empty())
        lines << tr("Programs run as the user %1").arg(safe(spec.container.user));
    for (const Mount& mount : spec.container.mounts)
        lines << (mount.writable ? tr("⚠ Relaxed: programs may change %1, at %2")
                                 : tr("⚠ Relaxed: programs can read %1, at %2"))
                     .arg(safe(mount.source), safe(mount.target));
    return lines;
}

QStringList isolation(const EngineProbe& probe)
{
    if (!probe.status())
        return {tr("What isolates it is being checked…")};
    if (!probe.isUsable())
        return {tr("Nothing can be opened there now.")};
    QStringList lines, layers;
    for (const IsolationLine& line : isolationLines(probe.status()->isolation)) {
        if (line.kind == IsolationLine::Kind::Layer)
            layers << line.text;
        else
            lines << line.marked();
    }
    if (!layers.isEmpty())
        lines << tr("✓ Isolated by: %1").arg(layers.join(QStringLiteral("; ")));
    return lines;
}

} // namespace

QString choiceSummary(
    const SessionChoice& choice, const std::string& image, const EngineProbe& probe,
    const SizeCatalog& sizes)
{
    QStringList lines;
    if (const auto spec = specOf(choice, sizes))
        lines << headline(*spec, image, probe) << relaxations(*spec);
    return (lines + isolation(probe)).join(u'\n');
}

} // namespace sandbench::ui
