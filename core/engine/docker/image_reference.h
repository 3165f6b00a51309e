// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace sandbench::docker {

/// The name of an image, taken apart: "registry:5000/team/tool:1.2@sha256:…".
struct ImageReference
{
    std::string registry; ///< Host with port; empty where none was given.
    std::string path; ///< "team/tool"
    std::string tag; ///< Empty where none was given.
    std::string digest; ///< "sha256:…"; empty where none was given.

    std::string name() const; ///< Registry and path.
    std::string text() const; ///< All of it.
};

/// At most 512 bytes. Errors: InvalidArgument, in a sentence. Source: grammar of references in the
/// OCI distribution specification 1.1 and its reference implementation.
Result<ImageReference> parseImageReference(std::string_view text);

/// Where a registry has it: docker.io/library/… unless it names one, and tag latest unless it has a
/// tag or digest.
ImageReference inRegistry(ImageReference reference);

/// What an image of our own is called that no registry is to know of: Podman's names always have a
/// registry, and localhost is its word for none.
ImageReference asLocal(ImageReference reference, bool podman);

/// The same for a name that somebody chose for an image to be made. Errors: InvalidArgument.
Result<ImageReference> localTag(const std::string& name, bool podman);

/// Whether @p text can only be an id, whole ("sha256:…") or its first 12 digits and more.
bool isImageId(std::string_view text);

/// NotFound for an image that the engine does not have, with the way to get it: our own images come
/// from packaging/images, all others from a registry.
Error missingImage(std::string_view image);

} // namespace sandbench::docker
