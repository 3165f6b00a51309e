// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/image_store.h"

#include <algorithm>
#include <iterator>

namespace sandbench {

std::vector<ImageInfo> prunableImages(const std::vector<ImageInfo>& images, const ImageUsers& users)
{
    std::vector<ImageInfo> out;
    std::copy_if(
        images.begin(), images.end(), std::back_inserter(out), [&users](const ImageInfo& image) {
            return image.tags.empty() && !users.contains(image.id);
        });
    return out;
}

} // namespace sandbench
