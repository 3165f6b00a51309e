// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/baseline.h"

#include "core/base/fd.h"
#include "core/language/host_tools.h"
#include "core/process/own_usage.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr unsigned kNobody = 65534;

// Between fork and exec: only calls that are safe there.
[[noreturn]] void become(char* const* argv, bool asNobody, int output)
{
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(output >= 0 ? output : nothing, STDOUT_FILENO);
    ::dup2(nothing, STDERR_FILENO);
    if (asNobody && ::geteuid() == 0
        && (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0))
        ::_exit(126);
    ::execv(argv[0], argv);
    ::_exit(127);
}

void drainPipe(int fd)
{
    std::array<char, 65536> chunk;
    for (;;) {
        const auto n = ::read(fd, chunk.data(), chunk.size());
        if (n == 0 || (n < 0 && errno != EINTR))
            return;
    }
}

Result<std::string> pathOf(const std::string& program)
{
    auto path = findHostTool(program);
    if (path.empty())
        return Error(ErrorCode::Unavailable, program + " is not installed on this machine");
    return path;
}

Result<Command> bareSandbox()
{
    SANDBENCH_TRY(const auto bwrap, pathOf("bwrap"));
    SANDBENCH_TRY(const auto python, pathOf("python3"));
    return Command{
        {bwrap,
         "--unshare-all",
         "--die-with-parent",
         "--new-session",
         "--clearenv",
         "--setenv",
         "PATH",
         "/usr/bin:/bin",
         "--ro-bind",
         "/usr",
         "/usr",
         "--symlink",
         "usr/bin",
         "/bin",
         "--symlink",
         "usr/lib",
         "/lib",
         "--symlink",
         "usr/lib64",
         "/lib64",
         "--proc",
         "/proc",
         "--dev",
         "/dev",
         "--tmpfs",
         "/tmp",
         python,
         "-c",
         "pass"},
        true};
}

class HostBaselines : public Baselines
{
public:
    std::string bareId() const override { return "baseline_bwrap_python"; }
    std::string pythonPrefix() const override { return "baseline_host_"; }
    Result<double> bare() override
    {
        SANDBENCH_TRY(const auto command, bareSandbox());
        return timeCommand(command);
    }
    Result<double> python(const std::string& code, bool drain) override
    {
        SANDBENCH_TRY(const auto python, pathOf("python3"));
        return timeCommand({{python, "-c", code}, false, drain});
    }
};

} // namespace

double residentMegabytes()
{
    return static_cast<double>(ownUsage().residentBytes) / (1 << 20);
}

Result<double> timeCommand(const Command& command)
{
    std::vector<char*> argv;
    for (const auto& argument : command.argv)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    PipeEnds pipe;
    if (command.drain) {
        SANDBENCH_TRY(pipe, makePipe());
    }
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child < 0)
        return Error::fromErrno(errno, "cannot start " + command.argv[0]);
    if (child == 0)
        become(argv.data(), command.asNobody, pipe.write.get());
    pipe.write.reset();
    if (pipe.read)
        drainPipe(pipe.read.get());
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return Error(ErrorCode::Unavailable, command.argv[0] + " did not run to its end");
    return took.count();
}

std::unique_ptr<Baselines> hostBaselines()
{
    return std::make_unique<HostBaselines>();
}

} // namespace sandbench::cli
