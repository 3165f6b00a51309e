// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/failure.h"
#include "app/cli/text.h"
#include "app/common/standard_streams.h"

int main(int argc, char** argv)
{
    using namespace sandbench;
    fillStandardStreams();
    Signals signals;
    cli::CommandLine commandLine;
    const auto parsed = commandLine.parse({argv + 1, argv + argc});
    if (!parsed.problem.empty())
        return cli::fail(Error(ErrorCode::InvalidArgument, parsed.problem), parsed.json);
    if (!parsed.action)
        return cli::print(parsed.help) ? 0 : 1;
    return parsed.action({signals, commandLine.tree()});
}
