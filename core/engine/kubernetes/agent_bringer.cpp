// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/agent_bringer.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/engine/guest_agent.h"

#include <chrono>

namespace sandbench::kubernetes {

namespace {

using namespace std::chrono_literals;

constexpr auto kShellPatience = 20s;
constexpr std::size_t kLongestGreeting = 64;

/// Nothing is sent before it: whatever reads the agent's bytes may read more than it needs. The
/// number comes back as a line of its own, since only then the machine is known.
constexpr const char* kGreeting = "printf '+%s\\n' \"$(uname -m)\"; read -r n; umask 022; ";

constexpr const char* kTake = "printf '!\\n'; head -c \"$n\" > \"$f\" || exit 1; ";

Result<std::string> readLine(ExecStream& stream, std::stop_token stop)
{
    const std::stop_callback onStop(stop, [&stream] { stream.wake(); });
    std::string line;
    for (const auto until = Clock::now() + kShellPatience;;) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while opening a sandbox");
        char said = 0;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        const auto n = stream.read({&said, 1}, std::max(left, 0ms));
        if (n.failedAs(ErrorCode::Cancelled))
            continue;
        if (!n)
            return n.error();
        if (*n == 0 || line.size() > kLongestGreeting)
            return Error(
                ErrorCode::Unavailable,
                "the container's shell did not take the agent: "
                    + oneLine(stream.complaint().empty() ? line : stream.complaint(), 300));
        if (said == '\n')
            return line;
        line += said;
    }
}

Result<void> hand(ExecStream& stream, std::stop_token stop)
{
    // Not moved out of its Result: GCC 12 takes that, optimised, for an uninitialised string.
    const auto greeting = readLine(stream, stop);
    if (!greeting)
        return greeting.error();
    if (!greeting->starts_with('+'))
        return Error(ErrorCode::Unsupported, "the container's shell is none");
    SANDBENCH_TRY(const auto agent, agentFor(greeting->substr(1)));
    const std::stop_callback onStop(stop, [&stream] { stream.close(); });
    SANDBENCH_TRY_VOID(stream.write(std::to_string(agent.size()) + "\n"));
    SANDBENCH_TRY_VOID(readLine(stream, stop));
    return stream.write(agent);
}

} // namespace

std::string ownScript()
{
    return std::string(kGreeting) + "cd /.sandbench && f=agent.part; " + kTake
        + "chmod 755 agent.part && mv agent.part agent && : > go && exec /.sandbench/agent attach";
}

std::string visitorScript(const std::string& sessionId)
{
    return kGreeting + makeAgentFolderScript(sessionId) + kTake + "\"$f\" hold " + sessionId
        + " </dev/null >/dev/null 2>&1 & exec \"$f\" attach " + sessionId;
}

std::string relayScript(const std::string& sessionId)
{
    return kGreeting + makeAgentFolderScript(sessionId) + kTake + "exec \"$f\" attach " + sessionId
        + " unlink";
}

Result<std::unique_ptr<ByteStream>> bringAgent(
    const KubeApi& api, const ExecTarget& target, const std::string& script, std::stop_token stop)
{
    SANDBENCH_TRY(auto stream, ExecStream::open(api, target, {"/bin/sh", "-c", script}, stop));
    if (auto handed = hand(*stream, stop); !handed) {
        stream->close();
        return handed.error();
    }
    return std::unique_ptr<ByteStream>(std::move(stream));
}

} // namespace sandbench::kubernetes
