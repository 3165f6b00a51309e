// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/image_check/image_sandbox.h"
#include "core/workspace/workspace.h"

#include <functional>
#include <memory>
#include <string>

namespace sandbench::workspace {

/// How the sandboxes are opened that an image is checked in.
struct ImageOpening
{
    std::string image;
    Json said = Json::object(); ///< Of each sandbox, as readSandbox() takes it.
    /// Of readSandbox()'s request, for the user's own caller.
    std::function<Result<std::shared_ptr<HostedSandbox>>(SandboxRequest, std::stop_token)> open;
    std::function<Result<Engine*>()> engine; ///< Describes the image.
};

/// What core/image_check needs of an image. @p workspace outlives it and its sandboxes.
image_check::ImageAccess imageAccess(Workspace& workspace, ImageOpening opening);

} // namespace sandbench::workspace
