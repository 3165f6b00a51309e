// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/container_options.h"
#include "core/policy/sizes.h"
#include "core/session/install_phase.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace sandbench::ui {

/// What a session is opened with. The connection is a name or an address, never what protects it:
/// keys and passwords stay where the connection comes from.
struct SessionChoice
{
    std::string engine; ///< Empty = the first engine of the source.
    std::string connection; ///< See connectionKey(); empty = the engine's default.
    std::string image; ///< Empty = the language's or the engine's default.
    std::string size; ///< Of the catalog; empty = the limits below as they are.
    SandboxLimits limits; ///< With a size: only pids and disk count.
    std::string network; ///< Empty = none.
    /// Command of the sandbox's shell that runs before everything else. With one, the network is
    /// there for it only; no network named = the bridge.
    std::string install;
    std::vector<Mount> mounts;
    bool writableRoot = false;
    std::string user = {}; ///< As in ContainerOptions.
    std::string profile = {}; ///< Where it began; empty = none. It counts for the limits of runs.
    std::string namespaceName = {}; ///< Of a cluster; empty = the context's.
    std::string manifestFile = {}; ///< What it says is put over the pod; empty = none.
    std::string existingPod = {}; ///< Used as it is instead of a new one; empty = a new one.
    std::string container = {}; ///< As in PodOptions.
    /// Nobody chose the image: one that the manifest names counts. Not remembered.
    bool isStandardImage = false;
    /// Installed before anything runs. Only for one session: they are not remembered.
    std::vector<InstallRequest> packages = {};
    /// They come over the network, which is there for that only: the bridge, where none is named.
    bool fetchesPackages = false;
};

/// The network is taken away again before the first program runs.
bool losesItsNetwork(const SessionChoice& choice);
/// What runs before the first program.
InstallPhase installPhaseOf(const SessionChoice& choice);
/// "numpy, pandas", "requirements.txt": what is asked for, for people; foreign text.
QString requestText(const InstallRequest& request);
/// Of each run, as the profile says. Errors: NotFound (no such profile, with the known ones).
Result<RunLimits> runLimitsOf(const SessionChoice& choice);

/// What the choice means for an engine; what only engines with images know is not left away.
/// Errors: NotFound (no such size, with the known ones).
Result<SandboxSpec> specOf(const SessionChoice& choice, const SizeCatalog& sizes);

/// Network and mounts by the rules that engines have for them. Errors: InvalidArgument, a sentence
/// for people.
Result<void> checkRelaxations(const SessionChoice& choice);

/// The limits that a choice means. Errors: NotFound (no such size, with the known ones).
Result<SandboxLimits> limitsOf(const SessionChoice& choice, const SizeCatalog& sizes);

/// The last choice, in QSettings; nothing before the first one. Thread: GUI.
std::optional<SessionChoice> rememberedChoice();
void rememberChoice(const SessionChoice& choice);
/// Whether a session may be opened only after the user has been asked.
bool asksBeforeOpening();
void setAsksBeforeOpening(bool asks);

} // namespace sandbench::ui
