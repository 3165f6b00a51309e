// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sandbench {

/// What the window and sandbench-render say to each other: one request, one reply, then the helper
/// ends. The helper has read a hostile picture, so its reply is hostile too. Numbers are
/// little-endian. Only the standard library: the helper links this file and nothing else of ours.

/// The one kind of picture that the bytes may be. Values are on the wire.
enum class PictureKind : std::uint8_t { Png = 1, Jpeg = 2, Svg = 3 };

/// No picture is decoded past these. Units: pixels.
inline constexpr std::uint32_t kMaxPictureSide = 16384;
inline constexpr std::uint64_t kMaxPicturePixels = 64'000'000;
/// No reply is larger than this box. Units: device pixels.
inline constexpr std::uint32_t kMaxReplySide = 4096;
/// Units: bytes.
inline constexpr std::size_t kMaxPictureBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxReplyText = 512;

/// "Fit the picture into this box". A bitmap is never enlarged, a drawing always fills the box.
/// A box of 0 x 0 asks for the natural size (times the ratio for a drawing), within kMaxReplySide.
struct RenderRequest
{
    PictureKind kind = PictureKind::Png;
    std::uint32_t maxWidth = 0; ///< Units: device pixels.
    std::uint32_t maxHeight = 0;
    std::uint32_t ratioPercent = 100; ///< Device pixels per logical pixel, times 100.
    std::uint32_t byteCount = 0; ///< How many bytes of picture follow.
};

inline constexpr std::size_t kRenderRequestSize = 24;
std::array<std::uint8_t, kRenderRequestSize> encodeRenderRequest(const RenderRequest& request);
/// Nothing when magic, kind or a size is wrong.
std::optional<RenderRequest>
decodeRenderRequest(std::span<const std::uint8_t, kRenderRequestSize> bytes);

/// Pixels follow the header row by row: premultiplied ARGB32 in host order. Or, when width is 0,
/// text follows.
struct RenderReplyHeader
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t stride = 0; ///< Units: bytes per row, width * 4.
    std::uint32_t naturalWidth = 0; ///< Of the whole picture, before fitting.
    std::uint32_t naturalHeight = 0;
    std::uint32_t textLength = 0; ///< The sentence that says why there is no picture.
};

inline constexpr std::size_t kRenderReplyHeaderSize = 32;
std::array<std::uint8_t, kRenderReplyHeaderSize> encodeRenderReply(const RenderReplyHeader& header);

/// Takes a reply in pieces of any size and stops at the first byte that cannot be right.
/// Thread: one at a time.
class RenderReplyDecoder
{
public:
    enum class State { Reading, Picture, Refused, Broken };

    /// @p maxWidth and @p maxHeight: larger pictures than asked for are Broken.
    RenderReplyDecoder(std::uint32_t maxWidth, std::uint32_t maxHeight);

    /// Units: bytes. Bytes past the end make it Broken.
    State feed(std::string_view bytes);
    State state() const { return m_state; }
    const RenderReplyHeader& header() const { return m_header; }
    /// The pixels of a Picture, or the sentence of a Refused one (not yet checked to be UTF-8).
    std::string takePayload();

private:
    bool parseHeader();

    std::uint32_t m_maxWidth;
    std::uint32_t m_maxHeight;
    State m_state = State::Reading;
    RenderReplyHeader m_header;
    std::string m_head;
    std::string m_payload;
    std::size_t m_payloadSize = 0;
    bool m_headerDone = false;
};

} // namespace sandbench
