// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/program/outpost_modes.h"

#include "core/agent/guest/holder.h"
#include "core/agent/guest/place.h"
#include "core/base/fd.h"
#include "core/engine/cgroup/group_list.h"
#include "core/engine/outpost/outpost_protocol.h"
#include "core/engine/outpost/program/ask_socket.h"
#include "core/engine/outpost/program/enter_sandbox.h"
#include "core/engine/outpost/program/placed_sandbox.h"
#include "core/engine/this_machine.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <vector>

namespace sandbench::outpost {

namespace {

using namespace std::chrono_literals;

/// A connection may end without a word.
constexpr auto kSilentHub = 15min;
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
    return say(writeGreeting(
        {kVersion, ::getpid(), machine.machine, machine.nodename, capacityOfThisMachine()}));
}

/// The reports of this user's sandboxes.
std::vector<Json> places()
{
    std::vector<Json> list;
    for (const auto& name : namesOfPlaces()) {
        const auto line = ask(name, R"({"ask":"info"})", kShortAsk);
        auto answer = line ? far::readAnswer(*line) : Result<Json>(line.error());
        if (answer)
            list.push_back(*std::move(answer));
    }
    return list;
}

Json listPlaces()
{
    Json list = Json::array();
    for (const auto& place : places()) {
        if (list.size() >= kMostListed)
            break;
        Json brief = Json::object();
        for (const char* key : {"name", "session", "owner", "kept", "created"})
            brief[key] = jsonField(place, key);
        list.push_back(std::move(brief));
    }
    return {{"sandboxes", std::move(list)}};
}

/// Whether whoever started us has ended: it says nothing more, but its ssh still listens. A
/// connection that broke does neither.
bool hasUserEnded()
{
    pollfd output = {STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) >= 0 && (output.revents & (POLLERR | POLLHUP)) == 0;
}

void endOwnPlaces()
{
    for (const auto& place : places())
        if (jsonInt(place, "hub") == ::getpid() && !jsonBool(place, "kept"))
            (void)ask(jsonString(place, "name"), R"({"ask":"end"})", kEndAsk).has_value();
}

Json answerFor(const std::string& line)
{
    const auto object = far::readAnswer(line);
    const auto what = object ? jsonString(*object, "ask") : std::string();
    if (what == "list")
        return listPlaces();
    const auto name = object ? jsonString(*object, "of") : std::string();
    if (!isPlaceName(name))
        return far::errorJson({ErrorCode::InvalidArgument, "there is no such question"});
    const auto answer = ask(
        name, writeJson({{"ask", what}}),
        what == "end" ? std::chrono::milliseconds(kEndAsk) : std::chrono::milliseconds(kShortAsk));
    const auto read = answer ? far::readAnswer(*answer) : Result<Json>(answer.error());
    return read ? *read : far::errorJson(read.error());
}

bool hasOwnPlaces()
{
    const auto list = places();
    return std::any_of(list.begin(), list.end(), [](const Json& place) {
        return jsonInt(place, "hub") == ::getpid();
    });
}

/// The next line of standard input; nothing when it ended, or nobody said anything for long who has
/// a sandbox: whoever needs a hub again brings another one.
class HubLines
{
public:
    bool hasEnded() const { return m_hasEnded; } ///< Not only for now.
    std::optional<std::string> next()
    {
        for (;;) {
            if (const auto end = m_heard.find('\n'); end != std::string::npos) {
                auto line = m_heard.substr(0, end);
                m_heard.erase(0, end + 1);
                return line;
            }
            pollfd polled = {STDIN_FILENO, POLLIN, 0};
            const auto silence = std::chrono::milliseconds(kSilentHub).count();
            const int ready = ::poll(&polled, 1, static_cast<int>(silence));
            if (ready == 0 && hasOwnPlaces())
                continue;
            if (ready <= 0 || m_heard.size() > far::kMostLineBytes)
                return std::nullopt;
            char bytes[4096];
            const auto n = ::read(STDIN_FILENO, bytes, sizeof bytes);
            m_hasEnded = n == 0;
            if (n <= 0)
                return std::nullopt;
            m_heard.append(bytes, static_cast<std::size_t>(n));
        }
    }

private:
    std::string m_heard;
    bool m_hasEnded = false;
};

/// In a process of its own, which has nothing of the connection.
int beside(const OpenRequest& request, pid_t hub, UniqueFd report)
{
    ::setsid();
    const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nothing.get(), fd);
    return ::chdir("/") == 0 ? placeSandbox(request, hub, report.release()) : 1;
}

int streamTo(const Json& report)
{
    const auto name = jsonString(report, "name");
    const auto init = static_cast<pid_t>(jsonInt(report, "init"));
    const auto user = static_cast<uid_t>(jsonInt(report, "uid"));
    if (const auto entered = enterSandbox(init, user); !entered) {
        sayAnswer(far::errorJson(entered.error()));
        return 1;
    }
    return sayAnswer(report) ? guest::relay(name, STDIN_FILENO, STDOUT_FILENO) : 1;
}

/// Answers with the report of @p line or with its error, and streams after the former.
int goOnWith(const Result<std::string>& line)
{
    const auto report = line ? far::readAnswer(*line) : Result<Json>(line.error());
    if (report)
        return streamTo(*report);
    sayAnswer(far::errorJson(report.error()));
    return 1;
}

} // namespace

int runHub()
{
    // Whoever ends us now leaves no file.
    (void)guest::removeSelf().has_value();
    if (!greet())
        return 1;
    HubLines lines;
    while (const auto line = lines.next())
        if (!sayAnswer(answerFor(*line)))
            break;
    if (lines.hasEnded() && hasUserEnded())
        endOwnPlaces();
    // Of sandboxes that were killed together with whoever would have cleaned up.
    if (const auto tree = cgroup::openCgroupTree())
        cgroup::removeStaleGroups(*tree);
    return 0;
}

int openSandbox(pid_t hub)
{
    if (!greet())
        return 1;
    const auto line = readLineFrom(STDIN_FILENO);
    const auto request = line ? readOpenRequest(*line) : Result<OpenRequest>(line.error());
    if (!request) {
        sayAnswer(far::errorJson(request.error()));
        return 1;
    }
    auto report = makePipe();
    const pid_t child = report ? ::fork() : -1;
    if (child < 0)
        return goOnWith(Error::fromErrno(errno, "cannot start a process"));
    if (child == 0) {
        report->read.reset();
        ::_exit(beside(*request, hub, std::move(report->write)));
    }
    report->write.reset();
    return goOnWith(readLineFrom(report->read.get()).within("making the sandbox there"));
}

int attachSandbox(pid_t hub, const std::string& name)
{
    if (!greet())
        return 1;
    return goOnWith(ask(name, writeJson({{"ask", "info"}, {"hub", hub}}), kShortAsk));
}

} // namespace sandbench::outpost
