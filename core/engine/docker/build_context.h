// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/archive/folder_archive.h"
#include "core/engine/image_store.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::docker {

/// A build's folder on its way to an engine.
struct BuildContext
{
    std::unique_ptr<FolderArchive> archive; ///< Without what .dockerignore leaves out.
    std::string file; ///< The Dockerfile's name in the archive.
    std::vector<std::string> baseImages; ///< See baseImagesOf().
};

/// Looks for the file (Containerfile before Dockerfile for Podman, behind it for Docker) and for
/// the rules: <file>.dockerignore, then .containerignore (Podman), then .dockerignore. The file and
/// its rules are always in the archive; a file from elsewhere is in it under a name of its own.
/// Errors: InvalidArgument and NotFound naming the file.
Result<BuildContext> openBuildContext(const BuildRequest& request, bool podman);

/// The images that a Dockerfile builds upon and that can be read without evaluating it: those
/// behind FROM that are no earlier stage, no variable and not scratch. No I/O.
std::vector<std::string> baseImagesOf(std::string_view dockerfile);

} // namespace sandbench::docker
