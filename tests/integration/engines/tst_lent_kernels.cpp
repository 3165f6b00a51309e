// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/cgroup_files.h"
#include "core/engine/local/bwrap_command.h"
#include "core/engine/local/local_host.h"
#include "core/policy/system_call_filter.h"
#include "core/session/run_plan.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;

namespace {

/// All that a process can find out about itself and that could tell a copy from an interpreter
/// which the agent has started. What two sandboxes of any kind differ in is left out, and of how
/// many mounts /etc is made.
const std::string kWhoAmI = R"py(
import ctypes, os, re, sys
print(*(line for line in open("/proc/self/status") if line.startswith(("Umask", "Uid", "Gid", "Groups", "NSpid", "NSsid",
    "Threads", "Sig", "Shd", "Cap", "NoNewPrivs", "Seccomp", "Speculation", "CoreDumping"))), sep="")
for name in ("limits", "cgroup", "oom_score_adj", "cmdline", "setgroups", "timerslack_ns", "coredump_filter"):
    print(name, repr(open("/proc/self/" + name).read()))
print(sorted(os.environ.items()), sorted(open("/proc/self/environ", "rb").read().split(b"\0")))
print(sys.path, sys.flags, sys.argv, sys.executable, sorted(sys.modules))
print([(fd, re.sub("[0-9]+", "N", os.readlink("/proc/self/fd/" + fd))) for fd in os.listdir("/proc/self/fd")
    if os.path.lexists("/proc/self/fd/" + fd)])
print(sorted(name for name in os.listdir("/proc") if name.isdigit()))
print(os.getppid(), os.getpid(), os.getsid(0), os.getpgrp(), os.getcwd(), os.uname().nodename, os.getpriority(0, 0),
    os.sched_getscheduler(0), os.sched_getaffinity(0))
print([re.sub("id=[0-9]+", "id=N", " ".join(line.split()[3:])) for line in open("/proc/self/mountinfo")
    if not line.split()[4].startswith("/etc")])
print(os.readlink("/proc/self/exe"), sorted({line.split()[-1] for line in open("/proc/self/maps") if "/" in line}))
libc = ctypes.CDLL(None, use_errno=True)
print([(libc.unshare(flag), ctypes.get_errno()) for flag in (0x10000000, 0x20000, 0x20000000, 0x40000000)])
print([libc.prctl(number, 0, 0, 0, 0) for number in (2, 3, 27, 39)])
for target in (os.getppid(), 1):
    for name in ("mem", "environ", "root", "ns/user"):
        try:
            os.open("/proc/%d/%s" % (target, name), os.O_RDONLY)
            print("opened", name)
        except OSError as error:
            print(name, error.errno)
)py";

/// All that a program can read below /etc.
const std::string kConfiguration = R"py(
import os
for folder, folders, files in os.walk("/etc"):
    folders.sort()
    for path in sorted(os.path.join(folder, name) for name in folders + files):
        if os.path.islink(path):
            print(path, os.readlink(path))
        elif os.access(path, os.R_OK):
            print(path, os.path.isfile(path) and hash(open(path, "rb").read()))
try:
    open("/etc/passwd", "a")
except OSError as error:
    print(error.strerror)
)py";

/// Of the interpreter behind the kernels, that of the first engine; 0 = there is none.
pid_t zygoteOfThisProcess()
{
    const auto mine = "\nPPid:\t" + std::to_string(::getpid()) + "\n";
    for (const auto& name : QDir("/proc").entryList(QDir::Dirs)) {
        const auto process = "/proc/" + name.toStdString();
        const auto command = cgroup::readControl(process + "/cmdline").value_or("");
        if (command.find(local::zygoteArguments({}).at(6)) != std::string::npos
            && cgroup::readControl(process + "/status").value_or("").find(mine)
                != std::string::npos)
            return name.toInt();
    }
    return 0;
}

bool isLent(const Session& session)
{
    return session.description().find("copy of a warm interpreter") != std::string::npos;
}

} // namespace

/// Kernels that come from outside of a sandbox: core/engine/local/zygote.h.
class TestLentKernels : public QObject
{
    Q_OBJECT

private:
    /// A session with a lent kernel; the engine makes its zygote after some without.
    std::unique_ptr<Session> lent(const std::function<void(SessionSpec&)>& change = {})
    {
        constexpr int kMostTries = 500;
        for (int i = 0; i < kMostTries; ++i) {
            SessionSpec spec;
            spec.warm = Warm::Never;
            if (change)
                change(spec);
            auto session = m_sessions->open(spec);
            if (!session || isLent(*session))
                return session;
        }
        return nullptr;
    }

