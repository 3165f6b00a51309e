// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/mime.h"

#include <string_view>

namespace sandbench {

/// The size that a drawing asks for: width and height of the root element, else its viewBox. The
/// bytes are foreign; looks no further than their first 64 KiB, and expands nothing.
/// Units: pixels, 96 to an inch; 0 = unknown, as for one that fills whatever it is put into.
/// Source: SVG 2, 8.2 and 8.6; CSS Values 3, 5.2.
PixelSize svgSize(std::string_view bytes);

/// The first MediaBox of a document, which is that of its first page in files that programs draw.
/// Looks no further than the first 16 MiB, and unpacks nothing: unknown where pages are in object
/// streams. Units: pixels, 96 to an inch; 0 = unknown. Source: ISO 32000-1, 7.7.3.3 and 7.9.5.
PixelSize pdfSize(std::string_view bytes);

} // namespace sandbench
