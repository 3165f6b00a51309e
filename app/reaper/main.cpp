// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// sandbench-reaper OWNER: waits for the end of the program that started it, which is told by the
// end of its standard input, and then removes from the engines what that program was making or had
// made. See core/engine/reaper/reaper_protocol.h.
#include "core/engine/docker/docker_sandboxes.h"
#include "core/engine/kubernetes/kube_sandboxes.h"
#include "core/engine/reaper/left_behind.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace sandbench;
using reaper::LeftBehind;
using reaper::ReaperBook;
using reaper::Thing;
using Answer = LeftBehind::Answer;

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

Result<std::shared_ptr<const kubernetes::KubeApi>>
connectToCluster(const EngineConnection& connection, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto context,
        kubernetes::chooseContext(connection.name, kubernetes::KubeSurroundings::ofThisProcess()));
    return kubernetes::KubeApi::connect(context, std::move(stop));
}

bool isCluster(const EngineConnection& connection)
{
    return connection.engine == "kubernetes";
}

/// What programs left behind that had no reaper, or a killed one.
void sweep(const EngineConnection& connection, std::stop_token stop)
{
    if (isCluster(connection)) {
        if (const auto api = connectToCluster(connection, stop))
            (void)kubernetes::removeStale(**api, std::move(stop)).has_value();
        return;
    }
    if (const auto api = docker::DockerApi::connect(connection, stop))
        (void)docker::removeStale(**api, std::move(stop)).has_value();
}

/// With the engine as it is now; nothing while it is away.
LeftBehind::Remove
removerFor(const EngineConnection& connection, const std::string& owner, std::stop_token stop)
{
    if (isCluster(connection)) {
        const auto api = connectToCluster(connection, stop);
        if (!api)
            return {};
        return [api = *api, stop](const Thing& thing) {
            const auto removed = kubernetes::removeSandbox(*api, thing.name, stop);
            if (removed)
                return Answer::Removed;
            return removed.failedAs(ErrorCode::NotFound) ? Answer::Absent : Answer::Failed;
        };
    }
    const auto api = docker::DockerApi::connect(connection, stop);
    if (!api)
        return {};
    return [api = *api, owner, stop](const Thing& thing) {
        const auto removed = docker::removeThing(*api, thing, owner, stop);
        if (!removed)
            return Answer::Failed;
        return *removed ? Answer::Removed : Answer::Absent;
    };
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
            const auto connect = [&] { return removerFor(engine.connection, owner, stop); };
            reaper::removeLeftBehind(engine.left, connect, stop);
        });
    for (auto& remover : removers)
        remover.join();
    return 0;
}
