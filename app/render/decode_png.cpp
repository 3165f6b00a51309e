// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/picture_header.h"
#include "app/render/png_rows.h"
#include "app/render/row_scaler.h"

#include <csetjmp>
#include <cstring>
#include <png.h>

namespace sandbench::render {

static constexpr const char* kBroken = "The PNG picture is damaged or cut off.";

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

    std::string_view rest; ///< Not read yet.
    png_structp png = nullptr;
    png_infop info = nullptr;
    int passes = 1;
    std::vector<std::uint8_t> rows; ///< Of an interlaced picture all, else none.
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
    png_set_compression_buffer_size(reader.png, 64U << 10);
    png_set_user_limits(reader.png, 16384, 16384);
    png_set_chunk_cache_max(reader.png, 64);
    png_set_chunk_malloc_max(reader.png, 8U << 20);
    png_read_info(reader.png, reader.info);
    png_set_expand(reader.png);
    png_set_scale_16(reader.png);
    png_set_gray_to_rgb(reader.png);
    png_set_add_alpha(reader.png, 0xFF, PNG_FILLER_AFTER);
    png_set_bgr(reader.png); // in host order it is ARGB then
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

static void premultiplyRow(std::span<std::uint32_t> row)
{
    std::uint32_t all = ~0U;
    for (const std::uint32_t pixel : row)
        all &= pixel;
    if (all >> 24 == 0xFF)
        return;
    for (std::uint32_t& pixel : row)
        pixel = premultiplied(pixel >> 24, pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF);
}

static bool readRows(PngReader& reader, Size size, RowScaler& scaler)
{
    const std::size_t rowBytes = std::size_t{size.width} * 4;
    const bool isInterlaced = reader.passes > 1;
    if (isInterlaced)
        reader.rows.resize(rowBytes * size.height);
    for (int pass = 1; pass < reader.passes; ++pass) {
        for (std::size_t y = 0; y < size.height; ++y) {
            if (!readRow(reader, &reader.rows[y * rowBytes]))
                return false;
        }
    }
    for (std::size_t y = 0; y < size.height; ++y) {
        auto* row = reinterpret_cast<std::uint8_t*>(scaler.nextRow());
        if (isInterlaced)
            std::memcpy(row, &reader.rows[y * rowBytes], rowBytes);
        if (!readRow(reader, row))
            return false;
        premultiplyRow({scaler.nextRow(), size.width});
        scaler.endRow();
    }
    return true;
}

Decoded decodePng(std::string_view bytes, const Wanted& wanted)
{
    const HeaderCheck header = checkPngHeader(bytes);
    if (!header.refusal.empty())
        return refuse(header.refusal);
    PngReader reader(bytes);
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, ignoreWarning);
    reader.info = reader.png ? png_create_info_struct(reader.png) : nullptr;
    if (!reader.info || !readHeader(reader))
        return refuse(kBroken);
    const Size size = header.size;
    if (png_get_rowbytes(reader.png, reader.info) != std::size_t{size.width} * 4)
        return refuse(kBroken);
    RowScaler scaler(size, bitmapSize(size, wanted.box), wanted.area);
    if (!readRows(reader, size, scaler))
        return refuse(kBroken);
    return scaler.take();
}

// With a pixel more behind the row, which may be read.
static void convertRow(const std::uint8_t* from, std::size_t pixel, std::span<std::uint32_t> to)
{
    const std::uint32_t opaque = pixel == 3 ? 0xFF000000 : 0;
    for (std::size_t x = 0; x < to.size(); ++x) {
        std::uint32_t abgr;
        std::memcpy(&abgr, from + x * pixel, sizeof abgr);
        to[x] = opaque | (abgr & 0xFF00FF00) | (abgr & 0xFF) << 16 | (abgr >> 16 & 0xFF);
    }
}

Decoded decodePlainPng(const ArrivingBytes& bytes, const PlainPng& png, const Wanted& wanted)
{
    RowScaler scaler(png.size, bitmapSize(png.size, wanted.box), wanted.area);
    PngRows rows(bytes, png);
    for (auto some = rows.next(); !some.empty(); some = rows.next()) {
        for (std::size_t at = 0; at < some.size(); at += rows.rowSize()) {
            const std::span row(scaler.nextRow(), png.size.width);
            convertRow(&some[at + 1], png.pixel, row);
            premultiplyRow(row);
            scaler.endRow();
        }
    }
    return rows.isWhole() ? scaler.take() : refuse(kBroken);
}

} // namespace sandbench::render
