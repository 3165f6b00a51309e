// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/png_stream.h"

#include "app/render/picture_header.h"
#include "app/render/png_chunk.h"

#include <algorithm>
#include <cstring>
#include <isa-l/crc.h>

namespace sandbench::render {

using namespace std::string_view_literals;

static bool isSumRight(const PngChunk& chunk)
{
    const auto summed = chunk.whole.substr(4, chunk.data.size() + 4);
    return crc32_gzip_refl(0, reinterpret_cast<const unsigned char*>(summed.data()), summed.size())
        == bigEndian(chunk.whole.substr(chunk.whole.size() - 4));
}

PngStream::PngStream(std::string_view png)
{
    if (!check(png))
        m_pieces = {png};
}

bool PngStream::check(std::string_view png)
{
    std::string_view rest = png.substr(kPngSignature);
    std::string_view head, header;
    std::vector<std::string_view> data;
    bool isWhole = false;
    while (const auto chunk = takePngChunk(rest)) {
        if (!isSumRight(*chunk))
            return false;
        isWhole = chunk->type == "IEND"sv;
        if (isWhole)
            break;
        if (chunk->type == "IHDR"sv)
            header = chunk->data;
        if (chunk->type != "IDAT"sv)
            continue;
        if (data.empty())
            head = png.substr(0, static_cast<std::size_t>(chunk->whole.data() - png.data()));
        data.push_back(chunk->data);
    }
    if (!isWhole || data.empty())
        return false;
    m_pieces = {head};
    std::reverse(data.begin(), data.end());
    m_rows.emplace(header, std::move(data));
    return true;
}

static void append(std::string& to, std::uint32_t number, std::size_t bytes)
{
    while (bytes-- > 0)
        to += static_cast<char>(number >> (8 * bytes) & 0xFF);
}

// In one zlib stream with the smallest window, as there is nothing in it to look back to. False at
// the end.
bool PngStream::frameBlock()
{
    if (!m_rows || m_isEnded)
        return false;
    if (m_data.empty())
        m_data = m_rows->next();
    m_isEnded = m_data.empty();
    constexpr std::size_t kMostStored = 0xFFFF;
    const std::size_t length = std::min(m_data.size(), kMostStored);
    constexpr std::size_t kStreamHead = 2, kBlockHead = 5, kStreamSum = 4;
    const std::size_t framed
        = (m_isFirst ? kStreamHead : 0) + kBlockHead + length + (m_isEnded ? kStreamSum : 0);
    m_frames.clear();
    append(m_frames, static_cast<std::uint32_t>(framed), 4);
    m_frames += m_isFirst ? "IDAT\x08\x1d"sv : "IDAT"sv;
    m_isFirst = false;
    m_frames += m_isEnded ? '\1' : '\0';
    for (const std::size_t number : {length, ~length}) {
        m_frames += static_cast<char>(number & 0xFF);
        m_frames += static_cast<char>(number >> 8 & 0xFF);
    }
    const std::size_t head = m_frames.size();
    m_frames += m_isEnded ? "sum?sum?\0\0\0\0IENDsum?"sv : "sum?"sv;
    const std::string_view frames = m_frames;
    m_pieces
        = {frames.substr(head),
           {reinterpret_cast<const char*>(m_data.data()), length},
           frames.substr(0, head)};
    m_data = m_data.subspan(length);
    return true;
}

bool PngStream::read(std::uint8_t* to, std::size_t size)
{
    while (size > 0 && (!m_pieces.empty() || frameBlock())) {
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
