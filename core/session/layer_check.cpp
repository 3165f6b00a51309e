// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/layer_check.h"

#include "core/base/text.h"

namespace sandbench {

namespace {

/// "user-namespace (the engine runs as root; use a rootless engine)"
std::string explained(const IsolationReport& report, const std::string& name)
{
    for (const auto& missing : report.missing)
        if (isAboutLayer(missing.layer, name))
            return name + " (" + missing.reason + "; " + missing.remedy + ")";
    return name;
}

} // namespace

Result<void> checkLayers(const IsolationReport& report, const LayerNames& demanded)
{
    const auto missing = layersMissing(report.layers, demanded);
    if (missing.empty())
        return {};
    return Error(
        ErrorCode::Unavailable,
        "the sandbox lacks layers of isolation that are required: "
            + listed(missing, [&](const auto& name) { return explained(report, name); })
            + "; ask for a sandbox, an engine or a machine that has them ('sandbenchctl doctor' "
              "tells of engines), or require less");
}

} // namespace sandbench
