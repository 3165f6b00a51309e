// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/system_call_filter.h"
#include "tests/support/frame_peer.h"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sandbench::test {

inline constexpr const char* kPython = "/usr/bin/python3";

/// What one request brought.
struct Outcome
{
    Json reply; ///< Null: none came in time.
    std::map<agent::Channel, std::string> data;
    std::vector<Json> events;

    const std::string& out() { return data[agent::Channel::Stdout]; }
    const std::string& err() { return data[agent::Channel::Stderr]; }
    int exitCode() const { return static_cast<int>(jsonInt(reply, "exit_code", -1)); }
    std::string cause() const { return jsonString(reply, "cause"); }
    std::string code() const { return jsonString(reply, "code"); }
};

/// The real `sandbench-agent`, started as an engine starts it, and a plain host for it.
/// Thread: one.
class AgentHarness : public FramePeer
{
public:
    struct Options
    {
        double ttlSeconds = 60;
        std::vector<std::string> scratch;
        std::string root; ///< Non-empty: chroot there; only the agent (and its emulator) is in it.
        bool twoPipes = false; ///< Instead of one socket.
        unsigned uid = 0; ///< Drop to it, where we are root.
        bool greet = true;
        bool containerRights = false; ///< Root with SETUID, SETGID and KILL only.
        bool inPidNamespace = false; ///< The agent is PID 1,
        bool sharesIpc = false; ///< and has this machine's shared memory all the same.
        std::string program = "sandbench-agent"; ///< Its name among the built programs.
        std::vector<std::string> command; ///< Starts the agent elsewhere; instead of the above.
        std::string emulator; ///< A static program that runs it: the path, or empty.
    };

    AgentHarness() = default;
    ~AgentHarness();

    /// False when it did not say hello.
    bool start(const Options& options);
    bool start() { return start(Options{}); }

    const Json& hello() const { return m_hello; }
    pid_t pid() const { return m_pid; }
    double secondsToHello() const { return m_secondsToHello; }

    std::uint32_t post(const Json& request);
    /// Collects all frames of @p stream up to its Reply and returns credit for its data.
    Outcome finish(std::uint32_t stream, std::chrono::seconds patience = std::chrono::seconds(20));
    Outcome call(const Json& request) { return finish(post(request)); }
    /// `kernel_start` of @p request's fields.
    Outcome startKernel(Json request, std::string_view source);
    /// The Python kernel, cold. @p more: other fields.
    Outcome startPython(const std::string& scratch, const Json& more = Json::object());
    /// `run` with a small environment.
    Outcome run(std::vector<std::string> argv, Json more = Json::object());
    std::uint32_t postRun(std::vector<std::string> argv, Json more = Json::object());

    /// Skips to the event of that name.
    bool waitForEvent(std::uint32_t stream, std::string_view name);

    /// Exit status of the agent, or -1 when it does not end in time.
    int waitForExit(std::chrono::milliseconds patience);

private:
    bool handshake(const Options& options);

    pid_t m_pid = -1;
    Json m_hello;
    std::uint32_t m_lastStream = 0;
    double m_secondsToHello = 0;
};

/// The path of a program of this build.
std::string builtProgram(const std::string& name);
/// The filter of system calls as a request has it.
Json filterOf(std::string_view machine, Sockets sockets = Sockets::UnixAndInternet);
/// Processes whose command line holds @p marker.
int countProcesses(const std::string& marker);
/// Polls @p condition for up to @p patience.
bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds patience);

} // namespace sandbench::test
