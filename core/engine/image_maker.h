// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace sandbench {

/// An Instance that can become an image, see ContainerOptions::commitTag.
class ImageMaker
{
public:
    virtual ~ImageMaker() = default;
    /// What programs of that image shall find in their environment: where packages are. Before
    /// close(). Values that no image could hold safely are left out.
    virtual void keepEnvironment(std::map<std::string, std::string> env) = 0;
};

} // namespace sandbench
