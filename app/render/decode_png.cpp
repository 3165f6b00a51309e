// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/picture_header.h"
#include "app/render/row_scaler.h"

#include <csetjmp>
#include <cstring>
#include <png.h>

namespace sandbench::render {

namespace {
// libpng leaves by longjmp, which skips destructors: everything that owns memory lives in here,
// outside of the jump.
struct PngReader
{
    explicit PngReader(std::string_view picture)
        : rest(picture)
    {
    }
    ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    std::string_view rest;
    png_structp png = nullptr;
    png_infop info = nullptr;
    int passes = 1;
    std::vector<std::uint8_t> rows; ///< One row, or all of an interlaced picture.
};
} // namespace

static void readBytes(png_structp png, png_bytep to, std::size_t size)
{
    auto& rest = *static_cast<std::string_view*>(png_get_io_ptr(png));
    if (size > rest.size())
        png_error(png, "ends early");
    std::memcpy(to, rest.data(), size);
    rest.remove_prefix(size);
}

static void ignoreWarning(png_structp, png_const_charp) { }

static bool readHeader(PngReader& reader)
{
    if (setjmp(png_jmpbuf(reader.png)))
        return false;
    png_set_read_fn(reader.png, &reader.rest, readBytes);
    png_set_user_limits(reader.png, 16384, 16384);
    png_set_chunk_cache_max(reader.png, 64);
    png_set_chunk_malloc_max(reader.png, 8U << 20);
    png_read_info(reader.png, reader.info);
    png_set_expand(reader.png);
    png_set_scale_16(reader.png);
    png_set_gray_to_rgb(reader.png);
    png_set_add_alpha(reader.png, 0xFF, PNG_FILLER_AFTER);
    reader.passes = png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    return true;
}

static bool readRow(PngReader& reader, std::uint8_t* row)
{
    if (setjmp(png_jmpbuf(reader.png)))
        return false;
    png_read_row(reader.png, row, nullptr);
    return true;
}

static void
addStraightRow(RowScaler& scaler, const std::uint8_t* rgba, std::vector<std::uint32_t>& row)
{
    for (auto& pixel : row) {
        pixel = premultiplied(rgba[3], rgba[0], rgba[1], rgba[2]);
        rgba += 4;
    }
    scaler.addRow(row.data());
}

Decoded decodePng(std::string_view bytes, Size box)
{
    const HeaderCheck header = checkPngHeader(bytes);
    if (!header.refusal.empty())
        return refuse(header.refusal);
    PngReader reader(bytes);
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, ignoreWarning);
    reader.info = reader.png ? png_create_info_struct(reader.png) : nullptr;
    const std::string broken = "The PNG picture is damaged or cut off.";
    if (!reader.info || !readHeader(reader))
        return refuse(broken);
    const Size size = header.size;
    const std::size_t rowBytes = std::size_t{size.width} * 4;
    if (png_get_rowbytes(reader.png, reader.info) != rowBytes)
        return refuse(broken);
    const bool interlaced = reader.passes > 1;
    reader.rows.resize(interlaced ? rowBytes * size.height : rowBytes);

    const bool fits = size.width <= box.width && size.height <= box.height;
    RowScaler scaler(size, fits ? size : fitInto(size, box));
    std::vector<std::uint32_t> line(size.width);
    for (int pass = 0; pass < reader.passes; ++pass) {
        for (std::size_t y = 0; y < size.height; ++y) {
            std::uint8_t* row = reader.rows.data() + (interlaced ? y * rowBytes : 0);
            if (!readRow(reader, row))
                return refuse(broken);
            if (pass + 1 == reader.passes)
                addStraightRow(scaler, row, line);
        }
    }
    return scaler.take();
}

} // namespace sandbench::render
