// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/spawn.h"

#include "core/agent/guest/call_observer.h"
#include "core/agent/guest/run_domain.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

namespace {

enum class Stage : int { User, Domain, Folder, Limits, Files, Terminal, Filter, Program };

struct SpawnFailure
{
    Stage stage;
    int error;
};

/// What the child needs, laid out before fork().
struct ChildPlan
{
    std::vector<char*> argv;
    std::vector<char*> env;
    std::vector<std::string> candidates; // full paths of argv[0]
};

std::vector<char*> pointersTo(const std::vector<std::string>& strings)
{
    std::vector<char*> out;
    for (const std::string& text : strings)
        out.push_back(const_cast<char*>(text.c_str()));
    out.push_back(nullptr);
    return out;
}

std::vector<std::string> candidatesFor(const std::string& program, std::string_view searchPath)
{
    if (program.find('/') != std::string::npos)
        return {program};
    std::vector<std::string> out;
    for (;;) {
        const auto colon = searchPath.find(':');
        const std::string_view folder = searchPath.substr(0, colon);
        out.push_back(std::string(folder.empty() ? "." : folder) + "/" + program);
        if (colon == std::string_view::npos)
            return out;
        searchPath.remove_prefix(colon + 1);
    }
}

[[noreturn]] void giveUp(int report, Stage stage)
{
    const SpawnFailure failure{stage, errno};
    [[maybe_unused]] const auto n = ::write(report, &failure, sizeof failure);
    ::_exit(127);
}

void resetSignals()
{
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// The child is the first that the kernel kills for memory: it inherits the agent's score, which is
/// raised for this moment. It cannot raise its own: until exec() it is not dumpable, as the agent
/// is not, and so its files in /proc are closed to it, and it to other programs.
pid_t forkToDieFirst(int oomScore)
{
    char before[16];
    const auto length = ::pread(oomScore, before, sizeof before, 0);
    const auto set = [oomScore](const char* text, ssize_t size) {
        if (size > 0) [[maybe_unused]]
            const auto n = ::pwrite(oomScore, text, static_cast<std::size_t>(size), 0);
    };
    if (length > 0)
        set("1000", 4);
    const pid_t pid = ::fork();
    if (pid == 0)
        return pid;
    const int error = errno;
    set(before, length);
    errno = error;
    return pid;
}

void closeFrom(unsigned first)
{
    if (::syscall(SYS_close_range, first, ~0U, 0U) == 0)
        return;
    // Before Linux 5.9. Whatever the agent holds lies low.
    for (int fd = static_cast<int>(first); fd < 4096; ++fd)
        ::close(fd);
}

/// What the child tells: why it could not start, and where its calls can be heard of, or -1.
struct ChildEnds
{
    int report, channel;
};

/// Puts the files in place and everything else away. Returns where the ends went.
ChildEnds arrangeFiles(const SpawnSpec& spec, ChildEnds ends)
{
    const int report = ends.report;
    const int count = static_cast<int>(spec.fds.size());
    // First out of the way of the low numbers, which may be sources themselves.
    int moved[8];
    for (int i = 0; i < count; ++i) {
        const int fd = spec.fds[static_cast<std::size_t>(i)];
        moved[i] = fd < 0 ? -1 : ::fcntl(fd, F_DUPFD_CLOEXEC, 64);
        if (fd >= 0 && moved[i] < 0)
            giveUp(report, Stage::Files);
    }
    const int highReport = ::fcntl(report, F_DUPFD_CLOEXEC, 64);
    const int highChannel = ends.channel < 0 ? -1 : ::fcntl(ends.channel, F_DUPFD_CLOEXEC, 64);
    if (highReport < 0)
        giveUp(report, Stage::Files);
    for (int i = 0; i < count; ++i)
        moved[i] < 0 ? ::close(i) : ::dup2(moved[i], i);
    ::dup3(highReport, count, O_CLOEXEC);
    if (highChannel >= 0)
        ::dup3(highChannel, count + 1, O_CLOEXEC);
    closeFrom(static_cast<unsigned>(count) + (highChannel >= 0 ? 2 : 1));
    return {count, highChannel >= 0 ? count + 1 : -1};
}

void applyLimits(const SpawnSpec& spec, int report)
{
    if (spec.openFiles)
        ::setrlimit(RLIMIT_NOFILE, &*spec.openFiles);
    for (const ResourceLimit& limit : spec.limits) {
        rlimit current = {};
        ::getrlimit(static_cast<__rlimit_resource_t>(limit.resource), &current);
        const rlimit wanted{
            std::min<rlim_t>(limit.soft, current.rlim_max),
            std::min<rlim_t>(limit.hard, current.rlim_max)};
        if (::setrlimit(static_cast<__rlimit_resource_t>(limit.resource), &wanted) != 0)
            giveUp(report, Stage::Limits);
    }
}

[[noreturn]] void
runChild(const SpawnSpec& spec, const ChildPlan& plan, ChildEnds ends, pid_t agent)
{
    int report = ends.report;
    ::setsid();
    // As long as its descriptor is open.
    if (spec.rights && spec.rights->domainRules && !enterNewDomain(spec.rights->domainRules.get()))
        giveUp(report, Stage::Domain);
    ends = arrangeFiles(spec, ends);
    report = ends.report;
    if (spec.terminal && ::ioctl(0, TIOCSCTTY, 0) != 0)
        giveUp(report, Stage::Terminal);
    if (spec.rights && !dropRights(*spec.rights))
        giveUp(report, Stage::User);
    // After the change of user, which the kernel lets undo this.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != agent)
        ::_exit(127);
    if (::chdir(spec.cwd.c_str()) != 0)
        giveUp(report, Stage::Folder);
    resetSignals();
    applyLimits(spec, report);
    if (spec.rights && !installFilter(*spec.rights, ends.channel))
        giveUp(report, Stage::Filter);
    int worst = ENOENT;
    for (const std::string& candidate : plan.candidates) {
        ::execve(candidate.c_str(), plan.argv.data(), plan.env.data());
        if (errno != ENOENT && errno != ENOTDIR)
            worst = errno;
        // As a shell does: a file that may not be executed does not hide a later one that may.
        if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
            break;
    }
    errno = worst;
    giveUp(report, Stage::Program);
}

} // namespace

/// Ours and the child's end; none: nobody hears of its calls.
static std::pair<UniqueFd, UniqueFd> makeChannel(const SpawnSpec& spec)
{
    int ends[2] = {-1, -1};
    if (!spec.observer || !spec.rights || spec.rights->observed.empty()
        || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return {};
    return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

Result<Spawned> spawnProcess(const SpawnSpec& spec)
{
    SANDBENCH_TRY(PipeEnds report, makePipe());
    const ChildPlan plan{
        pointersTo(spec.argv), pointersTo(spec.env),
        candidatesFor(spec.argv.at(0), spec.searchPath)};
    const pid_t agent = ::getpid();
    auto [heard, channel] = makeChannel(spec);
    const pid_t pid = forkToDieFirst(spec.rights ? spec.rights->oomScore.get() : -1);
    if (pid < 0)
        return Error::fromErrno(errno, "cannot start another process");
    if (pid == 0)
        runChild(spec, plan, {report.write.get(), channel ? channel.get() : -1}, agent);
    if (heard)
        spec.observer->expect(std::move(heard), spec.rights->filter);
    ::fcntl(report.read.get(), F_SETFL, O_NONBLOCK);
    return Spawned{pid, std::move(report.read)};
}

UniqueFd openNowhere()
{
    UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (null)
        return null;
    auto pipe = makePipe();
    return pipe ? std::move(pipe->read) : UniqueFd();
}

std::optional<Error> readSpawnFailure(int report, const SpawnSpec& spec)
{
    SpawnFailure failure = {};
    if (::read(report, &failure, sizeof failure) != sizeof failure)
        return std::nullopt;
    switch (failure.stage) {
    case Stage::User:
        return Error::fromErrno(failure.error, "cannot become the user of the programs");
    case Stage::Domain:
        return Error::fromErrno(failure.error, "cannot put a process into a Landlock domain");
    case Stage::Folder: {
        auto error = Error::fromErrno(failure.error, "cannot enter the working folder " + spec.cwd);
        // Not to be taken for a program that is not there.
        return error.code() == ErrorCode::NotFound
            ? Error(ErrorCode::InvalidArgument, error.message())
            : error;
    }
    case Stage::Limits:
        return Error::fromErrno(failure.error, "cannot set the limits of a process");
    case Stage::Files:
        return Error::fromErrno(failure.error, "cannot pass files to a process");
    case Stage::Terminal:
        return Error::fromErrno(failure.error, "cannot attach the terminal");
    case Stage::Filter:
        return Error::fromErrno(failure.error, "cannot put the system-call filter on a process");
    case Stage::Program:
        break;
    }
    return Error::fromErrno(failure.error, "cannot start " + spec.argv.at(0));
}

} // namespace sandbench::guest
