// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/kept_run.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/stream_writer.h"
#include "app/cli/text.h"
#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/replay/asciinema_cast.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <memory>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr double kMostSpeed = 1000, kLeastSpeed = 0.01;

struct ReplayOptions
{
    std::string id, state, speed = "1", maxPause, cast;
    bool mayReplace = false;
};

Result<double> speedOf(const std::string& text)
{
    if (text == "instant")
        return 0;
    double speed = 0;
    const auto* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, speed);
    const bool isNumber = problem == std::errc() && rest == end;
    if (isNumber && (speed == 0 || (speed >= kLeastSpeed && speed <= kMostSpeed)))
        return speed;
    return Error(
        ErrorCode::InvalidArgument,
        "--speed: '" + text + "' is neither a number from 0.01 to 1000 nor 'instant'");
}

Result<replay::Pace> paceOf(const ReplayOptions& options)
{
    replay::Pace pace;
    SANDBENCH_TRY(pace.speed, speedOf(options.speed));
    if (options.maxPause.empty())
        return pace;
    const auto pause = parseSeconds(options.maxPause);
    if (!pause)
        return Error(ErrorCode::InvalidArgument, "--max-pause: " + pause.error().text());
    pace.maxPauseMs = static_cast<std::uint64_t>(*pause * 1000);
    return pace;
}

/// @p text with what is not safe on a terminal as visible escapes, as `runs show` has it.
std::string shown(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const bool hasEnd = text.find('\n') != std::string_view::npos;
        result += printable(takeUpTo(text, '\n'));
        if (hasEnd)
            result += '\n';
    }
    return result;
}

/// False = a stop came first.
bool waitUntil(Clock::time_point then, const std::stop_token& stop)
{
    restUntil(then, stop);
    return !stop.stop_requested();
}

Result<void> play(const replay::Replay& replay, const std::stop_token& stop)
{
    StreamWriter out(STDOUT_FILENO, stop), err(STDERR_FILENO, stop);
    const auto began = Clock::now();
    const auto at = [&](std::uint64_t ms) { return began + std::chrono::milliseconds(ms); };
    const Error cancelled(ErrorCode::Cancelled, "stopped");
    for (const auto& piece : replay.output) {
        if (!waitUntil(at(piece.atMs), stop))
            return cancelled;
        auto& writer = piece.stream == StreamKind::Stdout ? out : err;
        SANDBENCH_TRY_VOID(writer.write(shown(piece.text)));
    }
    return waitUntil(at(replay.endMs), stop) ? Result<void>() : cancelled;
}

Result<void>
saveCast(const ReplayOptions& options, const Json& record, const replay::Replay& replay)
{
    SANDBENCH_TRY(auto file, NewFile::create(options.cast, options.mayReplace));
    SANDBENCH_TRY_VOID(file.write(replay::asciinemaCast(record, replay)));
    SANDBENCH_TRY_VOID(file.finish());
    if (options.cast != "-")
        note("saved " + options.cast);
    return {};
}

Result<int> replayRun(const Program& program, const ReplayOptions& options)
{
    SANDBENCH_TRY(const auto pace, paceOf(options));
    SANDBENCH_TRY(auto history, openHistory(options.state));
    SANDBENCH_TRY(const auto run, readRun(history, options.id));
    SANDBENCH_TRY(const auto timeline, history.timeline(workspace::userCaller(), options.id));
    const auto replay = paced(replay::replayOf(run.record, timeline), pace);
    for (const auto& sentence : replay.notes)
        note(sentence);
    if (options.cast.empty())
        SANDBENCH_TRY_VOID(play(replay, program.signals.stopToken()));
    else
        SANDBENCH_TRY_VOID(saveCast(options, run.record, replay));
    return 0;
}

} // namespace

void addRunsReplay(CLI::App& group, Action& chosen)
{
    const auto options = std::make_shared<ReplayOptions>();
    CLI::App* command = addSubcommand(
        group, options, chosen, "replay", "Play what a run printed again, with its timing",
        replayRun);
    addRunAndState(*command, options->id, options->state);
    one(*command, "--speed", options->speed, "NUMBER",
        "How much faster; 0.5 is half as fast, 0 or 'instant' waits for nothing (default: 1)");
    one(*command, "--max-pause", options->maxPause, "TIME",
        "Shorten longer pauses to this; their time is that of the run, before --speed counts");
    one(*command, "--cast", options->cast, "FILE",
        "Save it for asciinema instead of playing it; - = standard output");
    command->add_flag("--replace", options->mayReplace, "Replace the file that is there");
}

} // namespace sandbench::cli
