// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "core/engine/install_network.h"

#include <string>
#include <string_view>

namespace sandbench {

/// Whether @p engine makes every sandbox of its machine's own files, without images, networks and
/// mounts: this machine's or, behind ssh, another one's.
inline bool isEmbedded(std::string_view engine)
{
    return engine == "local" || engine == "ssh";
}

/// What only engines with images know. @p who: "the embedded engine"; @p otherwise: what to do
/// instead. Errors: InvalidArgument.
inline Result<void>
refuseImages(const SandboxSpec& spec, const std::string& who, const std::string& otherwise)
{
    const char* what = !spec.image.empty()                              ? "images"
        : !spec.network.name.empty() && !isInstallNetwork(spec.network) ? "network"
        : !spec.own.isEmptyBut<>() ? "containers or pods, and nothing that is said of them"
                                   : nullptr;
    if (what)
        return Error(
            ErrorCode::InvalidArgument,
            who + " has no " + what + "; leave that away, or " + otherwise);
    return {};
}

} // namespace sandbench
