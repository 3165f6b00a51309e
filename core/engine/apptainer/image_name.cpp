// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/image_name.h"

#include "core/base/text.h"
#include "core/engine/guest_path.h"

#include <algorithm>
#include <array>

namespace sandbench::apptainer {

namespace {

constexpr std::size_t kLongestName = 1024;
constexpr std::array<std::string_view, 3> kRegistries = {"docker://", "oras://", "library://"};

/// What names of images and addresses of registries are made of.
bool isPlainName(std::string_view text)
{
    return !text.empty() && text.size() <= kLongestName && text.front() != '-'
        && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                   || std::string_view("._-/:@+").find(c) != std::string_view::npos;
           });
}

} // namespace

Result<ImageName> parseImageName(const std::string& image)
{
    using enum ImageName::Kind;
    if (image.starts_with('/') && isPlainPath(image))
        return ImageName{File, image};
    for (const auto scheme : kRegistries)
        if (image.starts_with(scheme) && isPlainName(image.substr(scheme.size())))
            return ImageName{Registry, image};
    if (isPlainName(image) && image.front() != '/' && image.find("//") == std::string::npos
        && !image.ends_with(".sif"))
        return ImageName{Engine, image};
    return Error(
        ErrorCode::InvalidArgument,
        inQuotes(image)
            + " is no image for Apptainer; name a .sif file or a folder by its absolute path, "
              "docker://NAME, oras://NAME, or an image of Docker or Podman on this machine");
}

} // namespace sandbench::apptainer
