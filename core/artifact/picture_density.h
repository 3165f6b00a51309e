// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sandbench {

/// What a PNG's or JPEG's header says of its density. The bytes are foreign; nothing is decoded,
/// and at most 64 chunks are passed. Units: dots per inch, across; 0 = it says nothing. Source: PNG
/// 3, 11.3.4.3 (pHYs); JFIF 1.02 (APP0).
double pictureDensity(std::string_view bytes, std::string_view mime);

} // namespace sandbench
