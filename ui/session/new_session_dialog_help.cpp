// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What NewSessionDialog says of its fields when somebody asks (Shift+F1).
#include "ui/session/connection_picker.h"
#include "ui/session/engine_list.h"
#include "ui/session/folder_picker.h"
#include "ui/session/image_picker.h"
#include "ui/session/limits_picker.h"
#include "ui/session/member_form.h"
#include "ui/session/network_picker.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/pod_picker.h"
#include "ui/session/profile_picker.h"
#include "ui/session/root_picker.h"

#include <QCheckBox>
#include <QLabel>

namespace sandbench::ui {

void NewSessionDialog::explainFields()
{
    m_engines->setWhatsThis(
        tr("Who makes the sandbox. Embedded needs no daemon and no image; the others make "
           "containers or pods, from images."));
    m_connection->setWhatsThis(tr(
        "How the engine is reached: on this machine, or on another one that the settings name."));
    m_image->setWhatsThis(tr(
        "What is installed in the sandbox. Empty means the usual image of the language. One that "
        "the engine lacks can be pulled here."));
    m_profile->setWhatsThis(
        tr("Sets limits, network and rights together. Programs that you do not know belong into "
           "the strict one."));
    m_limits->setWhatsThis(
        tr("How much memory, processor time, processes and disk a program may use at most."));
    m_network->setWhatsThis(
        tr("None is the safe choice. A network for installs alone is taken away before the first "
           "program runs."));
    m_root->setWhatsThis(
        tr("As whom programs run in the sandbox, and whether they may change its system. Without "
           "rights is the usual."));
    m_folders->setWhatsThis(
        tr("Folders of this machine that programs can see. Without any they see none; one that "
           "they may write is as good as theirs."));
    m_pod->setWhatsThis(
        tr("Where in the cluster the pod is made, or which existing one is entered."));
    m_more->setWhatsThis(tr("Everything else that a sandbox of this engine can be asked for."));
    m_summary->setWhatsThis(
        tr("What these choices come to, in words, before anything is made. What is less safe than "
           "usual is marked with ⚠."));
    m_skip->setWhatsThis(
        tr("The next first run opens its session with this choice and asks nothing. Settings > "
           "Sessions brings the question back."));
    for (auto* label : findChildren<QLabel*>())
        if (label->buddy() && !label->buddy()->whatsThis().isEmpty())
            label->setWhatsThis(label->buddy()->whatsThis());
}

} // namespace sandbench::ui
