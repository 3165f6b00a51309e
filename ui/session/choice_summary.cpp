// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/choice_summary.h"

#include "core/engine/docker/container_checks.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/workspace/members.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/session/engine_probe.h"
#include "ui/session/isolation_summary.h"
#include "ui/session/pod_preview.h"

#include <QCoreApplication>
#include <QStringList>

namespace sandbench::ui {

namespace {

struct ChoiceSummary
{
    Q_DECLARE_TR_FUNCTIONS(ChoiceSummary)
};

QString networkText(const SandboxSpec& spec)
{
    if (spec.network.name.empty())
        return ChoiceSummary::tr("none");
    return spec.network.installPhaseOnly ? ChoiceSummary::tr("%1 until the packages are installed")
                                               .arg(SafeText::display(spec.network.name))
                                         : SafeText::display(spec.network.name);
}

QString
headline(const SandboxSpec& spec, const std::string& standardImage, const EngineProbe& probe)
{
    const std::string& image = spec.image.empty() ? standardImage : spec.image;
    const QString where = image.empty()
        ? ChoiceSummary::tr("A sandbox of the engine %1").arg(probe.title())
        : ChoiceSummary::tr("%1 in %2").arg(SafeText::display(image), probe.title());
    return ChoiceSummary::tr("%1 with %2; network: %3.")
        .arg(where, limitsText(spec.limits), networkText(spec));
}

QStringList relaxations(const SandboxSpec& spec)
{
    QStringList lines;
    if (!spec.network.name.empty())
        lines << ChoiceSummary::tr("⚠ Relaxed: network %1").arg(networkText(spec));
    if (containerOf(spec).writableRoot)
        lines << ChoiceSummary::tr("⚠ Relaxed: programs may change the files of the image");
    if (docker::isRootUser(containerOf(spec).user))
        lines << ChoiceSummary::tr("⚠ Relaxed: programs are root inside the container");
    else if (!containerOf(spec).user.empty())
        lines << ChoiceSummary::tr("Programs run as the user %1")
                     .arg(SafeText::display(containerOf(spec).user));
    for (const Mount& mount : containerOf(spec).mounts)
        lines << (mount.writable ? ChoiceSummary::tr("⚠ Relaxed: programs may change %1, at %2")
                                 : ChoiceSummary::tr("⚠ Relaxed: programs can read %1, at %2"))
                     .arg(SafeText::display(mount.source), SafeText::display(mount.target));
    return lines;
}

/// What has no words of its own above, as the other faces call it.
QStringList otherRelaxations(const SandboxSpec& spec)
{
    QStringList lines;
    for (const MemberGroup* group : workspace::memberGroups())
        for (const Member& member : group->members) {
            const bool isTold = member.relaxes || member.field.name == "mounts";
            const Json value = writeMember(member, spec);
            if (member.scope == Scope::Admin && !isTold && !value.is_null())
                lines << ChoiceSummary::tr("⚠ Relaxed: %1 %2")
                             .arg(
                                 toQString(std::string(member.field.name)),
                                 SafeText::display(
                                     value.is_string() ? value.get<std::string>()
                                                       : writeJson(value)));
        }
    return lines;
}

QStringList isolation(const EngineProbe& probe)
{
    if (!probe.status())
        return {ChoiceSummary::tr("What isolates it is being checked…")};
    if (!probe.isUsable())
        return {ChoiceSummary::tr("Nothing can be opened there now.")};
    const IsolationReport& report = probe.status()->isolation;
    return isolationText(report, false) + isolationText(report, true);
}

QString
podHeadline(const SandboxSpec& spec, const std::string& standardImage, const PodPreview& preview)
{
    const std::string& known = preview.cluster().namespaceName;
    const std::string& name = podOf(spec).namespaceName.empty() ? known : podOf(spec).namespaceName;
    const QString where = name.empty()
        ? ChoiceSummary::tr("the context's namespace")
        : ChoiceSummary::tr("the namespace %1").arg(SafeText::display(name));
    if (!containerOf(spec).existing.empty())
        return ChoiceSummary::tr(
                   "The pod %1 in %2, as it is; programs and files go away at the end.")
            .arg(SafeText::display(containerOf(spec).existing), where);
    QString network
        = spec.network.name.empty() ? ChoiceSummary::tr("none") : ChoiceSummary::tr("the pod's");
    if (spec.network.installPhaseOnly)
        network = ChoiceSummary::tr("the pod's until the packages are installed");
    std::string image = spec.image.empty() ? standardImage : spec.image;
    if (preview.plan() && *preview.plan() && spec.image.empty())
        image = imageOf(**preview.plan());
    return ChoiceSummary::tr("A pod of %1 in %2 with %3; network: %4.")
        .arg(
            image.empty() ? ChoiceSummary::tr("the default image") : SafeText::display(image),
            where, limitsText(spec.limits), network);
}

} // namespace

QString choiceSummary(
    const SessionChoice& choice, const std::string& image, const EngineProbe& probe,
    EngineSource& engines)
{
    QStringList lines;
    if (const auto request = requestOf(choice, engines)) {
        const SandboxSpec& spec = request->session.sandbox;
        lines << headline(spec, image, probe) << relaxations(spec) << otherRelaxations(spec);
    }
    return (lines + isolation(probe)).join(u'\n');
}

QString podSummary(
    const SessionChoice& choice, const std::string& image, const PodPreview& preview,
    EngineSource& engines)
{
    QStringList lines;
    for (const std::string& warning : preview.cluster().warnings)
        lines << ChoiceSummary::tr("⚠ Connection: %1").arg(SafeText::display(warning));
    if (const auto request = requestOf(choice, engines))
        lines << podHeadline(request->session.sandbox, image, preview);
    if (!preview.plan())
        lines << ChoiceSummary::tr("What isolates it is being checked…");
    else if (*preview.plan())
        lines << podLines(**preview.plan());
    else
        lines << ChoiceSummary::tr("There can be no such pod.");
    return lines.join(u'\n');
}

} // namespace sandbench::ui
