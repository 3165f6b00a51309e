// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench::render {

struct Gunzipped
{
    std::string bytes;
    std::string refusal; ///< Empty when bytes are whole.
};

/// Expands gzip bytes to at most @p limit bytes. Source: RFC 1952; zlib manual, inflateInit2.
Gunzipped gunzip(std::string_view bytes, std::size_t limit);

} // namespace sandbench::render
