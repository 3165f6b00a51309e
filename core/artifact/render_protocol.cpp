// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/render_protocol.h"

#include <algorithm>
#include <utility>

namespace sandbench {

static constexpr std::uint32_t kRequestMagic = 0x33525253; // "SRR3"
static constexpr std::uint32_t kReplyMagic = 0x33505253; // "SRP3"

static void putNumber(std::uint8_t* to, std::uint32_t value)
{
    for (int i = 0; i < 4; ++i)
        to[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

static std::uint32_t number(const std::uint8_t* from)
{
    std::uint32_t value = 0;
    for (int i = 3; i >= 0; --i)
        value = value << 8 | from[i];
    return value;
}

std::array<std::uint8_t, kRenderRequestSize> encodeRenderRequest(const RenderRequest& request)
{
    std::array<std::uint8_t, kRenderRequestSize> bytes{};
    putNumber(&bytes[0], kRequestMagic);
    putNumber(&bytes[4], static_cast<std::uint32_t>(request.kind));
    putNumber(&bytes[8], request.maxWidth);
    putNumber(&bytes[12], request.maxHeight);
    putNumber(&bytes[16], request.ratioPercent);
    putNumber(&bytes[20], request.byteCount);
    putNumber(&bytes[24], request.first);
    putNumber(&bytes[28], request.frames);
    return bytes;
}

std::optional<RenderRequest>
decodeRenderRequest(std::span<const std::uint8_t, kRenderRequestSize> bytes)
{
    RenderRequest request;
    const std::uint32_t kind = number(&bytes[4]);
    if (number(&bytes[0]) != kRequestMagic || kind < static_cast<std::uint32_t>(PictureKind::Png)
        || kind > static_cast<std::uint32_t>(PictureKind::Pdf))
        return std::nullopt;
    request.kind = static_cast<PictureKind>(kind);
    request.maxWidth = number(&bytes[8]);
    request.maxHeight = number(&bytes[12]);
    request.ratioPercent = number(&bytes[16]);
    request.byteCount = number(&bytes[20]);
    request.first = number(&bytes[24]);
    request.frames = number(&bytes[28]);
    if (request.maxWidth > kMaxReplySide || request.maxHeight > kMaxReplySide
        || request.byteCount > kMaxPictureBytes || request.ratioPercent < 25
        || request.ratioPercent > 800 || request.frames < 1 || request.frames > kMaxReplyFrames)
        return std::nullopt;
    return request;
}

std::array<std::uint8_t, kRenderReplyHeaderSize> encodeRenderReply(const RenderReplyHeader& header)
{
    std::array<std::uint8_t, kRenderReplyHeaderSize> bytes{};
    putNumber(&bytes[0], kReplyMagic);
    putNumber(&bytes[4], header.width);
    putNumber(&bytes[8], header.height);
    putNumber(&bytes[12], header.naturalWidth);
    putNumber(&bytes[16], header.naturalHeight);
    putNumber(&bytes[20], header.textLength);
    putNumber(&bytes[24], header.delay);
    putNumber(&bytes[28], header.total);
    return bytes;
}

static RenderReplyHeader decodeHeader(const std::uint8_t* bytes)
{
    return {number(bytes + 4),  number(bytes + 8),  number(bytes + 12), number(bytes + 16),
            number(bytes + 20), number(bytes + 24), number(bytes + 28)};
}

RenderReplyDecoder::RenderReplyDecoder(
    std::uint32_t maxWidth, std::uint32_t maxHeight, std::uint32_t maxFrames)
    : m_maxWidth(std::min(maxWidth, kMaxReplySide))
    , m_maxHeight(std::min(maxHeight, kMaxReplySide))
    , m_maxFrames(std::min(maxFrames, kMaxReplyFrames))
{
}

bool RenderReplyDecoder::addFrame(const RenderReplyHeader& head)
{
    if (m_frameCount == 0)
        m_firstHeader = head;
    const bool isLikeFirst = head.width == m_firstHeader.width
        && head.height == m_firstHeader.height && head.naturalWidth == m_firstHeader.naturalWidth
        && head.naturalHeight == m_firstHeader.naturalHeight && head.total == m_firstHeader.total;
    const bool isSized = head.width <= m_maxWidth && head.height > 0 && head.height <= m_maxHeight
        && head.naturalWidth > 0 && head.naturalWidth <= kMaxPictureSide && head.naturalHeight > 0
        && head.naturalHeight <= kMaxPictureSide;
    if (!isLikeFirst || !isSized || head.textLength != 0 || head.delay > kMaxFrameDelay
        || m_frameCount >= std::min(m_maxFrames, head.total))
        return false;
    const std::size_t bytes = std::size_t{head.width} * head.height * 4;
    if (bytes > kMaxReplyBytes - m_pixelBytes)
        return false;
    m_frames.push_back({head, m_pixelBytes});
    m_pixelBytes += bytes;
    ++m_frameCount;
    m_head.clear();
    return true;
}

bool RenderReplyDecoder::beginEnd(const RenderReplyHeader& head)
{
    m_sentenceSize = head.textLength;
    return head.height == 0 && m_sentenceSize <= kMaxReplyText
        && (m_sentenceSize > 0 || m_frameCount > 0);
}

std::size_t RenderReplyDecoder::takeHead(std::string_view bytes)
{
    const std::size_t taken = std::min(bytes.size(), kRenderReplyHeaderSize - m_head.size());
    m_head.append(bytes.substr(0, taken));
    if (m_head.size() < kRenderReplyHeaderSize)
        return taken;
    const auto* head = reinterpret_cast<const std::uint8_t*>(m_head.data());
    const RenderReplyHeader header = decodeHeader(head);
    if (number(head) != kReplyMagic || !(header.width ? addFrame(header) : beginEnd(header)))
        m_state = State::Broken;
    return taken;
}

std::size_t RenderReplyDecoder::takeText(std::string_view bytes)
{
    const std::size_t taken = std::min(bytes.size(), m_sentenceSize - m_sentence.size());
    m_sentence.append(bytes.substr(0, taken));
    return taken;
}

RenderReplyDecoder::State RenderReplyDecoder::feed(std::string_view bytes)
{
    while (m_state == State::Reading) {
        const bool isEnd = m_head.size() == kRenderReplyHeaderSize;
        if (isEnd && m_sentence.size() == m_sentenceSize)
            m_state = m_frameCount > 0 ? State::Picture : State::Refused;
        else if (bytes.empty())
            break;
        else
            bytes.remove_prefix(isEnd ? takeText(bytes) : takeHead(bytes));
    }
    if (!bytes.empty())
        m_state = State::Broken;
    return m_state;
}

std::vector<RenderFrame> RenderReplyDecoder::takeFrames()
{
    return std::exchange(m_frames, {});
}

} // namespace sandbench
