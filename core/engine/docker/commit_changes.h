// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/container_spec.h"

#include <map>
#include <string>

namespace sandbench::docker {

/// What an image that a sandbox becomes has of its own: its program and folder are @p image's
/// again, and not the agent; its user is the one that the files belong to. @p env: its
/// variables; @p tenant: see ImageTenant. Lines of a Dockerfile.
std::string commitChanges(
    const ImageFacts& image, const std::string& user, const std::string& tenant,
    const std::map<std::string, std::string>& env, bool isPodman);

} // namespace sandbench::docker
