// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/place.h"

#include "core/base/fd.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::guest {

Result<void> placeSelf(const std::string& path)
{
    const auto part = path + ".part";
    const UniqueFd from(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
    UniqueFd to(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0755));
    if (!from || !to)
        return Error::fromErrno(errno, "cannot put the agent at " + path);
    char chunk[64 << 10];
    for (;;) {
        const auto n = ::read(from.get(), chunk, sizeof chunk);
        if (n == 0)
            break;
        if (n < 0)
            return Error::fromErrno(errno, "cannot read the agent's own program");
        SANDBENCH_TRY_VOID(writeAll(to.get(), {chunk, static_cast<std::size_t>(n)}));
    }
    const bool isComplete = ::fchmod(to.get(), 0755) == 0;
    to.reset();
    if (!isComplete || ::rename(part.c_str(), path.c_str()) != 0)
        return Error::fromErrno(errno, "cannot put the agent at " + path);
    return {};
}

} // namespace sandbench::guest
