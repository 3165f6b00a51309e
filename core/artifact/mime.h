// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// Units: pixels; 0 = unknown.
struct PixelSize
{
    int width = 0;
    int height = 0;
};

/// Reads the size that a picture's header claims; nothing is decoded. PNG, JPEG, GIF, WebP, and as
/// drawing_size.h says SVG and PDF.
PixelSize pictureSize(std::string_view bytes, std::string_view mime);

/// ".png", ".plotly.json"; ".bin" for a type that has no usual one.
std::string_view extensionOf(std::string_view mime);

/// The type that a name's ending stands for, or empty. A hint for sniffMime(), never the decision.
std::string_view mimeOfName(std::string_view name);

/// What the names of files end with that people look at: pictures, pages, tables, sound and film.
/// In lower case: ".png".
std::vector<std::string> shownEndings();

} // namespace sandbench
