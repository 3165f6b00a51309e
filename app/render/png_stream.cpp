// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/png_stream.h"

#include "app/render/picture_header.h"
#include "app/render/png_chunk.h"

#include <algorithm>
#include <cstring>
#include <libdeflate.h>
#include <sys/mman.h>

namespace sandbench::render {

using namespace std::string_view_literals;

// With the bytes that come in, the reply and the libraries within the memory that the helper may
// have.
static constexpr std::size_t kMostData = std::size_t{128} << 20;
static constexpr std::size_t kBlock = 0xFFFF;

// Of a row that has one more byte in front, for its filter; 0 = not known here.
static std::size_t dataSize(std::string_view header)
{
    const auto at = [header](std::size_t i) { return static_cast<std::uint8_t>(header[i]); };
    const std::size_t depth = at(8);
    const bool isInterlaced = at(12) != 0;
    if (isInterlaced || (depth != 1 && depth != 2 && depth != 4 && depth != 8 && depth != 16))
        return 0;
    static constexpr std::size_t kChannels[] = {1, 0, 3, 1, 2, 0, 4};
    const std::size_t channels = at(9) < std::size(kChannels) ? kChannels[at(9)] : 0;
    const std::size_t row = (std::size_t{bigEndian(header)} * channels * depth + 7) / 8;
    return channels ? (row + 1) * bigEndian(header.substr(4)) : 0;
}

static bool isSumRight(const PngChunk& chunk)
{
    const auto summed = chunk.whole.substr(4, chunk.data.size() + 4);
    return libdeflate_crc32(0, summed.data(), summed.size())
        == bigEndian(chunk.whole.substr(chunk.whole.size() - 4));
}

// Touching 64 MB for the first time takes long, unless in large pages.
static char* makeRoom(std::size_t size)
{
    constexpr std::size_t kLargePage = std::size_t{2} << 20;
    const std::size_t whole = (size + kLargePage - 1) / kLargePage * kLargePage;
    void* room = std::aligned_alloc(kLargePage, whole);
    if (room)
        madvise(room, whole, MADV_HUGEPAGE); // a wish
    return static_cast<char*>(room);
}

PngStream::PngStream(std::string_view png)
{
    if (!inflate(png))
        m_pieces = {png};
}

bool PngStream::inflate(std::string_view png)
{
    std::string_view rest = png.substr(kPngSignature);
    std::string compressed;
    std::string_view head;
    std::size_t size = 0;
    while (const auto chunk = takePngChunk(rest)) {
        if (!isSumRight(*chunk))
            return false;
        if (chunk->type == "IHDR"sv && chunk->data.size() == 13)
            size = dataSize(chunk->data);
        if (chunk->type == "IEND"sv)
            break;
        if (chunk->type != "IDAT"sv)
            continue;
        if (head.empty())
            head = png.substr(0, static_cast<std::size_t>(chunk->whole.data() - png.data()));
        compressed += chunk->data;
    }
    if (size == 0 || size > kMostData || compressed.empty())
        return false;
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> reader(
        libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
    m_data.reset(makeRoom(size));
    if (!reader || !m_data
        || libdeflate_zlib_decompress(
               reader.get(), compressed.data(), compressed.size(), m_data.get(), size, nullptr)
            != LIBDEFLATE_SUCCESS)
        return false;
    store(head, size);
    return true;
}

static void append(std::string& to, std::uint32_t number, std::size_t bytes)
{
    while (bytes-- > 0)
        to += static_cast<char>(number >> (8 * bytes) & 0xFF);
}

// One chunk, one zlib stream with the smallest window, as there is nothing in it to look back to.
void PngStream::store(std::string_view head, std::size_t size)
{
    m_isChecked = true;
    const std::size_t blocks = (size + kBlock - 1) / kBlock;
    m_frames.reserve(10 + 5 * blocks + 8 + kPngChunkFrame);
    std::vector<std::string_view> pieces{head};
    std::size_t begin = 0;
    const auto endFrame = [&] {
        pieces.push_back(std::string_view(m_frames).substr(begin));
        begin = m_frames.size();
    };
    append(m_frames, static_cast<std::uint32_t>(2 + 5 * blocks + size + 4), 4);
    m_frames += "IDAT\x08\x1d"sv;
    for (std::size_t at = 0; at < size; at += kBlock) {
        const std::size_t length = std::min(size - at, kBlock);
        m_frames += at + length == size ? '\1' : '\0';
        for (const std::size_t number : {length, ~length}) {
            m_frames += static_cast<char>(number & 0xFF);
            m_frames += static_cast<char>(number >> 8 & 0xFF);
        }
        endFrame();
        pieces.emplace_back(m_data.get() + at, length);
    }
    append(m_frames, libdeflate_adler32(1, m_data.get(), size), 4);
    m_frames += "sum?\0\0\0\0IENDsum?"sv;
    endFrame();
    m_pieces.assign(pieces.rbegin(), pieces.rend());
}

bool PngStream::read(std::uint8_t* to, std::size_t size)
{
    while (size > 0 && !m_pieces.empty()) {
        std::string_view& piece = m_pieces.back();
        const std::size_t taken = std::min(size, piece.size());
        std::memcpy(to, piece.data(), taken);
        to += taken;
        size -= taken;
        piece.remove_prefix(taken);
        if (piece.empty())
            m_pieces.pop_back();
    }
    return size == 0;
}

} // namespace sandbench::render
