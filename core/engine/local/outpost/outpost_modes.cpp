// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/outpost/outpost_modes.h"

#include "core/agent/guest/holder.h"
#include "core/agent/guest/place.h"
#include "core/base/fd.h"
#include "core/engine/cgroup/group_list.h"
#include "core/engine/local/outpost/ask_socket.h"
#include "core/engine/local/outpost/enter_sandbox.h"
#include "core/engine/local/outpost/placed_sandbox.h"
#include "core/engine/outpost/outpost_protocol.h"
#include "core/engine/this_machine.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace sandbench::local {

namespace {

using namespace std::chrono_literals;

/// Whoever needs a hub again brings another one.
constexpr auto kIdleHub = 15min;
constexpr auto kShortAsk = 2s;
/// Its processes have two seconds, and so has each of its control groups.
constexpr auto kEndAsk = 10s;
constexpr std::size_t kMostListed = 500;

bool say(const std::string& text)
{
    return writeAll(STDOUT_FILENO, text).has_value();
}

bool sayAnswer(const Json& answer)
{
    return say(writeJson(answer) + "\n");
}

bool greet()
{
    utsname machine = {};
    ::uname(&machine);
    return say(outpost::writeGreeting(
        {outpost::kVersion, ::getpid(), machine.machine, machine.nodename,
         capacityOfThisMachine()}));
}

/// What all may know of each sandbox of this user.
Json listPlaces()
{
    Json list = Json::array();
    for (const auto& name : namesOfPlaces()) {
        const auto line = ask(name, R"({"ask":"info"})", kShortAsk);
        const auto answer = line ? outpost::readAnswer(*line) : Result<Json>(line.error());
        if (!answer || list.size() >= kMostListed)
            continue;
        Json brief = {{"name", name}};
        for (const char* key : {"session", "owner", "kept", "created"})
            brief[key] = jsonField(*answer, key);
        list.push_back(std::move(brief));
    }
    return {{"sandboxes", std::move(list)}};
}

Json answerFor(const std::string& line)
{
    const auto object = outpost::readAnswer(line);
    const auto what = object ? jsonString(*object, "ask") : std::string();
    if (what == "list")
        return listPlaces();
    const auto name = object ? jsonString(*object, "of") : std::string();
    if (!outpost::isPlaceName(name))
        return outpost::errorJson({ErrorCode::InvalidArgument, "there is no such question"});
    const auto answer = ask(
        name, writeJson({{"ask", what}}),
        what == "end" ? std::chrono::milliseconds(kEndAsk) : std::chrono::milliseconds(kShortAsk));
    const auto read = answer ? outpost::readAnswer(*answer) : Result<Json>(answer.error());
    return read ? *read : outpost::errorJson(read.error());
}

/// The next line of standard input; nothing when it ended, or nobody said anything for long.
class HubLines
{
public:
    std::optional<std::string> next()
    {
        for (;;) {
            if (const auto end = m_heard.find('\n'); end != std::string::npos) {
                auto line = m_heard.substr(0, end);
                m_heard.erase(0, end + 1);
                return line;
            }
            pollfd polled = {STDIN_FILENO, POLLIN, 0};
            const auto idle = std::chrono::milliseconds(kIdleHub).count();
            if (m_heard.size() > outpost::kMostLineBytes
                || ::poll(&polled, 1, static_cast<int>(idle)) <= 0)
                return std::nullopt;
            char bytes[4096];
            const auto n = ::read(STDIN_FILENO, bytes, sizeof bytes);
            if (n <= 0)
                return std::nullopt;
            m_heard.append(bytes, static_cast<std::size_t>(n));
        }
    }

private:
    std::string m_heard;
};

/// In a process of its own, which has nothing of the connection.
int beside(const outpost::OpenRequest& request, UniqueFd report)
{
    ::setsid();
    const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nothing.get(), fd);
    return ::chdir("/") == 0 ? placeSandbox(request, report.release()) : 1;
}

int streamTo(const Json& report)
{
    const auto name = jsonString(report, "name");
    const auto init = static_cast<pid_t>(jsonInt(report, "init"));
    const auto user = static_cast<uid_t>(jsonInt(report, "uid"));
    if (const auto entered = enterSandbox(init, user); !entered) {
        sayAnswer(outpost::errorJson(entered.error()));
        return 1;
    }
    return sayAnswer(report) ? guest::relay(name, STDIN_FILENO, STDOUT_FILENO) : 1;
}

/// Answers with the report of @p line or with its error, and streams after the former.
int goOnWith(const Result<std::string>& line)
{
    const auto report = line ? outpost::readAnswer(*line) : Result<Json>(line.error());
    if (report)
        return streamTo(*report);
    sayAnswer(outpost::errorJson(report.error()));
    return 1;
}

} // namespace

int runHub()
{
    // Whoever ends us now leaves no file.
    (void)guest::removeSelf().has_value();
    if (!greet())
        return 1;
    for (HubLines lines;;) {
        const auto line = lines.next();
        if (!line)
            break;
        // Only so that we know we are needed.
        if (!line->empty() && !sayAnswer(answerFor(*line)))
            break;
    }
    // Of sandboxes that were killed together with whoever would have cleaned up.
    if (const auto tree = cgroup::openCgroupTree())
        cgroup::removeStaleGroups(*tree);
    return 0;
}

int openSandbox()
{
    if (!greet())
        return 1;
    const auto line = readLineFrom(STDIN_FILENO);
    const auto request
        = line ? outpost::readOpenRequest(*line) : Result<outpost::OpenRequest>(line.error());
    if (!request) {
        sayAnswer(outpost::errorJson(request.error()));
        return 1;
    }
    auto report = makePipe();
    const pid_t child = report ? ::fork() : -1;
    if (child < 0)
        return goOnWith(Error::fromErrno(errno, "cannot start a process"));
    if (child == 0) {
        report->read.reset();
        ::_exit(beside(*request, std::move(report->write)));
    }
    report->write.reset();
    return goOnWith(readLineFrom(report->read.get()).within("making the sandbox there"));
}

int attachSandbox(const std::string& name)
{
    if (!greet())
        return 1;
    return goOnWith(ask(name, R"({"ask":"info"})", kShortAsk));
}

} // namespace sandbench::local
