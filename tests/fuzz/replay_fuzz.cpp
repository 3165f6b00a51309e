// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/replay/asciinema_cast.h"
#include "tests/fuzz/require.h"

using namespace sandbench;
using namespace sandbench::replay;

static std::string textOf(const Replay& replay, StreamKind stream)
{
    std::string text;
    for (const auto& piece : replay.output) {
        require(!piece.text.empty() && isValidUtf8(piece.text));
        text += piece.stream == stream ? piece.text : "";
    }
    return text;
}

/// What a terminal is given has no control sequence but the harmless ones.
static void checkHarmless(std::string_view given)
{
    for (std::size_t at = given.find('\x1b'); at != given.npos; at = given.find('\x1b', at + 1)) {
        require(given.substr(at, 2) == "\x1b[");
        const auto end = given.find_first_not_of("0123456789;:", at + 2);
        require(
            end != given.npos && std::string_view("mKJABCDEFGHf").find(given[end]) != given.npos);
    }
    for (const char c : given)
        require(c != '\a' && c != '\x7f' && c != '\0');
}

/// Input: a timeline, and what was printed, with a zero between them.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto zero = input.find('\0');
    const auto timeline = RunTimeline::read(input.substr(0, zero));
    if (timeline) {
        require(timeline->pieces().size() <= RunTimeline::kMostPieces);
        const auto again = RunTimeline::read(timeline->text());
        require(again && again->pieces() == timeline->pieces());
    }
    const auto printed = replaceInvalidUtf8(zero == input.npos ? input : input.substr(zero + 1));
    const Json record = {{"stdout", printed}, {"stderr", printed}, {"wall_seconds", double(size)}};
    const auto replay = replayOf(record, timeline.value_or(RunTimeline()));
    require(textOf(replay, StreamKind::Stdout) == printed);
    require(textOf(replay, StreamKind::Stderr) == printed);
    const auto moments = replay.moments();
    require(moments.back() == replay.endMs);
    require(paced(replay, {2, 100}).output.size() == replay.output.size());

    TerminalText whole, drip;
    std::string dripped;
    const auto given = whole.take(printed);
    for (const char c : printed)
        dripped += drip.take(std::string_view(&c, 1));
    require(given == dripped);
    checkHarmless(given);
    require(isValidUtf8(asciinemaCast(record, replay)));
    return 0;
}