    static std::string output(Session& session, const std::string& code)
    {
        const auto record = runIn(session, "python", code);
        return record.exitCode == 0 ? record.stdoutBytes
                                    : "FAILED " + record.stderrBytes + record.evidence;
    }

    std::unique_ptr<TestEngine> m_sessions;

private Q_SLOTS:
    void init()
    {
        m_sessions = std::make_unique<TestEngine>("local");
        if (const auto whyNot = m_sessions->whyNot(); !whyNot.empty())
            SKIP_WITHOUT("local", whyNot.c_str());
    }

    void cleanup()
    {
        QCOMPARE(leftovers(), std::vector<std::string>());
        m_sessions.reset();
        QCOMPARE(zygoteOfThisProcess(), 0);
    }

    void noProgramCanTellACopyFromAnInterpreterOfItsOwn()
    {
        const auto own = m_sessions->open();
        QVERIFY(own);
        QVERIFY(!isLent(*own));
        const auto copy = lent();
        QVERIFY2(copy, m_sessions->problem().c_str());
        const auto said = output(*own, kWhoAmI);
        QVERIFY2(said.find("CapBnd:\t0000000000000000") != std::string::npos, said.c_str());
        const auto saidToo = output(*copy, kWhoAmI);
        const auto differs
            = std::mismatch(said.begin(), said.end(), saidToo.begin(), saidToo.end());
        if (differs.first != said.end() || differs.second != saidToo.end())
            qWarning(
                "%s",
                std::string(differs.first, std::min(differs.first + 300, said.end())).c_str());
        QCOMPARE(std::string(differs.second, saidToo.end()), std::string());
        QCOMPARE(saidToo.size(), said.size());
        // The second of a sandbox, whose server is the copy as well.
        QCOMPARE(output(*copy, "print(6 * 7)"), std::string("42\n"));
    }

    /// A zygote has it ready in one mount; without one it is put together for each sandbox.
    void everySandboxHasTheSameConfiguration()
    {
        const std::string mounts
            = "print({line.split()[4] for line in open('/proc/self/mountinfo') "
              "if line.split()[4].startswith('/etc')})";
        SessionSpec spec;
        spec.env = {{"PYTHONHASHSEED", "0"}};
        const auto own = m_sessions->open(spec);
        QVERIFY(lent());
        const auto prepared = m_sessions->open(spec);
        QVERIFY2(own && prepared, m_sessions->problem().c_str());
        QCOMPARE(output(*prepared, mounts), std::string("{'/etc'}\n"));
        QVERIFY(output(*own, mounts).find("'/etc'") == std::string::npos);
        const auto said = output(*prepared, kConfiguration);
        QVERIFY2(said.find("/etc/passwd ") != std::string::npos, said.c_str());
        QVERIFY2(said.find("Read-only file system") != std::string::npos, said.c_str());
        QCOMPARE(said, output(*own, kConfiguration));
    }

    /// Its name stands in the configuration.
    void aSandboxOfAnotherNameHasItsOwnConfiguration()
    {
        QVERIFY(lent());
        SessionSpec spec;
        spec.sandbox.hostname = "other";
        const auto session = m_sessions->open(spec);
        QVERIFY2(session, m_sessions->problem().c_str());
        QVERIFY(isLent(*session));
        QCOMPARE(
            output(*session, "print(open('/etc/hostname').read(), end='')"),
            std::string("other\n"));
    }

    /// Else whoever locks or watches one would keep others from it, or see when they open it.
    void theFilesOfItsConfigurationAreEachSandboxesOwn()
    {
        const std::string device = "import os; print(os.stat('/etc/passwd').st_dev)";
        const auto one = lent();
        const auto two = lent();
        QVERIFY2(one && two, m_sessions->problem().c_str());
        QVERIFY(output(*one, device) != output(*two, device));
    }

    /// Its interpreter is to have the filter that its programs have.
    void aSandboxWithFewerSystemCallsIsLentNothing()
    {
        QVERIFY(lent());
        SessionSpec spec;
        spec.sandbox.onlyNeededCalls = true;
        const auto session = m_sessions->open(spec);
        QVERIFY(session);
        QVERIFY(!isLent(*session));
        QCOMPARE(output(*session, "print(5)"), std::string("5\n"));
    }

