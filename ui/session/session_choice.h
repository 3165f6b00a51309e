// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/sandbox_request.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::ui {

class EngineSource;

/// What a session is opened with. The connection is a name or an address, never what protects it:
/// keys and passwords stay where the connection comes from.
struct SessionChoice
{
    /// By the names of workspace::memberGroups(), as the other faces say it; but a profile only
    /// names where the other members began, and counts for the limits of runs. No engine = the
    /// first one of the source.
    Json said = Json::object();
    std::string manifestFile = {}; ///< What it says is put over the pod; empty = none.
    /// Nobody chose the image: one that the manifest names counts. Not remembered.
    bool isStandardImage = false;
    /// Installed before anything runs. Only for one session: they are not remembered.
    std::vector<InstallRequest> packages = {};
    /// They come over the network, which is there for that only: the bridge, where none is named.
    bool fetchesPackages = false;

    /// A member that is text; empty = it was not said.
    std::string text(std::string_view member) const { return jsonString(said, member); }
    /// Empty = it is not said any more.
    void set(std::string_view member, const std::string& value);
};

/// "numpy, pandas", "requirements.txt": what is asked for, for people; foreign text.
QString requestText(const InstallRequest& request);

/// What is opened for it. Errors: what the choice says wrong, by the members' names; NotFound for a
/// size or profile that there is not, with the known ones.
Result<workspace::SandboxRequest> requestOf(const SessionChoice& choice, EngineSource& engines);

/// What the user's settings say of every sandbox, before anything was chosen.
SessionChoice usualChoice(EngineSource& engines);
/// The last choice, in QSettings; nothing before the first one. Thread: GUI.
std::optional<SessionChoice> rememberedChoice();
void rememberChoice(const SessionChoice& choice);

} // namespace sandbench::ui
