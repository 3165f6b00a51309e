// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// sandbench-reaper OWNER: waits for the end of the program that started it, which is told by the
// end of its standard input, and then removes from the engines what that program was making or had
// made. See core/engine/docker/ reaper_protocol.h.
#include "core/engine/docker/docker_sandboxes.h"
#include "core/engine/docker/left_behind.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace sandbench;
using namespace sandbench::docker;

constexpr int kNiceness = 10;

/// So that nobody has to wait for us, and that nothing of the program's ends us: it has given us a
/// session of our own already.
bool becomeIndependent()
{
    const auto child = ::fork();
    if (child != 0)
        ::_exit(child < 0 ? 1 : 0);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || ::dup2(nothing, STDOUT_FILENO) < 0 || ::dup2(nothing, STDERR_FILENO) < 0)
        return false;
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    errno = 0;
    [[maybe_unused]] const int lowered = ::nice(kNiceness);
    return true;
}

/// What programs left behind that had no reaper, or a killed one.
void sweep(const Connection& connection, std::stop_token stop)
{
    if (const auto api = DockerApi::connect(connection, stop))
        (void)removeStale(**api, std::move(stop)).has_value();
}

/// Reads until the program is gone.
ReaperBook listen()
{
    ReaperBook book;
    std::vector<std::jthread> sweepers;
    char bytes[16384];
    for (;;) {
        const auto length = ::read(STDIN_FILENO, bytes, sizeof bytes);
        if (length < 0 && errno == EINTR)
            continue;
        if (length <= 0)
            return book;
        book.feed({bytes, static_cast<std::size_t>(length)});
        for (const auto& [number, engine] : book.engines())
            if (number >= sweepers.size())
                sweepers.emplace_back([connection = engine.connection](std::stop_token stop) {
                    sweep(connection, std::move(stop));
                });
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2 || !becomeIndependent())
        return 2;
    const std::string owner = argv[1];
    const auto book = listen();
    std::vector<std::jthread> removers;
    for (const auto& [number, engine] : book.engines())
        removers.emplace_back([&engine = engine, &owner](std::stop_token stop) {
            removeLeftBehind(engine, owner, std::move(stop));
        });
    for (auto& remover : removers)
        remover.join();
    return 0;
}
