// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/docker/docker_api.h"

#include <string>
#include <vector>

namespace sandbench::docker {

/// Turns a body for Docker into one that Podman's compatible half understands in the same sense.
/// No I/O. Source: Podman 4.3, tried out.
void adaptToPodman(Json& body);

/// Names under which Podman may have what Docker calls @p image, the likely one first: without a
/// registry its compatible half looks at docker.io only, while local images are at localhost.
std::vector<std::string> podmanNames(const std::string& image);

/// The command line that people have for such an engine.
std::string commandOf(Dialect dialect);

} // namespace sandbench::docker
