// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/agent_harness.h"
#include "core/base/clock.h"
#include "core/base/embedded.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace sandbench::test {

using namespace std::chrono_literals;
using agent::FrameType;

AgentHarness::~AgentHarness()
{
    hangUp();
    if (m_pid > 0 && waitForExit(8s) == -1) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
}

std::string builtProgram(const std::string& name)
{
    const char* folder = std::getenv("SANDBENCH_TEST_BIN");
    return std::string(folder ? folder : ".") + "/" + name;
}

/// Where the new root has @p program; it is copied there.
static std::string bringAlong(const AgentHarness::Options& options, const std::string& program)
{
    if (options.root.empty() || program.empty())
        return program;
    const auto path = "/" + std::filesystem::path(program).filename().string();
    std::filesystem::copy_file(program, options.root + path);
    return path;
}

/// What exec() then gives back to root is bounded by this.
static bool keepContainerRights()
{
    for (int right = 0; right <= CAP_LAST_CAP; ++right) {
        if (right == CAP_SETUID || right == CAP_SETGID || right == CAP_KILL)
            continue;
        if (::prctl(PR_CAPBSET_DROP, right) != 0 && errno != EINVAL)
            return false;
    }
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

[[noreturn]] static void becomeAgent(
    const AgentHarness::Options& options, const char* path, const char* emulator, int in, int out)
{
    ::dup2(in, 0);
    ::dup2(out, 1);
    if (!options.command.empty()) {
        std::vector<char*> words;
        for (const auto& word : options.command)
            words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        ::execvp(words[0], words.data());
        ::_exit(99);
    }
    if (options.inPidNamespace) {
        // The first child is PID 1; whoever waits for us waits for it.
        if (::unshare(CLONE_NEWPID | CLONE_NEWNS | (options.sharesIpc ? 0 : CLONE_NEWIPC)) != 0)
            ::_exit(98);
        const pid_t init = ::fork();
        if (init > 0) {
            ::close(0);
            ::close(1);
            int status = 0;
            ::waitpid(init, &status, 0);
            ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 97);
        }
        // A /proc of that namespace, private to it.
        if (std::system("mount --make-rprivate / && mount -t proc proc /proc") != 0
            || (!options.sharesIpc && std::system("mount -t tmpfs tmpfs /dev/shm") != 0))
            ::_exit(98);
    }
    if (!options.root.empty() && (::chroot(options.root.c_str()) != 0 || ::chdir("/") != 0))
        ::_exit(99);
    if (options.containerRights && !keepContainerRights())
        ::_exit(99);
    if (options.uid != 0 && (::setgid(options.uid) != 0 || ::setuid(options.uid) != 0))
        ::_exit(99);
    if (*emulator != '\0')
        ::execl(emulator, emulator, path, nullptr);
    else
        ::execl(path, "sandbench-agent", nullptr);
    ::_exit(99);
}

bool AgentHarness::start(const Options& options)
{
    UniqueFd theirIn;
    UniqueFd theirOut;
    if (options.twoPipes) {
        auto down = makePipe();
        auto up = makePipe();
        if (!down || !up)
            return false;
        theirIn = std::move(down->read);
        m_in = std::move(down->write);
        theirOut = std::move(up->write);
        m_out = std::move(up->read);
    } else {
        auto pair = makeSocketPair();
        if (!pair)
            return false;
        m_in = std::move(pair->first);
        m_out.reset(::dup(m_in.get()));
        theirIn = std::move(pair->second);
        theirOut.reset(::dup(theirIn.get()));
    }
    const auto path = bringAlong(options, builtProgram(options.program));
    const auto emulator = bringAlong(options, options.emulator);
    const auto begin = Clock::now();
    m_pid = ::fork();
    if (m_pid == 0) {
        // Neither may the agent hold the host's ends, or it would never read the end of its input.
        ::close(m_in.release());
        ::close(m_out.release());
        becomeAgent(options, path.c_str(), emulator.c_str(), theirIn.get(), theirOut.get());
    }
    theirIn.reset();
    theirOut.reset();
    const auto first = next(10s);
    m_secondsToHello = std::chrono::duration<double>(Clock::now() - begin).count();
    if (!first || first->type != FrameType::Hello)
        return false;
    m_hello = Json::parse(first->payload, nullptr, false);
    return !options.greet || handshake(options);
}

