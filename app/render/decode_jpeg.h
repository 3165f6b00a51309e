// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/picture.h"

#include <string_view>

namespace sandbench::render {

/// Decodes a JPEG, made smaller while reading when it is larger than @p box. Source: libjpeg API,
/// libjpeg.txt.
Decoded decodeJpeg(std::string_view bytes, Size box);

} // namespace sandbench::render
