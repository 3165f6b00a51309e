// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/failure.h"
#include "app/cli/text.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

/// Fills those of the descriptors 0, 1 and 2 that whoever started us left closed, so that no socket
/// or file of ours is taken for standard input or output. Reading from a filled standard input and
/// writing to a filled standard output fail; standard error is swallowed, as was asked for.
static void fillStandardStreams()
{
    // The wrong direction for the first two: an error to report beats an end of input that nobody
    // sent and output that nobody gets.
    static constexpr std::array<int, 3> kModes = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd < static_cast<int>(kModes.size()); ++fd) {
        // The lowest free number is this one: those below are open by now.
        if (::fcntl(fd, F_GETFD) < 0
            && ::open("/dev/null", kModes[static_cast<std::size_t>(fd)]) != fd)
            std::abort();
    }
}

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
    return parsed.action({signals});
}
