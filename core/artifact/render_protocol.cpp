// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/render_protocol.h"

#include <algorithm>
#include <utility>

namespace sandbench {

static constexpr std::uint32_t kRequestMagic = 0x31525253; // "SRR1"
static constexpr std::uint32_t kReplyMagic = 0x31505253; // "SRP1"

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
    return bytes;
}

std::optional<RenderRequest>
decodeRenderRequest(std::span<const std::uint8_t, kRenderRequestSize> bytes)
{
    RenderRequest request;
    const std::uint32_t kind = number(&bytes[4]);
    if (number(&bytes[0]) != kRequestMagic || kind < 1 || kind > 3)
        return std::nullopt;
    request.kind = static_cast<PictureKind>(kind);
    request.maxWidth = number(&bytes[8]);
    request.maxHeight = number(&bytes[12]);
    request.ratioPercent = number(&bytes[16]);
    request.byteCount = number(&bytes[20]);
    if (request.maxWidth > kMaxReplySide || request.maxHeight > kMaxReplySide
        || request.byteCount > kMaxPictureBytes || request.ratioPercent < 25
        || request.ratioPercent > 800)
        return std::nullopt;
    return request;
}

std::array<std::uint8_t, kRenderReplyHeaderSize> encodeRenderReply(const RenderReplyHeader& header)
{
    std::array<std::uint8_t, kRenderReplyHeaderSize> bytes{};
    putNumber(&bytes[0], kReplyMagic);
    putNumber(&bytes[4], header.width);
    putNumber(&bytes[8], header.height);
    putNumber(&bytes[12], header.stride);
    putNumber(&bytes[16], header.naturalWidth);
    putNumber(&bytes[20], header.naturalHeight);
    putNumber(&bytes[24], header.textLength);
    return bytes;
}

RenderReplyDecoder::RenderReplyDecoder(std::uint32_t maxWidth, std::uint32_t maxHeight)
    : m_maxWidth(std::min(maxWidth, kMaxReplySide))
    , m_maxHeight(std::min(maxHeight, kMaxReplySide))
{
}

bool RenderReplyDecoder::parseHeader()
{
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(m_head.data());
    m_header = {number(bytes + 4),  number(bytes + 8),  number(bytes + 12),
                number(bytes + 16), number(bytes + 20), number(bytes + 24)};
    if (number(bytes) != kReplyMagic || number(bytes + 28) != 0)
        return false;
    if (m_header.width == 0) {
        m_payloadSize = m_header.textLength;
        return m_header.height == 0 && m_header.stride == 0 && m_payloadSize > 0
            && m_payloadSize <= kMaxReplyText;
    }
    m_payloadSize = std::size_t{m_header.stride} * m_header.height;
    return m_header.width <= m_maxWidth && m_header.height > 0 && m_header.height <= m_maxHeight
        && m_header.stride == m_header.width * 4 && m_header.textLength == 0
        && m_header.naturalWidth > 0 && m_header.naturalWidth <= kMaxPictureSide
        && m_header.naturalHeight > 0 && m_header.naturalHeight <= kMaxPictureSide;
}

RenderReplyDecoder::State RenderReplyDecoder::feed(std::string_view bytes)
{
    if (bytes.empty() || m_state == State::Broken)
        return m_state;
    if (m_state != State::Reading)
        return m_state = State::Broken;
    if (!m_headerDone) {
        const std::size_t take = std::min(bytes.size(), kRenderReplyHeaderSize - m_head.size());
        m_head.append(bytes.substr(0, take));
        bytes.remove_prefix(take);
        if (m_head.size() < kRenderReplyHeaderSize)
            return m_state;
        if (!parseHeader())
            return m_state = State::Broken;
        m_headerDone = true;
        m_payload.reserve(m_payloadSize);
    }
    if (bytes.size() > m_payloadSize - m_payload.size())
        return m_state = State::Broken;
    m_payload.append(bytes);
    if (m_payload.size() == m_payloadSize)
        m_state = m_header.width == 0 ? State::Refused : State::Picture;
    return m_state;
}

std::string RenderReplyDecoder::takePayload()
{
    return std::exchange(m_payload, {});
}

} // namespace sandbench
