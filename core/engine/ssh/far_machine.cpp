// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ssh/far_machine.h"

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/engine/guest_agent.h"
#include "core/engine/outpost/outpost_program.h"
#include "core/engine/ssh/ssh_address.h"
#include "core/policy/system_call_filter.h"

#include <cerrno>
#include <sys/socket.h>

namespace sandbench::ssh {

namespace {

using namespace std::chrono_literals;

constexpr auto kLoginPatience = 30s;
constexpr auto kStartPatience = 20s;
/// Slow lines carry less than a megabyte a second.
constexpr auto kBringPatience = 120s;
/// What a shell over there says by itself, before ours runs.
constexpr int kMostForeignLines = 500;
constexpr std::string_view kMachineLine = "sandbench-machine ";
constexpr std::string_view kReadyLine = "sandbench-ready";
constexpr std::string_view kGoneLine = "sandbench-gone";

/// Takes the outpost's file from standard input and runs it. It removes its file itself; this does
/// where that did not come whole, or cannot run.
std::string bringingScript()
{
    return "trap '' HUP; printf 'sandbench-machine %s\\n' \"$(uname -m)\"; read -r n || exit 1; "
        + makeAgentFolderScript(randomHex(4))
        + "printf 'sandbench-ready\\n'; s=1; head -c \"$n\" > \"$f\"; "
          "if [ \"$(wc -c < \"$f\")\" -eq \"$n\" ]; then \"$f\" outpost hub; s=$?; fi; "
          "rm -f \"$f\"; rmdir \"$p\" 2>/dev/null; exit $s";
}

/// Starts another one from the program that hub @p pid runs.
std::string startingScript(pid_t pid, const std::string& mode, const std::string& name)
{
    const auto hub = std::to_string(pid);
    const auto program = "/proc/" + hub + "/exe";
    return "test -x " + program + " || { echo sandbench-gone; exit 1; }; exec " + program
        + " outpost " + mode + " " + hub + " " + name;
}

std::string shellLine(const std::string& script)
{
    return "exec sh -c " + net::shellQuoted(script);
}

/// The next line that begins with @p start, without that. Errors: readLine()'s; ConnectionLost also
/// for kGoneLine.
Result<std::string> lineAfter(
    SshStream& stream, std::string_view start, std::chrono::milliseconds patience,
    std::stop_token stop)
{
    for (int i = 0; i < kMostForeignLines; ++i) {
        SANDBENCH_TRY(const auto line, stream.readLine(patience, stop));
        if (line.starts_with(start))
            return line.substr(start.size());
        if (line == kGoneLine)
            return Error(ErrorCode::ConnectionLost, "the outpost there has ended");
    }
    return Error(ErrorCode::Protocol, "the shell there does nothing but talk");
}

} // namespace

std::shared_ptr<FarMachine::Hub> FarMachine::current() const
{
    const std::lock_guard lock(m_mutex);
    if (m_hub && (m_hub->isLost || m_hub->stream->hasEnded()))
        return nullptr;
    return m_hub;
}

Result<std::shared_ptr<FarMachine::Hub>> FarMachine::hub(std::stop_token stop)
{
    SANDBENCH_TRY(const auto guard, m_connecting.lock(stop));
    if (auto known = current())
        return known;
    SANDBENCH_TRY(auto made, connect(std::move(stop)));
    const std::lock_guard lock(m_mutex);
    m_hub = made;
    return made;
}

Result<std::shared_ptr<FarMachine::Hub>> FarMachine::connect(std::stop_token stop) const
{
    auto hub = std::make_shared<Hub>();
    SANDBENCH_TRY(hub->folder, PrivateFolder::create("", "sandbench-ssh"));
    const auto socket = hub->folder.path() + "/s";
    net::SshSharing first;
    if (net::isPlainSocket(socket)) {
        first = {socket, true};
        hub->sharing = {socket, false};
    }
    SANDBENCH_TRY(
        hub->stream,
        SshStream::open(m_machine, sshCommand(m_machine, shellLine(bringingScript()), first)));
    if (auto brought = bring(*hub, stop); !brought) {
        const auto code = brought.error().code();
        // Its reason is on standard error.
        if (code == ErrorCode::ConnectionLost)
            return connectionProblem(m_machine, hub->stream->said());
        return std::move(brought.error()).within("reaching " + m_machine.text());
    }
    return hub;
}

Result<void> FarMachine::bring(Hub& hub, std::stop_token stop) const
{
    auto& stream = *hub.stream;
    SANDBENCH_TRY(const auto machine, lineAfter(stream, kMachineLine, kLoginPatience, stop));
    SANDBENCH_TRY(const auto program, outpost::programFor(machine));
    SANDBENCH_TRY_VOID(stream.write(std::to_string(program.size()) + "\n"));
    const auto ready = lineAfter(stream, kReadyLine, kStartPatience, stop);
    if (!ready)
        return ready.error();
    {
        const std::stop_callback onStop(stop, [&stream] { stream.close(); });
        // Why it is not taken stands on standard error, and reading finds the end.
        (void)stream.write(program).has_value();
    }
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped while bringing the outpost");
    SANDBENCH_TRY(const auto greeting, lineAfter(stream, outpost::kGreeting, kBringPatience, stop));
    SANDBENCH_TRY(hub.greeting, outpost::readGreeting(std::string(outpost::kGreeting) + greeting));
    return {};
}

Result<outpost::Greeting> FarMachine::reach(std::stop_token stop)
{
    SANDBENCH_TRY(const auto known, hub(std::move(stop)));
    return known->greeting;
}

Result<std::unique_ptr<SshStream>>
FarMachine::start(const std::string& mode, const std::string& name, std::stop_token stop)
{
    SANDBENCH_TRY(const auto known, hub(stop));
    auto stream = startFrom(known, mode, name, stop);
    if (!stream.failedAs(ErrorCode::ConnectionLost))
        return stream;
    // Its end may not have been heard of yet, or what is left of it carries nothing new.
    known->isLost = true;
    SANDBENCH_TRY(const auto other, hub(stop));
    return startFrom(other, mode, name, std::move(stop));
}

Result<std::unique_ptr<SshStream>> FarMachine::startFrom(
    const std::shared_ptr<Hub>& hub, const std::string& mode, const std::string& name,
    std::stop_token stop) const
{
    const auto line = shellLine(startingScript(hub->greeting.pid, mode, name));
    SANDBENCH_TRY(
        auto stream, SshStream::open(m_machine, sshCommand(m_machine, line, hub->sharing)));
    stream->holdOn(hub);
    auto greeted = lineAfter(*stream, outpost::kGreeting, kLoginPatience, std::move(stop));
    if (greeted)
        return stream;
    return std::move(greeted.error()).within("reaching " + m_machine.text());
}

Result<Json>
FarMachine::ask(const Json& question, std::chrono::milliseconds patience, std::stop_token stop)
{
    const auto known = current();
    if (!known)
        return Error(ErrorCode::ConnectionLost, "there is no connection to " + m_machine.text());
    SANDBENCH_TRY(const auto guard, known->asking.lock(stop));
    SANDBENCH_TRY_VOID(known->stream->write(writeJson(question) + "\n"));
    const auto line = known->stream->readLine(patience, stop);
    if (!line) {
        known->isLost = true;
        return line.error();
    }
    return far::readAnswer(*line);
}

Result<std::string> FarMachine::filterFor(const std::string& machine)
{
    const std::lock_guard lock(m_mutex);
    if (m_filterMachine != machine) {
        SANDBENCH_TRY(m_filter, systemCallFilter(machine));
        m_filterMachine = machine;
    }
    return m_filter;
}

} // namespace sandbench::ssh
