// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/agent.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Whoever started us may have left files open; nothing that runs here shall find them.
static void closeInherited()
{
    if (::syscall(SYS_close_range, 3U, ~0U, 0U) == 0)
        return;
    for (int fd = 3; fd < 65536; ++fd)
        ::close(fd);
}

int main()
{
    closeInherited();
    // Programs make files as on any fresh system, whatever the host's user prefers.
    ::umask(022);
    ::prctl(PR_SET_DUMPABLE, 0);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    sandbench::guest::Agent agent(STDIN_FILENO, STDOUT_FILENO);
    return agent.serve();
}
