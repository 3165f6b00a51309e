// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// `sessions attach` where only the keeper can run anything: an interpreter of the kept sandbox.
#include "app/cli/commands/sessions/talk_in_session.h"
#include "app/cli/cell_reader.h"
#include "app/cli/commands/sessions/remote_run.h"
#include "app/cli/failure.h"
#include "app/cli/line_reader.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/text.h"

namespace sandbench::cli {
namespace {

constexpr const char* kContext = "attached";

/// The keeper cannot ask its interpreter: a block, as of Python, ends with an empty line, and all
/// else with its line.
CellState stateOf(const std::string& text)
{
    return text.find(":\n") == std::string::npos ? CellState::Complete : CellState::Block;
}

} // namespace

Result<int> talkInSession(const Program& program, const KeptSession& session, RunOptions options)
{
    options.program = "-";
    options.context = kContext;
    options.stdinPath = kNoInput;
    Json none = Json::object();
    SANDBENCH_TRY(const auto parts, compositionFor(none));
    SANDBENCH_TRY(auto plan, planRun(options, *parts));
    const auto stop = program.signals.stopToken();
    LineReader reader(stop);
    CellReader cells(reader, stateOf, [](const std::string&) { return false; });
    for (std::string cell;;) {
        program.signals.setInterruptHandler([&reader] {
            reader.interrupt();
            return true;
        });
        const auto outcome = cells.read(cell);
        program.signals.setInterruptHandler({});
        if (outcome == LineReader::Outcome::End)
            return stop.stop_requested() ? kCancelledStatus : 0;
        if (outcome == LineReader::Outcome::Interrupted)
            continue;
        plan.request.code = cell;
        SANDBENCH_TRY(const auto record, runRemotely(program, session, options, plan.request));
        if (stop.stop_requested())
            return kCancelledStatus;
        if (jsonString(record, "verdict") != "exited")
            note(printable(jsonString(record, "sentence")));
    }
}

} // namespace sandbench::cli
