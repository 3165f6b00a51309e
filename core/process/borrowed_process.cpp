// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/borrowed_process.h"

#include "core/process/sharing_clone.h"

#include <cerrno>
#include <cstddef>
#include <memory>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sandbench {

namespace {

constexpr std::size_t kStackBytes = 64U << 10;

struct Work
{
    void (*work)(void*);
    void* argument;
};

/// Without the end of a process, which the sanitizers' runtimes would hear of.
__attribute__((no_sanitize("address", "thread", "undefined"))) int runWork(void* data)
{
    const auto& work = *static_cast<const Work*>(data);
    work.work(work.argument);
    ::syscall(SYS_exit_group, 0);
    return 0;
}

} // namespace

Result<void> inBorrowedProcess(void (*work)(void*), void* argument, int flags)
{
    Work wanted = {work, argument};
    const auto stack = std::make_unique<char[]>(kStackBytes);
    const auto pid = sharingClone(runWork, stack.get() + kStackBytes, flags, &wanted, nullptr);
    if (pid < 0)
        return Error::fromErrno(errno, "cannot start a process");
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) { }
    return {};
}

} // namespace sandbench
