// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the fields of NewSessionDialog mean, and why they cannot be accepted.
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/session/connection_picker.h"
#include "ui/session/engine_list.h"
#include "ui/session/engine_probe.h"
#include "ui/session/folder_picker.h"
#include "ui/session/image_picker.h"
#include "ui/session/limits_picker.h"
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
    if (const QString why = m_connection->problem(); usesContainers() && !why.isEmpty())
        return why;
    if (probe.status() && !isReachable())
        return tr("%1 cannot be used now: choose another engine, or put it right and check again.")
            .arg(probe.title());
    if (const QString why = m_limits->problem(); !why.isEmpty())
        return why;
    if (usesCluster())
        return podProblem();
    return usesContainers() ? imageProblem() : QString();
}

QString NewSessionDialog::imageProblem() const
{
    if (const QString why = m_image->problem(); !why.isEmpty())
        return why;
    if (const QString why = m_network->problem(); !why.isEmpty())
        return why;
    const auto allowed = checkRelaxations(choice());
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
    const auto& plan = m_preview->plan();
    return !plan || *plan ? QString() : SafeText::display(plan->error().text());
}

SessionChoice NewSessionDialog::choice() const
{
    SessionChoice choice;
    choice.engine = m_engines->current().engine();
    choice.profile = m_profile->profile();
    const bool cluster = usesCluster(), containers = usesContainers();
    if (cluster || containers) {
        choice.connection = m_connection->key();
        choice.user = m_root->user();
    }
    if (cluster) {
        choice.namespaceName = m_pod->namespaceName();
        choice.existingPod = m_pod->existing();
        choice.manifestFile = m_pod->manifestFile();
        choice.container = m_pod->container();
    }
    if (containers)
        choice.mounts = m_folders->mounts();
    if (!choice.existingPod.empty())
        return choice;
    choice.size = m_limits->size();
    choice.limits = m_limits->limits();
    if (cluster || containers) {
        choice.image = m_image->image();
        choice.network = m_network->network();
        choice.install = m_network->install();
        choice.writableRoot = m_root->isWritable();
    }
    return choice;
}

} // namespace sandbench::ui
