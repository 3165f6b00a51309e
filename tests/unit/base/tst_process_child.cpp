// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "core/process/borrowed_process.h"
#include "core/process/child_process.h"
#include "core/process/spawn_thread.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace sandbench;
using namespace std::chrono_literals;

namespace {

SpawnSpec shell(const std::string& script)
{
    SpawnSpec spec;
    spec.program = "/bin/sh";
    spec.arguments = {"sh", "-c", script};
    spec.environment = {"PATH=/usr/bin:/bin"};
    return spec;
}

/// Everything that @p spec's program prints on descriptor 1.
std::string outputOf(SpawnSpec spec)
{
    auto output = makePipe();
    spec.fds = {-1, output->write.get(), 2};
    auto child = ChildProcess::spawn(spec);
    output->write.reset();
    std::string text;
    char chunk[4096];
    for (ssize_t n = 0; child && (n = ::read(output->read.get(), chunk, sizeof chunk)) > 0;)
        text.append(chunk, static_cast<std::size_t>(n));
    return child ? text : child.error().text();
}

} // namespace

class TestProcessChild : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsCodeFromSignal()
    {
        auto exits = ChildProcess::spawn(shell("exit 137"));
        QVERIFY(exits);
        const auto code = exits->wait(10s);
        QVERIFY(code);
        QCOMPARE(code->exitCode, std::optional<int>(137));
        QVERIFY(!code->signal);
        auto killed = ChildProcess::spawn(shell("kill -9 $$"));
        QVERIFY(killed);
        const auto signal = killed->wait(10s);
        QVERIFY(signal);
        QCOMPARE(signal->signal, std::optional<int>(SIGKILL));
        QVERIFY(!signal->exitCode);
        // Asked again, it still knows.
        QCOMPARE(killed->wait(0ms)->signal, std::optional<int>(SIGKILL));
    }

    void saysThatAProgramIsMissing()
    {
        SpawnSpec spec;
        spec.program = "/nonexistent/program";
        spec.arguments = {"program"};
        const auto child = ChildProcess::spawn(spec);
        QVERIFY(!child);
        QCOMPARE(child.error().code(), ErrorCode::NotFound);
    }

    void givesOnlyTheEnvironmentThatWasAskedFor()
    {
        ::setenv("SANDBENCH_TEST_CANARY", "1", 1);
        auto spec = shell("/usr/bin/env");
        spec.program = "/usr/bin/env";
        spec.arguments = {"env"};
        spec.environment = {"ONLY=this"};
        QCOMPARE(outputOf(spec), std::string("ONLY=this\n"));
    }

    void inheritsNoOtherDescriptor()
    {
        // Deliberately without close-on-exec, as a library of ours could have left it.
        const UniqueFd leaked(::open("/dev/null", O_RDONLY));
        QVERIFY(leaked);
        const auto script
            = "test -e /proc/self/fd/" + std::to_string(leaked.get()) + " && echo leaked";
        QCOMPARE(outputOf(shell(script + "; echo done")), std::string("done\n"));
    }

    void startsWithoutIgnoredSignals()
    {
        auto* before = std::signal(SIGPIPE, SIG_IGN);
        const auto text = outputOf(shell("grep -E 'SigIgn|SigBlk' /proc/self/status"));
        std::signal(SIGPIPE, before);
        QCOMPARE(text, std::string("SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"));
    }

    void becomesTheOtherUserOnly()
    {
        if (::geteuid() != 0)
            SKIP_WITHOUT("root", "only root may become somebody else");
        auto spec = shell("id -u; id -g; id -G; grep CapEff /proc/self/status");
        spec.identity = ProcessIdentity{61184, 61185};
        QCOMPARE(outputOf(spec), std::string("61184\n61185\n61185\nCapEff:\t0000000000000000\n"));
        QCOMPARE(::geteuid(), 0U);
        std::thread([] { QCOMPARE(::geteuid(), 0U); }).join();
    }

    void entersAUserNamespaceFirst()
    {
        auto owner = shell("exec unshare --user --map-root-user sh -c 'echo; exec sleep 60'");
        auto said = makePipe();
        QVERIFY(said);
        owner.fds = {-1, said->write.get(), -1};
        auto child = ChildProcess::spawn(owner);
        QVERIFY2(child, child ? "" : child.error().text().c_str());
        said->write.reset();
        char first = 0;
        if (::read(said->read.get(), &first, 1) != 1)
            SKIP_WITHOUT("local", "user namespaces are not to be had here");
        const auto path = "/proc/" + std::to_string(child->pid()) + "/ns/user";
        const UniqueFd inside(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        QVERIFY(inside);
        auto spec = shell("readlink /proc/self/ns/user");
        const auto outside = outputOf(spec);
        spec.userNamespace = inside.get();
        const auto text = outputOf(spec);
        QVERIFY2(text.starts_with("user:["), text.c_str());
        QVERIFY(text != outside);
        spec.userNamespace = said->read.get();
        const auto refused = ChildProcess::spawn(spec);
        QVERIFY(!refused);
        QVERIFY(refused.error().text().find("enter its namespaces") != std::string::npos);
    }

    void cutsResourceLimits()
    {
        auto spec = shell("ulimit -c; ulimit -n");
        spec.limits = {{RLIMIT_CORE, 0}, {RLIMIT_NOFILE, 77}};
        QCOMPARE(outputOf(spec), std::string("0\n77\n"));
    }

    void waitsUntilTheTimeIsOver()
    {
        auto child = ChildProcess::spawn(shell("exec sleep 60"));
        QVERIFY(child);
        const auto state = child->wait(20ms);
        QVERIFY(!state);
        QCOMPARE(state.error().code(), ErrorCode::Timeout);
    }

    void stopsWaitingWhenAsked()
    {
        auto child = ChildProcess::spawn(shell("exec sleep 60"));
        QVERIFY(child);
        std::stop_source stop;
        const std::jthread stopper([&stop] { stop.request_stop(); });
        const auto state = child->wait(60s, stop.get_token());
        QVERIFY(!state);
        QCOMPARE(state.error().code(), ErrorCode::Cancelled);
    }

    void killsAndReapsOnDestruction()
    {
        pid_t pid = -1;
        {
            auto child = ChildProcess::spawn(shell("exec sleep 60"));
            QVERIFY(child);
            pid = child->pid();
            QCOMPARE(::kill(pid, 0), 0);
        }
        QCOMPARE(::kill(pid, 0), -1);
    }

    void diesWithItsSpawnerAndNotWithACaller()
    {
        auto spawner = std::make_unique<SpawnThread>();
        auto spec = shell("exec sleep 60");
        spec.diesWithSpawner = true;
        Result<ChildProcess> child = Error(ErrorCode::Internal, "not started");
        std::thread([&] { child = spawner->spawn(spec); }).join();
        QVERIFY(child);
        const auto alive = child->wait(50ms);
        QVERIFY(!alive);
        QCOMPARE(alive.error().code(), ErrorCode::Timeout);
        spawner.reset();
        const auto state = child->wait(10s);
        QVERIFY(state);
        QCOMPARE(state->signal, std::optional<int>(SIGKILL));
    }

    void spawnsFromManyThreadsAtOnce()
    {
        SpawnThread spawner;
        std::atomic<int> good = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 16; ++i)
                threads.emplace_back([&, i] {
                    auto child = spawner.spawn(shell("exit " + std::to_string(i)));
                    const auto state = child ? child->wait(30s) : Result<ExitState>(child.error());
                    if (state && state->exitCode == i)
                        ++good;
                });
        }
        QCOMPARE(good.load(), 16);
    }

    void borrowsAProcessThatHasOurMemoryAndItsOwnDescriptors()
    {
        struct Shared
        {
            int fd = -1;
            long pid = 0, closed = -1;
        };
        const auto pipe = makePipe();
        QVERIFY(pipe);
        std::atomic<int> good = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&] {
                    Shared shared{pipe->write.get()};
                    const auto ran = inBorrowedProcess(
                        [](void* argument) {
                            auto& mine = *static_cast<Shared*>(argument);
                            mine.pid = ::syscall(SYS_getpid);
                            mine.closed = ::syscall(SYS_close, mine.fd);
                        },
                        &shared);
                    if (ran && shared.closed == 0 && shared.pid > 0 && shared.pid != ::getpid())
                        ++good;
                });
        }
        QCOMPARE(good.load(), 8);
        QCOMPARE(::fcntl(pipe->write.get(), F_GETFD), FD_CLOEXEC);
    }
};

SANDBENCH_TEST(TestProcessChild);
#include "tst_process_child.moc"
