// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// `sessions attach` where only the keeper can run anything: an interpreter of the kept sandbox.
#include "app/cli/commands/sessions/talk_in_session.h"
#include "app/cli/cell_text.h"
#include "app/cli/commands/sessions/remote_run.h"
#include "app/cli/failure.h"
#include "app/cli/line_reader.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/text.h"

namespace sandbench::cli {
namespace {

constexpr const char* kContext = "attached";

/// End with text in the cell runs that text first.
LineReader::Outcome readCell(LineReader& reader, CellText& cell)
{
    cell.clear();
    for (;;) {
        std::string line;
        const auto outcome = reader.readLine(cell.empty() ? ">>> " : "... ", line);
        if (outcome == LineReader::Outcome::End && !cell.empty())
            return LineReader::Outcome::Line;
        if (outcome != LineReader::Outcome::Line)
            return outcome;
        if (cell.add(line) && !cell.empty())
            return LineReader::Outcome::Line;
    }
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
    for (CellText cell;;) {
        program.signals.setInterruptHandler([&reader] {
            reader.interrupt();
            return true;
        });
        const auto outcome = readCell(reader, cell);
        program.signals.setInterruptHandler({});
        if (outcome == LineReader::Outcome::End)
            return stop.stop_requested() ? kCancelledStatus : 0;
        if (outcome == LineReader::Outcome::Interrupted)
            continue;
        plan.request.code = cell.text();
        SANDBENCH_TRY(const auto record, runRemotely(program, session, options, plan.request));
        if (stop.stop_requested())
            return kCancelledStatus;
        if (jsonString(record, "verdict") != "exited")
            note(printable(jsonString(record, "sentence")));
    }
}

} // namespace sandbench::cli
