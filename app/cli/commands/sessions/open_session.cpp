// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sessions/kept_session.h"
#include "app/cli/commands/sessions/sessions.h"
#include "app/cli/failure.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/base/units.h"
#include "core/process/child_process.h"

#include <cerrno>
#include <cmath>
#include <filesystem>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr std::size_t kLongestAnswer = 1U << 20;

Json requestOf(const SessionsOptions& options, std::int64_t idle)
{
    return {
        {"sandbox", options.run.sandbox},
        {"language", options.run.language},
        {"env", options.run.env},
        {"policy", options.run.policy},
        {"yes", options.run.yes},
        {"verbose", options.run.verbose},
        {"idle", idle}};
}

std::vector<std::string> ownEnvironment()
{
    std::vector<std::string> entries;
    for (char** at = ::environ; at && *at; ++at)
        entries.emplace_back(*at);
    return entries;
}

/// What the keeper says, up to the end: it has the pipe open until it goes on alone.
Result<Json> readAnswer(int fd)
{
    std::string text;
    char chunk[4096];
    for (;;) {
        const auto n = ::read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || text.size() > kLongestAnswer)
            break;
        text.append(chunk, static_cast<std::size_t>(n));
    }
    auto answer = parseJson(text, kLongestAnswer);
    if (!answer)
        return Error(ErrorCode::ConnectionLost, "the keeper of the sandbox ended without a word");
    return answer;
}

/// A signal of the terminal reaches the keeper too, until it goes on alone: it says what came of
/// it.
Result<Json> askKeeper(const Json& request)
{
    std::error_code failure;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failure);
    const auto here = std::filesystem::current_path(failure);
    if (failure)
        return Error::fromErrno(failure.value(), "cannot start a keeper");
    SANDBENCH_TRY(auto asking, makePipe());
    SANDBENCH_TRY(auto answering, makePipe());
    SpawnSpec spec;
    spec.program = self.string();
    spec.arguments = {"sandbenchctl", "sessions", "keep"};
    spec.environment = ownEnvironment();
    spec.directory = here.string();
    spec.fds = {asking.read.get(), answering.write.get(), STDERR_FILENO};
    SANDBENCH_TRY(auto keeper, ChildProcess::spawn(spec));
    asking.read.reset();
    answering.write.reset();
    (void)writeAll(asking.write.get(), writeJson(request));
    asking.write.reset();
    SANDBENCH_TRY(auto answer, readAnswer(answering.read.get()));
    if (answer.contains("opened"))
        keeper.letGo();
    return answer;
}

} // namespace

Result<int> openSession(const Program& program, const SessionsOptions& options)
{
    double idle = 0;
    SANDBENCH_TRY_VOID(readSeconds("--idle", options.idle, idle));
    if (idle < 1)
        return optionError("--idle", "a sandbox is kept for a second at least");
    auto run = options;
    SANDBENCH_TRY_VOID(loadManifest(run.run, program.signals.stopToken()));
    SANDBENCH_TRY(
        const auto answer, askKeeper(requestOf(run, static_cast<std::int64_t>(std::ceil(idle)))));
    if (const auto problem = jsonString(answer, "problem"); !problem.empty())
        return engineFailure(problemOf(jsonString(answer, "code"), problem), options.json);
    auto sandbox = jsonField(answer, "opened");
    sandbox["schema"] = "sandbench.session/1";
    return printed(options.json, sandbox, jsonString(sandbox, "session_id") + "\n");
}

} // namespace sandbench::cli
