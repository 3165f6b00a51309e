// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the fields of NewSessionDialog mean, and why they cannot be accepted.
#include "core/engine/docker/container_checks.h"
#include "core/workspace/members.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/session/connection_picker.h"
#include "ui/session/engine_list.h"
#include "ui/session/engine_probe.h"
#include "ui/session/folder_picker.h"
#include "ui/session/image_picker.h"
#include "ui/session/limits_picker.h"
#include "ui/session/member_form.h"
#include "ui/session/network_picker.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/pod_picker.h"
#include "ui/session/pod_preview.h"
#include "ui/session/profile_picker.h"
#include "ui/session/root_picker.h"

namespace sandbench::ui {

// A user may have rights in another namespace only, which the plan tells.
bool NewSessionDialog::isReachable() const
{
    const EngineProbe& probe = m_engines->current();
    return probe.isUsable()
        || (usesCluster() && probe.handle() && probe.status() && probe.status()->reachable);
}

QString NewSessionDialog::problem() const
{
    const EngineProbe& probe = m_engines->current();
    if (const QString why = m_connection->problem(); !why.isEmpty())
        return why;
    if (probe.status() && !isReachable())
        return tr("%1 cannot be used now: choose another engine, or put it right and check again.")
            .arg(probe.title());
    if (const QString why = m_limits->problem(); !why.isEmpty())
        return why;
    if (usesCluster())
        return podProblem();
    if (const QString why = m_network->problem(); !why.isEmpty())
        return why;
    return usesContainers() ? imageProblem() : requestProblem();
}

QString NewSessionDialog::requestProblem() const
{
    const auto request = requestOf(choice(), m_source);
    return request ? QString() : SafeText::display(request.error().text());
}

QString NewSessionDialog::imageProblem() const
{
    if (const QString why = m_image->problem(); !why.isEmpty())
        return why;
    const auto request = requestOf(choice(), m_source);
    if (!request)
        return requestProblem();
    // Network and mounts by the rules that engines have for them.
    const auto allowed = docker::checkContainerOptions(request->session.sandbox, {});
    return allowed ? QString() : SafeText::display(allowed.error().text());
}

QString NewSessionDialog::podProblem() const
{
    if (const QString why = m_pod->problem(); !why.isEmpty())
        return why;
    if (const QString why = m_root->problem(); !why.isEmpty())
        return why;
    if (const QString why = m_network->problem(); m_pod->existing().empty() && !why.isEmpty())
        return why;
    if (const QString why = requestProblem(); !why.isEmpty())
        return why;
    const auto& plan = m_preview->plan();
    return !plan || *plan ? QString() : SafeText::display(plan->error().text());
}

void NewSessionDialog::addLimits(SessionChoice& choice) const
{
    choice.set("size", m_limits->size());
    SandboxSpec spec;
    spec.limits = m_limits->limits();
    for (const Member& member : sandboxMembers())
        if (auto value = writeMember(member, spec); !value.is_null())
            choice.said[std::string(member.field.name)] = std::move(value);
}

SessionChoice NewSessionDialog::choice() const
{
    SessionChoice choice;
    choice.set("engine", m_engines->current().engine());
    choice.set("profile", m_profile->profile());
    const bool cluster = usesCluster(), containers = usesContainers();
    choice.set("connection", m_connection->key());
    if (cluster || containers)
        choice.set("user", m_root->user());
    if (cluster) {
        choice.set("namespace", m_pod->namespaceName());
        choice.set("pod", m_pod->existing());
        choice.set("container", m_pod->container());
        choice.manifestFile = m_pod->manifestFile();
    }
    SandboxSpec spec;
    if (containers)
        containerOf(spec).mounts = m_folders->mounts();
    if (auto mounts = writeMember(*workspace::findMember("mounts"), spec); !mounts.is_null())
        choice.said["mounts"] = std::move(mounts);
    m_more->addTo(choice.said);
    if (!choice.text("pod").empty())
        return choice;
    addLimits(choice);
    if (cluster || containers) {
        choice.set("image", m_image->image());
        choice.set("network", m_network->network());
        choice.set("root", m_root->isWritable() ? "writable" : "");
    }
    if (const std::string command = m_network->install(); !command.empty())
        choice.said["install"] = Json::array({command});
    return choice;
}

} // namespace sandbench::ui
