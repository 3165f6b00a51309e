// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/credential_helper.h"

#include "core/process/child_process.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace sandbench::docker {
namespace {

constexpr std::size_t kMaxAnswer = 64U << 10;
using Clock = std::chrono::steady_clock;

std::string programInPath(const std::string& name, const std::string& path)
{
    std::string_view rest = path;
    while (!rest.empty()) {
        const auto end = std::min(rest.find(':'), rest.size());
        const auto candidate = std::string(rest.substr(0, end)) + "/" + name;
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (candidate.starts_with('/') && ::access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return {};
}

// Until the helper closes its output, which its end does too.
Result<std::string> readAnswer(int fd, Clock::time_point until, std::stop_token stop)
{
    WakeEvent wake;
    const std::stop_callback onStop(stop, [&wake] { wake.signal(); });
    std::string answer;
    std::array<char, 4096> chunk;
    while (answer.size() <= kMaxAnswer) {
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped");
        if (left <= 0)
            return Error(ErrorCode::Timeout, "it did not answer in time");
        pollfd waits[] = {{fd, POLLIN, 0}, {wake.fd(), POLLIN, 0}};
        if (::poll(waits, 2, static_cast<int>(left)) <= 0 || !waits[0].revents)
            continue;
        const auto size = ::read(fd, chunk.data(), chunk.size());
        if (size == 0)
            return answer;
        if (size > 0)
            answer.append(chunk.data(), static_cast<std::size_t>(size));
        else if (errno != EINTR)
            return Error::fromErrno(errno, "cannot read its answer");
    }
    return Error(ErrorCode::Protocol, "it printed too much");
}

Result<std::pair<std::string, ExitState>> runHelper(
    const SpawnSpec& base, const std::string& server, std::chrono::milliseconds patience,
    std::stop_token stop)
{
    // A sealed file for its input: nothing can block on a helper that does not read.
    SANDBENCH_TRY(const auto input, makeSealedMemfd("server", server + "\n"));
    SANDBENCH_TRY(auto output, makePipe());
    const UniqueFd silence(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    auto spec = base;
    spec.fds = {input.get(), output.write.get(), silence.get()};
    const auto until = Clock::now() + patience;
    SANDBENCH_TRY(auto child, ChildProcess::spawn(spec));
    output.write.reset();
    SANDBENCH_TRY(auto answer, readAnswer(output.read.get(), until, stop));
    SANDBENCH_TRY(const auto end, child.wait(std::chrono::seconds(1), stop));
    return std::pair(std::move(answer), end);
}

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
    auto outcome = runHelper(spec, server, patience, stop);
    if (!outcome)
        return outcome.error().within("asking " + name + " for a login");
    const auto& [answer, end] = *outcome;
    if (end.exitCode == 0) {
        auto credentials = parseHelperAnswer(answer);
        if (!credentials)
            return Error(
                ErrorCode::Unavailable, name + " failed: " + credentials.error().message());
        return std::optional(*std::move(credentials));
    }
    // The protocol has this one sentence for it, on standard output.
    if (answer.find("credentials not found") != std::string::npos)
        return std::optional<Credentials>();
    return Error(
        ErrorCode::Unavailable, name + " failed; try: echo " + server + " | " + name + " get");
}

} // namespace sandbench::docker
