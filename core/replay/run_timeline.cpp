// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/replay/run_timeline.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace sandbench::replay {

namespace {

// More is not believed; their sums stay far from the end of 64 bits.
constexpr std::uint64_t kMostMs = 10ULL * 366 * 24 * 3600 * 1000;
constexpr std::uint64_t kMostBytes = 1ULL << 40;
/// U+FFFD
constexpr std::uint64_t kReplacementBytes = 3;

Error notATimeline()
{
    return Error(ErrorCode::InvalidArgument, "this is not the timeline of a run");
}

/// Takes a number from the beginning of @p text. False = there is none, or a larger one.
bool takeNumber(std::string_view& text, std::uint64_t most, std::uint64_t& number)
{
    const auto* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, number);
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return problem == std::errc() && number <= most;
}

bool readPiece(std::string_view text, TimelinePiece& piece)
{
    std::uint64_t wait = 0;
    if (!takeNumber(text, kMostMs - piece.atMs, wait) || text.empty())
        return false;
    const char letter = text.front();
    text.remove_prefix(1);
    piece.atMs += wait;
    piece.stream = letter == 'o' ? StreamKind::Stdout : StreamKind::Stderr;
    return (letter == 'o' || letter == 'e') && takeNumber(text, kMostBytes, piece.bytes)
        && piece.bytes > 0 && text.empty();
}

} // namespace

void RunTimeline::add(TimelinePiece piece)
{
    if (piece.bytes == 0)
        return;
    piece.atMs = std::min(piece.atMs, kMostMs);
    if (!m_pieces.empty()) {
        auto& last = m_pieces.back();
        piece.atMs = std::max(piece.atMs, last.atMs);
        if (last.stream == piece.stream && piece.atMs - last.atMs < m_grainMs) {
            last.bytes += piece.bytes;
            return;
        }
    }
    m_pieces.push_back(piece);
    // By half, so that this is not done for each piece that comes.
    if (m_pieces.size() > kMostPieces)
        for (merge(); m_pieces.size() > kMostPieces / 2; merge())
            m_grainMs *= 2;
}

/// Within a grain, each stream has one piece then.
void RunTimeline::merge()
{
    std::vector<TimelinePiece> coarse;
    std::size_t first = 0; // of those of the same grain
    for (const auto& piece : m_pieces) {
        if (first == coarse.size() || piece.atMs - coarse[first].atMs >= m_grainMs)
            first = coarse.size();
        const auto same = std::find_if(
            coarse.begin() + static_cast<std::ptrdiff_t>(first), coarse.end(),
            [&](const auto& other) { return other.stream == piece.stream; });
        if (same == coarse.end())
            coarse.push_back(piece);
        else
            same->bytes += piece.bytes;
    }
    m_pieces = std::move(coarse);
}

std::string RunTimeline::text() const
{
    std::string text;
    std::uint64_t before = 0;
    for (const auto& piece : m_pieces) {
        text += (text.empty() ? "" : " ") + std::to_string(piece.atMs - before)
            + (piece.stream == StreamKind::Stdout ? 'o' : 'e') + std::to_string(piece.bytes);
        before = piece.atMs;
    }
    return text;
}

Result<RunTimeline> RunTimeline::read(std::string_view text)
{
    RunTimeline timeline;
    TimelinePiece piece;
    while (!text.empty()) {
        if (timeline.m_pieces.size() == kMostPieces || !readPiece(takeUpTo(text, ' '), piece))
            return notATimeline();
        timeline.m_pieces.push_back(piece);
    }
    return timeline;
}

void TimelineRecorder::print(Clock::time_point now, StreamKind stream, std::string_view bytes)
{
    auto& [recorded, cut] = m_streams[stream == StreamKind::Stdout ? 0 : 1];
    if (recorded >= m_keptBytes)
        return;
    const auto room = m_keptBytes - recorded;
    // What is not UTF-8 is kept as U+FFFD, which is no shorter than what it stands for; 3 more, for
    // a character that the end of the room cuts.
    const auto joined = cut + std::string(bytes.substr(0, static_cast<std::size_t>(room) + 3));
    std::string_view left = joined;
    std::uint64_t counted = 0;
    while (!left.empty()) {
        const auto step = utf8Step(left);
        if (step.truncated)
            break;
        counted += step.valid ? step.length : kReplacementBytes;
        left.remove_prefix(step.length);
    }
    cut = left;
    counted = std::min<std::uint64_t>(counted, room);
    recorded += counted;
    const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(now - m_begun).count();
    m_timeline.add({static_cast<std::uint64_t>(std::max<std::int64_t>(since, 0)), stream, counted});
}

} // namespace sandbench::replay
