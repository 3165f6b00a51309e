// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/engine/image_store.h"
#include "core/language/language.h"

namespace sandbench {

/// An image in a list: "id", "tags", "bytes", "created_at" (seconds since 1970), "labels".
Json imageSummary(const ImageInfo& image);

/// The same, with "platform", "entrypoint", "command", "env", "user", "working_folder", "digests".
Json imageDetails(const ImageInfo& image);
/// The newest first: [{id, step, comment, tags, bytes, created_at}]
Json imageLayers(const std::vector<ImageLayer>& layers);
/// {image_bytes, container_bytes, volume_bytes, cache_bytes, reclaimable_bytes}
Json diskUseJson(const DiskUse& use);

/// {id, name, extensions, compiled, contexts, packages, image, found, install_hint}; "found" tells
/// of this machine.
Json languageJson(const Language& language);

} // namespace sandbench
