// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/program/ask_socket.h"
#include "core/engine/outpost/program/made_sandbox.h"
#include "core/engine/outpost/program/outpost_modes.h"
#include "core/engine/outpost/program/step_relay.h"

#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace sandbench::outpost {

namespace {

Result<std::unique_ptr<Instance>> make(const OpenRequest& request)
{
    if (request.engine == "apptainer")
        return makeContainer(request);
    if (request.engine != "local")
        return Error(ErrorCode::Unsupported, "the outpost knows no engine of that name");
    SANDBENCH_TRY(auto made, makeEmbedded(request, {}));
    return std::unique_ptr<Instance>(std::move(made.instance));
}

bool tell(const Json& answer)
{
    return writeAll(STDOUT_FILENO, writeJson(answer) + "\n").has_value();
}

int fail(const Error& error)
{
    (void)tell(far::errorJson(error));
    return 1;
}

} // namespace

int runStep()
{
    // The relay takes them, also those that came before it.
    const auto ends = endingSignals();
    ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
    const auto line = readLineFrom(STDIN_FILENO);
    const auto request = line ? readOpenRequest(*line) : Result<OpenRequest>(line.error());
    if (!request)
        return fail(request.error());
    auto instance = make(*request);
    if (!instance)
        return fail(instance.error());
    if (!tell(placedJson(placedAs(newPlaceName(), *request, **instance))))
        return 1;
    const auto ended = relay(**instance);
    if (!ended)
        std::fprintf(stderr, "%s\n", ended.error().text().c_str());
    return ended ? 0 : 1;
}

} // namespace sandbench::outpost
