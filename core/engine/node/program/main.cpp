// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/apptainer_instance.h"
#include "core/engine/apptainer/container_checks.h"
#include "core/engine/local/local_engine.h"
#include "core/engine/node/node_protocol.h"
#include "core/engine/node/program/relay.h"

#include <csignal>
#include <cstdio>
#include <unistd.h>

/// sandbench-node: makes one sandbox on the machine that it runs on, for a program on another one.
/// See core/engine/node/node_protocol.h.
namespace sandbench::node {

namespace {

Result<std::unique_ptr<Instance>> openContainer(const Request& request)
{
    SANDBENCH_TRY_VOID(apptainer::checkOptions(request.spec));
    if (::access(request.image.c_str(), F_OK) != 0)
        return Error(
            ErrorCode::Unavailable,
            "the node does not see " + request.image
                + "; put images where all nodes see them: set XDG_CACHE_HOME to a folder of a "
                  "shared file system, or name an image file there");
    SANDBENCH_TRY(
        auto host,
        apptainer::ApptainerHost::prepare(
            request.program, apptainer::Surroundings::ofThisProcess(), {}));
    return apptainer::ApptainerInstance::start(
        std::move(host), request.spec, {request.image, request.imageText, {}}, {});
}

Result<std::unique_ptr<Instance>> open(const Request& request)
{
    if (request.engine == "apptainer")
        return openContainer(request);
    if (request.engine == "local")
        return LocalEngine().open(request.spec, {});
    return Error(ErrorCode::Unsupported, "the node's program knows no engine of that name");
}

Result<std::unique_ptr<Instance>> openAsAsked()
{
    SANDBENCH_TRY(const auto line, readLine(STDIN_FILENO));
    SANDBENCH_TRY(const auto request, parseRequest(line));
    return open(request);
}

int fail(const Error& error)
{
    const auto line = writeFailure(error);
    (void)writeAll(STDOUT_FILENO, line).has_value();
    return 1;
}

/// The relay takes them, also those that came before it.
void blockSignals()
{
    sigset_t set;
    ::sigemptyset(&set);
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&set, number);
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
}

int run()
{
    blockSignals();
    auto instance = openAsAsked();
    if (!instance)
        return fail(instance.error());
    const auto answer = writeAnswer(
        {(*instance)->isolation(), (*instance)->guestSetup(), (*instance)->description()});
    if (!writeAll(STDOUT_FILENO, answer))
        return 1;
    const auto ended = relay(**instance);
    if (!ended)
        std::fprintf(stderr, "%s\n", ended.error().text().c_str());
    return ended ? 0 : 1;
}

} // namespace

} // namespace sandbench::node

int main()
{
    return sandbench::node::run();
}
