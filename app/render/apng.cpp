// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/apng.h"

#include "app/render/picture_header.h"
#include "app/render/png_chunk.h"

#include <zlib.h>

namespace sandbench::render {

using namespace std::string_view_literals;

static std::string bytesOf(std::uint64_t number)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(number >> shift & 0xFF);
    return bytes;
}

static std::string makeChunk(std::string_view type, std::string_view data)
{
    std::string body(type);
    body += data;
    const uLong sum = crc32_z(
        0, reinterpret_cast<const Bytef*>(body.data()), static_cast<z_size_t>(body.size()));
    return bytesOf(data.size()) + body + bytesOf(sum);
}

static std::optional<ApngFrame> readControl(std::string_view data, Size size)
{
    if (data.size() != 26)
        return std::nullopt;
    const auto shortAt = [data](std::size_t at) {
        return std::uint32_t{static_cast<std::uint8_t>(data[at])} << 8
            | static_cast<std::uint8_t>(data[at + 1]);
    };
    ApngFrame frame;
    frame.area
        = {bigEndian(data.substr(12)), bigEndian(data.substr(16)), bigEndian(data.substr(4)),
           bigEndian(data.substr(8))};
    const Area& area = frame.area;
    const std::uint32_t parts = shortAt(22) ? shortAt(22) : 100;
    frame.delay = shortAt(20) * 1000 / parts;
    if (area.width == 0 || area.height == 0 || std::uint64_t{area.x} + area.width > size.width
        || std::uint64_t{area.y} + area.height > size.height || data[24] < 0 || data[24] > 2
        || data[25] < 0 || data[25] > 1)
        return std::nullopt;
    frame.disposal = static_cast<Disposal>(data[24]);
    frame.isBlended = data[25] == 1;
    return frame;
}

namespace {
// Chunks arrive in the order of the file; a frame is whole when the next one, or the end, begins.
class Splitter
{
public:
    explicit Splitter(Apng& apng)
        : m_apng(apng)
    {
    }

    /// False at the end, and where the chunks contradict each other.
    bool take(const PngChunk& chunk);
    bool isAnimated() const { return m_isAnimated; }

private:
    bool endFrame();
    bool takeData(const PngChunk& chunk);

    Apng& m_apng;
    std::optional<ApngFrame> m_frame;
    bool m_isAnimated = false;
    bool m_hadData = false;
};
} // namespace

bool Splitter::endFrame()
{
    if (m_frame && m_frame->chunks.empty())
        return false;
    if (m_frame)
        m_apng.frames.push_back(*m_frame);
    m_frame.reset();
    return true;
}

bool Splitter::takeData(const PngChunk& chunk)
{
    const bool isOfFrame = chunk.type == "fdAT"sv;
    m_hadData = m_hadData || !isOfFrame;
    // IDAT without a control chunk before it is a picture for those who know no frames.
    if (!m_frame)
        return !isOfFrame;
    if (isOfFrame && chunk.data.size() < 4)
        return false;
    const char* begin = m_frame->chunks.empty() ? chunk.whole.data() : m_frame->chunks.data();
    const char* end = chunk.whole.data() + chunk.whole.size();
    m_frame->chunks = {begin, static_cast<std::size_t>(end - begin)};
    return true;
}

bool Splitter::take(const PngChunk& chunk)
{
    if (chunk.type == "IEND"sv) {
        m_apng.isCut = !endFrame();
        return false;
    }
    if (chunk.type == "acTL"sv)
        m_isAnimated = m_isAnimated || !m_hadData;
    if ((chunk.type == "PLTE"sv || chunk.type == "tRNS"sv) && !m_hadData)
        m_apng.colours += chunk.whole;
    if (chunk.type == "fcTL"sv) {
        if (!endFrame())
            return false;
        m_frame = readControl(chunk.data, m_apng.size);
        return m_frame.has_value();
    }
    return (chunk.type != "IDAT"sv && chunk.type != "fdAT"sv) || takeData(chunk);
}

std::optional<Apng> splitApng(std::string_view bytes)
{
    const HeaderCheck header = checkPngHeader(bytes);
    if (!header.refusal.empty())
        return std::nullopt;
    Apng apng;
    apng.size = header.size;
    apng.isCut = true;
    std::string_view rest = bytes.substr(kPngSignature);
    if (const auto first = takePngChunk(rest))
        apng.format = first->data.substr(8);
    Splitter splitter(apng);
    for (auto chunk = takePngChunk(rest); chunk && splitter.take(*chunk);)
        chunk = takePngChunk(rest);
    if (!splitter.isAnimated() || apng.frames.empty())
        return std::nullopt;
    return apng;
}

std::string plainPng(const Apng& apng, const ApngFrame& frame)
{
    std::string header = bytesOf(frame.area.width) + bytesOf(frame.area.height);
    header += apng.format;
    std::string data;
    std::string_view rest = frame.chunks;
    while (const auto chunk = takePngChunk(rest)) {
        if (chunk->type == "IDAT"sv)
            data += chunk->data;
        else if (chunk->type == "fdAT"sv)
            data += chunk->data.substr(4); // behind its number in the sequence
    }
    return std::string("\x89PNG\r\n\x1a\n"sv) + makeChunk("IHDR", header) + apng.colours
        + makeChunk("IDAT", data) + makeChunk("IEND", {});
}

} // namespace sandbench::render