    /// Whoever names variables names what an interpreter loads.
    void aSessionWithVariablesIsLentNothing()
    {
        QVERIFY(lent());
        SessionSpec spec;
        spec.env = {{"PYTHONPATH", "/work"}};
        const auto session = m_sessions->open(spec);
        QVERIFY(session);
        QVERIFY(!isLent(*session));
        QCOMPARE(output(*session, "import sys; print('/work' in sys.path)"), std::string("True\n"));
    }

    void thePreloadedOneIsLentToo()
    {
        const auto warm = [](SessionSpec& spec) { spec.warm = Warm::Now; };
        // A program that mentions a library that is preloaded is run where that is.
        const std::string code = "print('json' and 'numpy', end='')\n"
                                 "print('/numpy/' in open('/proc/self/maps').read())";
        if (output(*m_sessions->open(), "import numpy").find("FAILED") == 0)
            SKIP_WITHOUT("plotly", "numpy is not installed");
        QTRY_VERIFY_WITH_TIMEOUT(
            output(*lent(warm), code).find("True") != std::string::npos, 60'000);
    }

    void sandboxesOutliveTheZygote()
    {
        const auto before = lent();
        QVERIFY(before);
        const auto zygote = zygoteOfThisProcess();
        QVERIFY(zygote > 0);
        QCOMPARE(::kill(zygote, SIGKILL), 0);
        QCOMPARE(output(*before, "print(1)"), std::string("1\n"));
        const auto between = m_sessions->open();
        QVERIFY(between);
        QCOMPARE(output(*between, "print(2)"), std::string("2\n"));
        const auto after = lent();
        QVERIFY2(after, m_sessions->problem().c_str());
        QCOMPARE(output(*after, "print(3)"), std::string("3\n"));
        QVERIFY(zygoteOfThisProcess() != zygote);
    }

    void aSandboxIsOpenedWithoutAZygoteThatIsInItsWay()
    {
        QVERIFY(lent());
        const auto outer = std::to_string(zygoteOfThisProcess());
        const auto inner
            = cgroup::readControl("/proc/" + outer + "/task/" + outer + "/children").value_or("");
        // By no program of its own, which would have no rights there.
        QProcess full;
        full.start(
            "python3",
            {"-c",
             "import ctypes, os, sys; users = os.open('/proc/%s/ns/user' % sys.argv[1], 0); "
             "assert ctypes.CDLL(None).setns(users, 0x10000000) == 0; "
             "open('/proc/sys/user/max_user_namespaces', 'w').write('0')",
             QString::fromStdString(inner).simplified()});
        QVERIFY(full.waitForFinished());
        QCOMPARE(full.readAllStandardError(), QByteArray());
        const auto session = m_sessions->open();
        QVERIFY2(session, m_sessions->problem().c_str());
        QVERIFY(!isLent(*session));
        QCOMPARE(output(*session, "print(6)"), std::string("6\n"));
    }

    void aZygoteOfAnotherConfigurationIsReplaced()
    {
        local::LocalEngineOptions options;
        options.makeFilter = makeSystemCallFilterFile;
        options.agent = "no sandbox is opened here";
        const auto host = local::LocalHost::prepare(options);
        const auto languages = LanguageCatalog::load();
        QVERIFY(host && languages);
        const auto kernel = kernelStart(*languages->find("python"), {}, Warm::Never, {});
        QVERIFY(kernel);
        auto& keeper = (*host)->zygotes();
        const auto isThere = [&] {
            keeper.want(kernel->recipe);
            return keeper.current() != nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), 60'000);
        const auto first = keeper.current();
        keeper.renew(first->configuration());
        QCOMPARE(keeper.current(), first);
        // Not while it is still being made: its thread may have a last step to do.
        QTRY_VERIFY((keeper.renew(first->configuration() + 1), !keeper.current()));
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), 60'000);
        QVERIFY(keeper.current() != first);
    }

    void theEndOfAServerIsNoticed()
    {
        const auto session = lent();
        QVERIFY(session);
        // Of the same user, but closed to programs that are apart: who can, ends it.
        (void)output(*session, "import os; os.kill(os.getppid(), 9)");
        QCOMPARE(output(*session, "print(4)"), std::string("4\n"));
    }
};

SANDBENCH_TEST(TestLentKernels);
#include "tst_lent_kernels.moc"
