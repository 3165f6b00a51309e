// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/picture.h"

#include <string_view>

namespace sandbench::render {

/// Filters and draws an SVG or SVGZ so that it fills @p box; a box of 0 x 0 is the natural size
/// times @p ratio. Source: librsvg 2.54 and cairo 1.16 references.
Decoded decodeSvg(std::string_view bytes, Size box, double ratio);

} // namespace sandbench::render
