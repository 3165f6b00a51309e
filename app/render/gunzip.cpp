// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/gunzip.h"

#include <zlib.h>

namespace sandbench::render {

Gunzipped gunzip(std::string_view bytes, std::size_t limit)
{
    z_stream stream{};
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(&stream, kGzipOnly) != Z_OK)
        return {{}, "There is not enough memory to expand the drawing."};
    Gunzipped result;
    std::string piece(std::size_t{1} << 16, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    int status = Z_OK;
    while (status == Z_OK && result.refusal.empty()) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        status = inflate(&stream, Z_NO_FLUSH);
        result.bytes.append(piece, 0, piece.size() - stream.avail_out);
        if (result.bytes.size() > limit)
            result.refusal = "The compressed drawing expands past what is shown (16 MB, or 200 "
                             "times its size).";
    }
    inflateEnd(&stream);
    if (result.refusal.empty() && status != Z_STREAM_END)
        result.refusal = "The compressed drawing is damaged or cut off.";
    return result;
}

} // namespace sandbench::render
