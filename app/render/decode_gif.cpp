// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/animation.h"
#include "app/render/picture_header.h"
#include "core/artifact/render_protocol.h"

#include <cstring>
#include <gif_lib.h>

namespace sandbench::render {

namespace {
class GifReader
{
public:
    explicit GifReader(std::string_view picture)
        : m_rest(picture)
        , m_file(DGifOpen(&m_rest, &GifReader::read, nullptr))
    {
    }
    ~GifReader()
    {
        if (m_file)
            DGifCloseFile(m_file, nullptr);
    }
    GifReader(const GifReader&) = delete;
    GifReader& operator=(const GifReader&) = delete;

    bool isOpen() const { return m_file != nullptr; }
    Size screen() const;
    GifFileType& file() { return *m_file; }
    /// Goes to the pixels of the next image. False at the end, and where there should be one.
    bool next(GraphicsControlBlock& control);
    bool skipPixels();
    /// The end was announced, instead of missing.
    bool isComplete() const { return m_isComplete; }

private:
    static int read(GifFileType* file, GifByteType* to, int size);
    bool readExtension(GraphicsControlBlock& control);

    std::string_view m_rest;
    GifFileType* m_file;
    bool m_isComplete = false;
};
} // namespace

int GifReader::read(GifFileType* file, GifByteType* to, int size)
{
    auto& rest = *static_cast<std::string_view*>(file->UserData);
    const std::size_t taken = std::min(rest.size(), static_cast<std::size_t>(std::max(size, 0)));
    std::memcpy(to, rest.data(), taken);
    rest.remove_prefix(taken);
    return static_cast<int>(taken);
}

Size GifReader::screen() const
{
    return {
        static_cast<std::uint32_t>(m_file->SWidth), static_cast<std::uint32_t>(m_file->SHeight)};
}

bool GifReader::readExtension(GraphicsControlBlock& control)
{
    int code = 0;
    GifByteType* block = nullptr;
    if (DGifGetExtension(m_file, &code, &block) == GIF_ERROR)
        return false;
    if (code == GRAPHICS_EXT_FUNC_CODE && block)
        DGifExtensionToGCB(block[0], block + 1, &control);
    while (block) {
        if (DGifGetExtensionNext(m_file, &block) == GIF_ERROR)
            return false;
    }
    return true;
}

bool GifReader::next(GraphicsControlBlock& control)
{
    control = {DISPOSAL_UNSPECIFIED, false, 0, NO_TRANSPARENT_COLOR};
    GifRecordType record = UNDEFINED_RECORD_TYPE;
    while (DGifGetRecordType(m_file, &record) == GIF_OK) {
        if (record == IMAGE_DESC_RECORD_TYPE) {
            return DGifGetImageDesc(m_file) == GIF_OK
                && refuseSize(
                       static_cast<std::uint64_t>(m_file->Image.Width),
                       static_cast<std::uint64_t>(m_file->Image.Height))
                       .empty();
        }
        m_isComplete = record == TERMINATE_RECORD_TYPE;
        if (record != EXTENSION_RECORD_TYPE || !readExtension(control))
            return false;
    }
    return false;
}

bool GifReader::skipPixels()
{
    int codeSize = 0;
    GifByteType* block = nullptr;
    if (DGifGetCode(m_file, &codeSize, &block) == GIF_ERROR)
        return false;
    while (block) {
        if (DGifGetCodeNext(m_file, &block) == GIF_ERROR)
            return false;
    }
    return true;
}

// Without unpacking them, which is fast.
static std::uint32_t countFrames(std::string_view bytes)
{
    GifReader reader(bytes);
    GraphicsControlBlock control;
    std::uint32_t count = 0;
    while (reader.isOpen() && reader.next(control) && reader.skipPixels())
        ++count;
    return count;
}

static Area areaOf(const GifImageDesc& image, Size screen)
{
    const auto x = static_cast<std::uint32_t>(image.Left);
    const auto y = static_cast<std::uint32_t>(image.Top);
    if (x >= screen.width || y >= screen.height)
        return {};
    return {
        x, y, std::min(static_cast<std::uint32_t>(image.Width), screen.width - x),
        std::min(static_cast<std::uint32_t>(image.Height), screen.height - y)};
}

static std::vector<std::uint32_t> rowOrder(const GifImageDesc& image)
{
    const auto height = static_cast<std::uint32_t>(image.Height);
    std::vector<std::uint32_t> rows;
    rows.reserve(height);
    static constexpr std::uint32_t kPasses[][2] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    static constexpr std::uint32_t kWhole[][2] = {{0, 1}};
    const auto add = [&](const auto& passes) {
        for (const auto& [begin, step] : passes)
            for (std::uint32_t y = begin; y < height; y += step)
                rows.push_back(y);
    };
    image.Interlace ? add(kPasses) : add(kWhole);
    return rows;
}

// What has no colour is transparent.
static std::array<std::uint32_t, 256> colours(const ColorMapObject& map, int transparent)
{
    std::array<std::uint32_t, 256> pixels{};
    for (int i = 0; i < std::min(map.ColorCount, 256); ++i) {
        const GifColorType& colour = map.Colors[i];
        if (i != transparent)
            pixels[static_cast<std::size_t>(i)]
                = premultiplied(0xFF, colour.Red, colour.Green, colour.Blue);
    }
    return pixels;
}

static bool drawFrame(GifReader& reader, const GraphicsControlBlock& control, Canvas& canvas)
{
    GifFileType& file = reader.file();
    const GifImageDesc& image = file.Image;
    const ColorMapObject* map = image.ColorMap ? image.ColorMap : file.SColorMap;
    if (!map)
        return false;
    const Area area = areaOf(image, canvas.size());
    canvas.begin(
        area,
        control.DisposalMode == DISPOSE_BACKGROUND     ? Disposal::Clear
            : control.DisposalMode == DISPOSE_PREVIOUS ? Disposal::Restore
                                                       : Disposal::Keep);
    const auto palette = colours(*map, control.TransparentColor);
    std::vector<GifPixelType> line(static_cast<std::size_t>(image.Width));
    for (const std::uint32_t y : rowOrder(image)) {
        if (DGifGetLine(&file, line.data(), image.Width) == GIF_ERROR)
            return false;
        if (y >= area.height)
            continue;
        std::uint32_t* to = canvas.row(area.y + y) + area.x;
        for (std::uint32_t x = 0; x < area.width; ++x)
            if (const std::uint32_t pixel = palette[line[x]])
                to[x] = pixel;
    }
    return true;
}

std::string decodeGif(std::string_view bytes, const Wanted& wanted, const FrameSink& sink)
{
    if (!looksLikeGif(bytes))
        return "The bytes are not a GIF picture.";
    GifReader reader(bytes);
    if (!reader.isOpen())
        return "The GIF picture is damaged or cut off.";
    const Size size = reader.screen();
    if (std::string sentence = refuseSize(size.width, size.height); !sentence.empty())
        return sentence;
    const std::uint32_t total = countFrames(bytes);
    if (total == 0)
        return "The GIF picture is damaged or cut off.";
    FrameWriter writer(size, total, wanted, sink);
    if (std::string sentence = writer.refusal(); !sentence.empty())
        return sentence;
    Canvas canvas(size);
    GraphicsControlBlock control;
    while (reader.next(control)) {
        if (!drawFrame(reader, control, canvas))
            return writer.ended("GIF");
        if (!writer.add(canvas.pixels(), static_cast<std::uint32_t>(control.DelayTime) * 10))
            return {};
    }
    return reader.isComplete() ? std::string() : writer.ended("GIF");
}

} // namespace sandbench::render
