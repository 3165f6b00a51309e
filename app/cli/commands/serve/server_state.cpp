// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/serve/server_state.h"

#include "app/cli/text.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>

namespace sandbench::cli {

Result<ServerState> openServerState(const std::string& folder)
{
    ServerState state;
    if (folder.empty()) {
        note("nothing is kept: neither XDG_STATE_HOME nor HOME is an absolute path");
        return state;
    }
    std::error_code failure;
    if (std::filesystem::create_directories(folder, failure))
        ::chmod(folder.c_str(), 0700);
    if (failure)
        return Error::fromErrno(failure.value(), "cannot make the state folder " + folder);
    const auto lock = folder + "/server.lock";
    state.lock.reset(::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!state.lock)
        return Error::fromErrno(errno, "cannot write " + lock);
    state.history = workspace::openRunHistory(folder + "/" + workspace::kHistoryName, note);
    if (::flock(state.lock.get(), LOCK_EX | LOCK_NB) != 0)
        note("another server has the state folder " + folder + ": sandboxes are not kept");
    else {
        SANDBENCH_TRY(state.sandboxes, workspace::openSandboxStore(folder + "/sandboxes.sqlite"));
    }
    return state;
}

} // namespace sandbench::cli
