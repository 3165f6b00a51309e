// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/docker_api.h"
#include "core/engine/image_store.h"

#include <functional>
#include <memory>

namespace sandbench::docker {

/// Gives the connected API; called at the start of every call of the store, so that an engine may
/// connect at its first use. Thread: any.
using ApiSource = std::function<Result<std::shared_ptr<DockerApi>>(std::stop_token)>;

/// The images of a Docker or Podman engine. Source: Docker Engine API 1.41, Image and System;
/// Podman 4.3 API, libpod images.
std::unique_ptr<ImageStore> makeImageStore(ApiSource api);
std::unique_ptr<ImageStore> makeImageStore(std::shared_ptr<DockerApi> api);

} // namespace sandbench::docker
