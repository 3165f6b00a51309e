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
#include <vector>

namespace sandbench {

/// What the window and sandbench-render, or sandbench-render-drawing, say to each other: one
/// request, one reply, then the helper ends. A reply is a sequence of headers, one for each frame
/// whose pixels are there, and an end: a header without a size, and a sentence where something is
/// missing. The pixels are in memory that both see, frame behind frame; see RenderArea. The helper
/// has read a hostile picture, so its reply is hostile too. Numbers are little-endian. Only the
/// standard library: the helper links this file and nothing else of ours.

/// The one kind of picture that the bytes may be; a PNG may have frames (APNG). Values are on the
/// wire.
enum class PictureKind : std::uint8_t { Png = 1, Jpeg = 2, Svg = 3, Gif = 4, Webp = 5, Pdf = 6 };

/// The program that decodes it: what draws a drawing or a page takes 60 libraries, which a bitmap
/// need not wait for.
constexpr const char* renderProgram(PictureKind kind)
{
    return kind == PictureKind::Svg || kind == PictureKind::Pdf ? "sandbench-render-drawing"
                                                                : "sandbench-render";
}

/// No picture is decoded past these. Units: pixels.
inline constexpr std::uint32_t kMaxPictureSide = 16384;
inline constexpr std::uint64_t kMaxPicturePixels = 64'000'000;
/// No reply is larger than this box. Units: device pixels.
inline constexpr std::uint32_t kMaxReplySide = 4096;
/// Units: bytes.
inline constexpr std::size_t kMaxPictureBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxReplyText = 512;
/// The pixels of all frames of a reply: the frames of a long animation come smaller. A hundred of
/// 640 x 480 come as they are.
inline constexpr std::size_t kMaxReplyBytes = std::size_t{128} << 20;
/// Where the helper finds the memory for them, of kMaxReplyBytes. A descriptor.
inline constexpr int kRenderAreaFd = 3;
inline constexpr std::uint32_t kMaxReplyFrames = 2000;
/// Units: milliseconds.
inline constexpr std::uint32_t kMaxFrameDelay = 60'000;

/// "Fit the picture into this box". A bitmap is never enlarged, a drawing and a page always fill
/// the box. A box of 0 x 0 asks for the natural size (times the ratio for a drawing or a page),
/// within kMaxReplySide.
struct RenderRequest
{
    PictureKind kind = PictureKind::Png;
    std::uint32_t maxWidth = 0; ///< Units: device pixels.
    std::uint32_t maxHeight = 0;
    std::uint32_t ratioPercent = 100; ///< Device pixels per logical pixel, times 100.
    std::uint32_t byteCount = 0; ///< How many bytes of picture follow.
    std::uint32_t first = 0; ///< Frame or page, from 0.
    std::uint32_t frames = 1; ///< How many at most, 1 to kMaxReplyFrames; of pages one comes.
};

inline constexpr std::size_t kRenderRequestSize = 32;
std::array<std::uint8_t, kRenderRequestSize> encodeRenderRequest(const RenderRequest& request);
/// Nothing when magic, kind or a size is wrong.
std::optional<RenderRequest>
decodeRenderRequest(std::span<const std::uint8_t, kRenderRequestSize> bytes);

/// A frame: premultiplied ARGB32 in host order, row by row without padding. Or, when width is 0,
/// this is the end and text follows.
struct RenderReplyHeader
{
    std::uint32_t width = 0; ///< All frames of a reply have one size.
    std::uint32_t height = 0;
    std::uint32_t naturalWidth = 0; ///< Of the whole picture, before fitting.
    std::uint32_t naturalHeight = 0;
    std::uint32_t textLength = 0; ///< Of the sentence that says why there is no (further) frame.
    std::uint32_t delay = 0; ///< How long the frame stays. Units: milliseconds.
    std::uint32_t total = 1; ///< Frames or pages that there are, wanted or not.
};

inline constexpr std::size_t kRenderReplyHeaderSize = 32;
std::array<std::uint8_t, kRenderReplyHeaderSize> encodeRenderReply(const RenderReplyHeader& header);

struct RenderFrame
{
    RenderReplyHeader header;
    std::size_t offset
        = 0; ///< Of its pixels, with all of them within kMaxReplyBytes. Units: bytes.
};

/// Takes a reply in pieces of any size and stops at the first byte that cannot be right.
/// Thread: one at a time.
class RenderReplyDecoder
{
public:
    /// Picture and Refused: the reply is over, with frames or without.
    enum class State { Reading, Picture, Refused, Broken };

    /// @p maxWidth, @p maxHeight, @p maxFrames: more than asked for is Broken.
    RenderReplyDecoder(
        std::uint32_t maxWidth, std::uint32_t maxHeight, std::uint32_t maxFrames = 1);

    /// Units: bytes. Bytes past the end make it Broken.
    State feed(std::string_view bytes);
    State state() const { return m_state; }
    /// The frames that became whole since the last call.
    std::vector<RenderFrame> takeFrames();
    /// Why there is no picture, or why frames are missing; may be empty for a Picture. Not yet
    /// checked to be UTF-8.
    const std::string& sentence() const { return m_sentence; }

private:
    std::size_t takeHead(std::string_view bytes);
    std::size_t takeText(std::string_view bytes);
    bool addFrame(const RenderReplyHeader& head);
    bool beginEnd(const RenderReplyHeader& head);

    std::uint32_t m_maxWidth;
    std::uint32_t m_maxHeight;
    std::uint32_t m_maxFrames;
    State m_state = State::Reading;
    RenderReplyHeader m_firstHeader;
    std::string m_head;
    std::string m_sentence;
    std::size_t m_sentenceSize = 0;
    std::vector<RenderFrame> m_frames;
    std::size_t m_pixelBytes = 0; ///< Of all frames so far.
    std::uint32_t m_frameCount = 0;
};

} // namespace sandbench
