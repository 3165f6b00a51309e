// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sandbench {

/// Owns one file descriptor. Move-only; closes on destruction.
class UniqueFd
{
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd)
        : m_fd(fd)
    {
    }
    UniqueFd(UniqueFd&& other) noexcept
        : m_fd(other.release())
    {
    }
    UniqueFd& operator=(UniqueFd&& other) noexcept;
    ~UniqueFd() { reset(); }

    int get() const { return m_fd; }
    explicit operator bool() const { return m_fd >= 0; }
    int release();
    void reset(int fd = -1);

private:
    int m_fd = -1;
};

/// An eventfd that one thread signals and another polls, for example from a std::stop_callback.
/// Thread: any.
class WakeEvent
{
public:
    WakeEvent();
    int fd() const { return m_fd.get(); }
    void signal() const;
    void clear() const;

private:
    UniqueFd m_fd;
};

/// Keeps the descriptor's other flags: it may be one that this program was started with.
void makeNonBlocking(int fd);

struct PipeEnds
{
    UniqueFd read;
    UniqueFd write;
};

/// A pipe with both ends close-on-exec.
Result<PipeEnds> makePipe();

/// A connected pair of close-on-exec Unix stream sockets.
Result<std::pair<UniqueFd, UniqueFd>> makeSocketPair();
/// The same of packet sockets, which keep messages apart.
Result<std::pair<UniqueFd, UniqueFd>> makePacketPair();

/// A sealed, read-only memory file that holds @p bytes. Close-on-exec.
Result<UniqueFd> makeSealedMemfd(std::string_view name, std::string_view bytes);

/// Reads a host file that the user named, at most @p limit bytes. Units: bytes.
/// Errors: NotFound, PermissionDenied, InvalidArgument (not a regular file), ResourceExhausted
/// (larger).
Result<std::string> readFile(const std::string& path, std::size_t limit);

/// Writes all of @p bytes, retrying short writes; blocks.
Result<void> writeAll(int fd, std::string_view bytes);

/// Opens @p relative below @p dirFd without following any link and without leaving it.
/// Source: openat2(2), RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS.
Result<UniqueFd> openBeneath(int dirFd, const std::string& relative, int flags, unsigned mode = 0);

} // namespace sandbench
