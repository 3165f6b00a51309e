// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>

namespace sandbench::apptainer {

/// Where an image of this name is looked for.
struct ImageName
{
    enum class Kind {
        File, ///< An image file or a folder of this machine, by its absolute path.
        Registry, ///< "docker://…", "oras://…", "library://…": fetched by Apptainer.
        Engine, ///< In Docker or Podman on this machine.
    };
    Kind kind = Kind::Engine;
    std::string text;

    bool operator==(const ImageName&) const = default;
};

/// No I/O. Errors: InvalidArgument for what could be an option, a path that is none, or another way
/// of Apptainer's to name things, such as a running instance.
Result<ImageName> parseImageName(const std::string& image);

} // namespace sandbench::apptainer
