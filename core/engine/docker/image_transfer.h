// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/docker_api.h"
#include "core/engine/docker/image_reference.h"
#include "core/engine/image_store.h"

namespace sandbench::docker {

// The calls of an image store that tell how far they are. Errors: as ImageStore's.

/// Returns the whole name under which the image is here then.
Result<std::string> pullImage(
    const DockerApi& api, const PullRequest& request, const OnImageProgress& onProgress,
    std::stop_token stop);

/// Returns the id; empty where the engine did not say it.
Result<std::string> buildImage(
    const DockerApi& api, const BuildRequest& request, const OnImageProgress& onProgress,
    std::stop_token stop);

Result<std::string> importImage(
    const DockerApi& api, const std::string& tarPath, const ImageReference& tag,
    const OnImageProgress& onProgress, std::stop_token stop);

/// @p expected: about how many bytes come, for those who wait.
Result<void> saveImage(
    const DockerApi& api, const std::string& image, const std::string& tarPath,
    std::uint64_t expected, const OnImageProgress& onProgress, std::stop_token stop);
Result<std::vector<std::string>> loadImages(
    const DockerApi& api, const std::string& tarPath, const OnImageProgress& onProgress,
    std::stop_token stop);

} // namespace sandbench::docker
