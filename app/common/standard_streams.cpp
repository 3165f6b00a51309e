// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/standard_streams.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace sandbench {

void fillStandardStreams()
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

} // namespace sandbench
