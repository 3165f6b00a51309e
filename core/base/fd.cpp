// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sandbench {

UniqueFd& UniqueFd::operator=(UniqueFd&& other) noexcept
{
    if (this != &other)
        reset(other.release());
    return *this;
}

int UniqueFd::release()
{
    return std::exchange(m_fd, -1);
}

void UniqueFd::reset(int fd)
{
    if (m_fd >= 0)
        ::close(m_fd);
    m_fd = fd;
}

WakeEvent::WakeEvent()
    : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

void WakeEvent::signal() const
{
    const std::uint64_t one = 1;
    // A full counter still wakes the poller, so a failed write loses nothing.
    [[maybe_unused]] const auto n = ::write(m_fd.get(), &one, sizeof one);
}

void WakeEvent::clear() const
{
    std::uint64_t count = 0;
    [[maybe_unused]] const auto n = ::read(m_fd.get(), &count, sizeof count);
}

void makeNonBlocking(int fd)
{
    if (const int flags = ::fcntl(fd, F_GETFL); flags >= 0)
        ::fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

Result<PipeEnds> makePipe()
{
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0)
        return Error::fromErrno(errno, "cannot make a pipe");
    return PipeEnds{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

static Result<std::pair<UniqueFd, UniqueFd>> makePair(int type)
{
    int ends[2];
    if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0)
        return Error::fromErrno(errno, "cannot make a socket pair");
    return std::pair(UniqueFd(ends[0]), UniqueFd(ends[1]));
}

Result<std::pair<UniqueFd, UniqueFd>> makeSocketPair()
{
    return makePair(SOCK_STREAM);
}

Result<std::pair<UniqueFd, UniqueFd>> makePacketPair()
{
    return makePair(SOCK_SEQPACKET);
}

Result<UniqueFd> makeSealedMemfd(std::string_view name, std::string_view bytes)
{
    // One of them is the agent's program. Where vm.memfd_noexec is set, only a file that was asked
    // for so can be executed; kernels before 6.3 do not know the flag.
    constexpr unsigned kExecutable = 0x10; // MFD_EXEC
    constexpr unsigned kFlags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    UniqueFd fd(::memfd_create(std::string(name).c_str(), kFlags | kExecutable));
    if (!fd && errno == EINVAL)
        fd.reset(::memfd_create(std::string(name).c_str(), kFlags));
    if (!fd)
        return Error::fromErrno(errno, "cannot make a memory file");
    SANDBENCH_TRY_VOID(writeAll(fd.get(), bytes));
    if (::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)
            != 0
        || ::lseek(fd.get(), 0, SEEK_SET) != 0)
        return Error::fromErrno(errno, "cannot seal a memory file");
    return fd;
}

Result<std::string> readFile(const std::string& path, std::size_t limit)
{
    // Non-blocking, so that a FIFO in the way is refused instead of waited for.
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!fd)
        return Error::fromErrno(errno, "cannot read " + path);
    struct stat info = {};
    if (::fstat(fd.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot read " + path);
    if (!S_ISREG(info.st_mode))
        return Error(
            ErrorCode::InvalidArgument, "cannot read " + path + ": it is not a regular file");
    std::string bytes;
    char chunk[65536];
    for (;;) {
        const auto n = ::read(fd.get(), chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "cannot read " + path);
        if (n == 0)
            return bytes;
        bytes.append(chunk, static_cast<std::size_t>(n));
        if (bytes.size() > limit)
            return Error(
                ErrorCode::ResourceExhausted,
                path + " is larger than " + std::to_string(limit) + " bytes");
    }
}

Result<void> writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "cannot write");
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};
}

Result<UniqueFd> openBeneath(int dirFd, const std::string& relative, int flags, unsigned mode)
{
    open_how how = {};
    how.flags = static_cast<std::uint64_t>(static_cast<unsigned>(flags | O_CLOEXEC | O_NOFOLLOW));
    how.mode = mode;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    const auto fd = ::syscall(SYS_openat2, dirFd, relative.c_str(), &how, sizeof how);
    if (fd < 0)
        return Error::fromErrno(errno, "cannot open " + relative);
    return UniqueFd(static_cast<int>(fd));
}

} // namespace sandbench
