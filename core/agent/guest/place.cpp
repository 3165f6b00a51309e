// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/place.h"

#include "core/base/fd.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::guest {

static Result<void> copySelf(const std::string& path)
{
    const UniqueFd from(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
    const UniqueFd to(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0755));
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
    if (::fchmod(to.get(), 0755) != 0)
        return Error::fromErrno(errno, "cannot let everybody start " + path);
    return {};
}

Result<void> placeSelf(const std::string& path)
{
    if (path.empty())
        return Error(ErrorCode::InvalidArgument, "place needs a path");
    const auto part = path + ".part";
    auto done = copySelf(part);
    if (done && ::rename(part.c_str(), path.c_str()) != 0)
        done = Error::fromErrno(errno, "cannot put the agent at " + path);
    if (!done)
        ::unlink(part.c_str());
    return done;
}

Result<void> removeSelf()
{
    char link[PATH_MAX];
    const auto length = ::readlink("/proc/self/exe", link, sizeof link);
    // Without /proc the kernel's own note is left: how it was started.
    const auto* started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
    const auto path = length > 0 ? std::string(link, static_cast<std::size_t>(length))
                                 : std::string(started ? started : "");
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        return Error::fromErrno(errno, "the sandbox's agent cannot remove its own file");
    const auto folder = path.substr(0, path.rfind('/'));
    if (folder.substr(folder.rfind('/') + 1).starts_with(kOwnFolderPrefix)
        && ::rmdir(folder.c_str()) != 0 && errno != ENOENT)
        return Error::fromErrno(errno, "the sandbox's agent cannot remove its own folder");
    return {};
}

} // namespace sandbench::guest
