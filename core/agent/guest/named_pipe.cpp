// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/named_pipe.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::guest {

std::string randomToken()
{
    std::uint64_t number = 0;
    while (::getrandom(&number, sizeof number, 0) < 0 && errno == EINTR) { }
    char text[24];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
    return text;
}

static Error lastError(const std::string& path)
{
    return Error::fromErrno(errno, "cannot make a pipe for the cell at " + path);
}

/// Programs of the sandbox may replace the name in between; what is opened must be a pipe.
static UniqueFd openEnd(const std::string& path, int mode)
{
    UniqueFd fd(::open(path.c_str(), mode | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
    struct stat info = {};
    if (fd && (::fstat(fd.get(), &info) != 0 || !S_ISFIFO(info.st_mode))) {
        errno = ENXIO;
        fd.reset();
    }
    return fd;
}

static Result<NamedPipe> makeIn(const std::string& folder)
{
    NamedPipe pipe;
    pipe.path = folder + "/.sandbench-" + randomToken();
    if (::mkfifo(pipe.path.c_str(), 0600) != 0)
        return lastError(pipe.path);
    pipe.read = openEnd(pipe.path, O_RDONLY);
    if (pipe.read)
        pipe.write = openEnd(pipe.path, O_WRONLY);
    if (pipe.write)
        return pipe;
    auto failure = lastError(pipe.path);
    ::unlink(pipe.path.c_str());
    return failure;
}

Result<NamedPipe> makeNamedPipe(const std::vector<std::string>& folders)
{
    std::optional<Error> failure;
    for (const std::string& folder : folders) {
        auto made = makeIn(folder);
        if (made)
            return made;
        failure = made.error();
    }
    return failure.value_or(Error(ErrorCode::Unavailable, "there is no folder for a pipe"));
}

} // namespace sandbench::guest
