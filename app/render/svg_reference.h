// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench::render {

// What a drawing may name. No I/O. Source: SVG 1.1 and 2; CSS Syntax 3 for url() and escapes.

/// True when a style or an attribute can load nothing: no @import, no escape, and url() only with
/// "#id".
bool isHarmlessStyle(std::string_view css);

/// True for "#id", and in an image for data URLs of PNG and JPEG.
bool isHarmlessReference(std::string_view element, std::string_view reference);

/// ASCII letters only.
std::string lowered(std::string_view text);

} // namespace sandbench::render
