// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/image_store.h"

#include <string>
#include <vector>

namespace sandbench::docker {

// What engines say about images; untrusted, every field optional. No I/O.
// Source: Docker Engine API 1.41, ImageSummary, ImageInspect, SystemDf; Podman 4.3 the same.

/// One of `/images/json`.
ImageInfo imageOfSummary(const Json& summary);
/// `/images/{name}/json`, also libpod's.
ImageInfo imageOfInspect(const Json& inspect);
/// `/images/{name}/history`
std::vector<ImageLayer> imageHistory(const Json& answer);
/// `/containers/json`
ImageUsers imageUsers(const Json& answer);
/// `/system/df`
DiskUse diskUseOf(const Json& answer);

/// The names, without their slashes, of containers in an answer of `/containers/json`.
std::vector<std::string> containerNames(const Json& answer);

} // namespace sandbench::docker