bool AgentHarness::handshake(const Options& options)
{
    send(
        FrameType::Hello, 0,
        Json{
            {"protocol", agent::kProtocolVersion},
            {"ttl_seconds", options.ttlSeconds},
            {"scratch", options.scratch}});
    return jsonInt(m_hello, "protocol") == agent::kProtocolVersion;
}

std::uint32_t AgentHarness::post(const Json& request)
{
    send(FrameType::Request, ++m_lastStream, request);
    return m_lastStream;
}

Outcome AgentHarness::startKernel(Json request, std::string_view source)
{
    request["verb"] = "kernel_start";
    const auto stream = post(request);
    sendData(stream, agent::Channel::File, source);
    sendEof(stream, agent::Channel::File);
    return finish(stream);
}

std::uint32_t AgentHarness::postRun(std::vector<std::string> argv, Json more)
{
    more["verb"] = "run";
    more["argv"] = std::move(argv);
    if (!more.contains("env"))
        more["env"] = {{"PATH", "/usr/bin:/bin"}};
    return post(more);
}

Outcome AgentHarness::startPython(const std::string& scratch, const Json& more)
{
    Json request
        = {{"kernel", "python"},
           {"argv", {kPython, "-I"}},
           {"env", {{"PATH", "/usr/bin:/bin"}}},
           {"warm", "never"},
           {"scratch", Json::array({scratch})}};
    request.update(more);
    return startKernel(std::move(request), embeddedFile("guest/python_kernel.py").value_or(""));
}

Outcome AgentHarness::run(std::vector<std::string> argv, Json more)
{
    return finish(postRun(std::move(argv), std::move(more)));
}

Outcome AgentHarness::finish(std::uint32_t stream, std::chrono::seconds patience)
{
    Outcome outcome;
    const auto until = Clock::now() + patience;
    while (Clock::now() < until) {
        const auto frame = next(std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()));
        if (!frame)
            return outcome;
        if (frame->stream != stream)
            continue;
        if (frame->type == FrameType::Data) {
            outcome.data[frame->channel()] += frame->data();
            sendCredit(stream, frame->channel(), static_cast<std::uint32_t>(frame->data().size()));
        } else if (frame->type == FrameType::Event) {
            outcome.events.push_back(Json::parse(frame->payload, nullptr, false));
        } else if (frame->type == FrameType::Reply) {
            outcome.reply = Json::parse(frame->payload, nullptr, false);
            return outcome;
        }
    }
    return outcome;
}

bool AgentHarness::waitForEvent(std::uint32_t stream, std::string_view name)
{
    while (const auto frame = next(10s)) {
        if (frame->type == FrameType::Event && frame->stream == stream
            && jsonString(Json::parse(frame->payload, nullptr, false), "event") == name)
            return true;
    }
    return false;
}

int AgentHarness::waitForExit(std::chrono::milliseconds patience)
{
    int status = 0;
    const bool ended
        = eventually([&] { return ::waitpid(m_pid, &status, WNOHANG) != 0; }, patience);
    if (!ended)
        return -1;
    m_pid = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Json filterOf(std::string_view machine, Sockets sockets)
{
    const auto program = systemCallFilter(machine, sockets).value_or("");
    auto numbers = Json::array();
    for (std::size_t at = 0; at + 8 <= program.size(); at += 8) {
        std::uint64_t number = 0;
        std::memcpy(&number, program.data() + at, 8);
        numbers.push_back(number);
    }
    return numbers;
}

int countProcesses(const std::string& marker)
{
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "cmdline");
        std::stringstream text;
        text << file.rdbuf();
        if (text.str().find(marker) != std::string::npos)
            ++count;
    }
    return count;
}

bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds patience)
{
    const auto until = Clock::now() + patience;
    while (!condition()) {
        if (Clock::now() > until)
            return false;
        ::poll(nullptr, 0, 2);
    }
    return true;
}

} // namespace sandbench::test
