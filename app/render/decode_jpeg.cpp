// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/picture_header.h"
#include "app/render/row_scaler.h"

#include <csetjmp>
#include <cstdio>
#include <jpeglib.h>

namespace sandbench::render {

namespace {
// As with libpng: errors leave by longjmp, so owners stay outside of the functions that jump.
struct JpegReader
{
    JpegReader()
    {
        info.err = jpeg_std_error(&errors);
        errors.error_exit = [](j_common_ptr common) {
            std::longjmp(static_cast<JpegReader*>(common->client_data)->jump, 1);
        };
        errors.emit_message = [](j_common_ptr, int) {};
        errors.output_message = [](j_common_ptr) {};
        info.client_data = this;
    }
    ~JpegReader() { jpeg_destroy_decompress(&info); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    jpeg_decompress_struct info{};
    jpeg_error_mgr errors{};
    std::jmp_buf jump;
};
} // namespace

static bool readHeader(JpegReader& reader, std::string_view bytes)
{
    if (setjmp(reader.jump))
        return false;
    jpeg_create_decompress(&reader.info);
    reader.info.mem->max_memory_to_use = 256L << 20;
    jpeg_mem_src(
        &reader.info, reinterpret_cast<const unsigned char*>(bytes.data()),
        static_cast<unsigned long>(bytes.size()));
    return jpeg_read_header(&reader.info, TRUE) == JPEG_HEADER_OK;
}

static bool start(JpegReader& reader)
{
    if (setjmp(reader.jump))
        return false;
    reader.info.out_color_space = JCS_EXT_BGRA;
    return jpeg_start_decompress(&reader.info) == TRUE;
}

static bool readRow(JpegReader& reader, std::uint8_t* row)
{
    if (setjmp(reader.jump))
        return false;
    return jpeg_read_scanlines(&reader.info, &row, 1) == 1;
}

Decoded decodeJpeg(std::string_view bytes, const Wanted& wanted)
{
    if (!looksLikeJpeg(bytes))
        return refuse("The bytes are not a JPEG picture.");
    const std::string broken = "The JPEG picture is damaged or of a kind that is not shown.";
    JpegReader reader;
    if (!readHeader(reader, bytes))
        return refuse(broken);
    const Size size{reader.info.image_width, reader.info.image_height};
    if (std::string sentence = refuseSize(size.width, size.height); !sentence.empty())
        return refuse(std::move(sentence));
    if (!start(reader) || reader.info.output_width != size.width
        || reader.info.output_components != 4)
        return refuse(broken);

    RowScaler scaler(size, bitmapSize(size, wanted.box), wanted.area);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        if (!readRow(reader, reinterpret_cast<std::uint8_t*>(scaler.nextRow())))
            return refuse(broken);
        scaler.endRow();
    }
    return scaler.take();
}

} // namespace sandbench::render
