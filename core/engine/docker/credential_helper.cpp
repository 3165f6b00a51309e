// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/credential_helper.h"

#include "core/process/run_program.h"

namespace sandbench::docker {
namespace {

constexpr std::size_t kMaxHelperAnswer = 64U << 10;

} // namespace

Result<std::optional<Credentials>> askCredentialHelper(
    const std::string& helper, const std::string& server,
    const std::map<std::string, std::string>& env, std::stop_token stop,
    std::chrono::milliseconds patience)
{
    const auto name = "docker-credential-" + helper;
    const auto path = env.find("PATH");
    SpawnSpec spec;
    spec.program = programInPath(name, path == env.end() ? "/usr/bin:/bin" : path->second);
    if (spec.program.empty())
        return Error(
            ErrorCode::Unavailable,
            name + " is not installed, but your registry configuration asks for it");
    spec.arguments = {name, "get"};
    for (const auto& [variable, value] : env)
        spec.environment.push_back(variable + "=" + value);
    SANDBENCH_TRY(
        const auto answer,
        runProgram(std::move(spec), server + "\n", kMaxHelperAnswer, patience, std::move(stop))
            .within("asking " + name + " for a login"));
    if (answer.end.exitCode == 0) {
        auto credentials = parseHelperAnswer(answer.output);
        if (!credentials)
            return Error(
                ErrorCode::Unavailable, name + " failed: " + credentials.error().message());
        return std::optional(*std::move(credentials));
    }
    // The protocol has this one sentence for it, on standard output.
    if (answer.output.find("credentials not found") != std::string::npos)
        return std::optional<Credentials>();
    return Error(
        ErrorCode::Unavailable, name + " failed; try: echo " + server + " | " + name + " get");
}

} // namespace sandbench::docker
