// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/replay/replay.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sandbench::replay {

namespace {

/// Ten years: what a damaged record says of times stays in what an integer holds.
constexpr double kMostSeconds = 10.0 * 366 * 24 * 3600;

std::uint64_t asMs(double seconds)
{
    return seconds > 0 // not for NaN
        ? static_cast<std::uint64_t>(std::llround(std::min(seconds, kMostSeconds) * 1000))
        : 0;
}

/// Takes about @p bytes from the beginning of @p text: whole characters.
std::string takeText(std::string_view& text, std::uint64_t bytes)
{
    auto length = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, text.size()));
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0U) == 0x80U)
        ++length;
    const auto taken = text.substr(0, length);
    text.remove_prefix(length);
    return std::string(taken);
}

struct KeptStream
{
    StreamKind stream;
    const char* member; ///< Of the record.
    const char* name;
    std::string text = {};
    std::string_view left = {};
};

void addOutput(Replay& replay, const RunTimeline& timeline, std::array<KeptStream, 2>& streams)
{
    std::array<std::size_t, 2> last = {};
    std::array<bool, 2> hasOne = {};
    const auto add = [&](std::size_t which, std::uint64_t atMs, std::uint64_t bytes) {
        auto text = takeText(streams[which].left, bytes);
        if (text.empty())
            return;
        last[which] = replay.output.size();
        hasOne[which] = true;
        replay.output.push_back({atMs, streams[which].stream, std::move(text)});
    };
    for (const auto& piece : timeline.pieces())
        add(piece.stream == StreamKind::Stdout ? 0 : 1, piece.atMs, piece.bytes);
    for (std::size_t which = 0; which < streams.size(); ++which) {
        auto& left = streams[which].left;
        if (hasOne[which])
            replay.output[last[which]].text += takeText(left, left.size());
        else
            add(which, replay.output.empty() ? 0 : replay.output.back().atMs, left.size());
    }
}

void addNotes(
    Replay& replay, const Json& record, const RunTimeline& timeline,
    const std::array<KeptStream, 2>& streams)
{
    if (timeline.pieces().empty() && !replay.output.empty())
        replay.notes.emplace_back(
            "The history has no times of this run's output: all of it comes at once");
    for (const auto& stream : streams)
        if (const auto total = jsonCount(record, std::string(stream.member) + "_bytes");
            jsonBool(record, "truncated") && total > stream.text.size())
            replay.notes.push_back(
                std::string("Of ") + stream.name + ", the history kept the first "
                + formatSize(stream.text.size()) + " of " + formatSize(total));
    if (jsonField(record, "verdict").is_null())
        replay.notes.emplace_back("The run goes on: this is what it has done so far");
}

} // namespace

std::vector<std::uint64_t> Replay::moments() const
{
    std::vector<std::uint64_t> moments = results;
    for (const auto& piece : output)
        moments.push_back(piece.atMs);
    moments.push_back(endMs);
    std::ranges::sort(moments);
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    return moments;
}

Replay replayOf(const Json& record, const RunTimeline& timeline)
{
    Replay replay;
    std::array<KeptStream, 2> streams
        = {{{StreamKind::Stdout, "stdout", "standard output"},
            {StreamKind::Stderr, "stderr", "standard error"}}};
    for (auto& stream : streams) {
        stream.text = replaceInvalidUtf8(jsonString(record, stream.member));
        stream.left = stream.text;
    }
    addOutput(replay, timeline, streams);
    addNotes(replay, record, timeline, streams);
    for (const auto& artifact : jsonList(record, "artifacts"))
        replay.results.push_back(asMs(jsonNumber(artifact, "time_ms") / 1000));
    // Without times there is nothing to wait for.
    if (!timeline.pieces().empty() || replay.output.empty())
        replay.endMs = asMs(jsonNumber(record, "wall_seconds"));
    replay.endMs = replay.moments().back();
    return replay;
}

Replay paced(Replay replay, const Pace& pace)
{
    const auto moments = replay.moments();
    std::vector<std::uint64_t> played;
    std::uint64_t before = 0, at = 0; // of the pace's pauses, before its speed
    for (const auto moment : moments) {
        at += std::min(moment - before, pace.maxPauseMs.value_or(moment - before));
        before = moment;
        const auto time = pace.speed > 0 ? static_cast<double>(at) / 1000 / pace.speed : 0;
        played.push_back(asMs(time));
    }
    const auto change = [&](std::uint64_t& time) {
        const auto place = std::ranges::lower_bound(moments, time) - moments.begin();
        time = played[static_cast<std::size_t>(place)];
    };
    for (auto& piece : replay.output)
        change(piece.atMs);
    std::ranges::for_each(replay.results, change);
    change(replay.endMs);
    return replay;
}

} // namespace sandbench::replay
