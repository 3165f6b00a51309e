// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_fixture.h"
#include "tests/support/test_program.h"

#include "core/base/clock.h"

#include <chrono>
#include <csignal>

using namespace sandbench;
using namespace sandbench::test;

/// What programs leave in a session, and say of themselves when they end, does not change what
/// later ones, or they, are told to have done.
class TestHostileLeftovers : public HostileTest
{
    Q_OBJECT

private Q_SLOTS:
    void systemVObjectsGoWithTheirProgram()
    {
        const auto made = python(R"py(
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
for i in range(8):
    segment = libc.shmget(0, 4 << 20, 0o1600)
    at = libc.shmat(segment, None, 0)
    ctypes.memset(at, 1, 4 << 20)
    assert libc.msgget(0, 0o1600) >= 0 and libc.semget(0, 3, 0o1600) >= 0
count = lambda name: len(open('/proc/sysvipc/' + name).readlines()) - 1
print(count('shm'), count('msg'), count('sem'))
)py");
        QCOMPARE(out(made), QByteArray("8 8 8\n"));
        const auto left
            = run("bash", "cat /proc/sysvipc/shm /proc/sysvipc/msg /proc/sysvipc/sem | wc -l");
        QCOMPARE(out(left), QByteArray("3\n"));
    }

    void sharedMemoryWithNamesGoesWithItsProgram()
    {
        const auto made = python("from multiprocessing import shared_memory, resource_tracker\n"
                                 "resource_tracker.register = lambda *_: None\n"
                                 "kept = shared_memory.SharedMemory(create=True, size=4 << 20)\n"
                                 "open('/dev/shm/.hidden', 'w').write('x')\n"
                                 "import os; print(len(os.listdir('/dev/shm')))\n");
        QCOMPARE(out(made), QByteArray("2\n"));
        QCOMPARE(out(run("bash", "ls -A /dev/shm")), QByteArray());
    }

    void aClosedWorkingFolderIsOpenedAgain()
    {
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        const auto closing = runIn(*session, "python", "import os; os.chmod('/work', 0)");
        QCOMPARE(closing.verdict, Verdict::Exited);
        const auto next = runIn(*session, "bash", "pwd; echo more > more && cat more");
        QCOMPARE(out(next), QByteArray("/work\nmore\n"));
        // Where the folder is not its user's, nobody can close it.
        QCOMPARE(
            hasWarning(next, "An earlier program had closed or moved the working folder"),
            closing.exitCode == 0);
    }

    void aTrapInPlaceOfTheProgramIsWalkedAround()
    {
        for (const std::string trap :
             {"mkdir -p main.py/deep", "ln -s /etc/passwd main.py", "mkfifo main.py",
              "ln -s main.py main.py", "echo theirs > main.py; chmod 0 main.py"}) {
            QCOMPARE(run("bash", "rm -rf main.py; " + trap).exitCode, std::optional(0));
            QCOMPARE(out(python("print('ran')")), QByteArray("ran\n"));
        }
        run("bash", "rm -rf main.py");
    }

    void aFloodAfterTheProgramsEndIsNotItsOutput()
    {
        RunLimits limits;
        limits.outputBytes = 1 << 20;
        const auto record = python(
            "import os\n"
            "if os.fork() == 0:\n"
            "  os.setsid()\n"
            "  program = os.getppid()\n"
            "  while os.getppid() == program: pass\n"
            "  while True: os.write(1, b'x' * 65536)\n"
            "os._exit(0)\n",
            limits);
        QCOMPARE(record.verdict, Verdict::Exited);
        QCOMPARE(record.exitCode, std::optional(0));
    }

    void aSignalThatAProgramSendsItselfIsNoTimeLimit()
    {
        RunLimits limits;
        limits.cpuSeconds = 30;
        const auto record
            = python("import os, signal\nos.kill(os.getpid(), signal.SIGXCPU)\n", limits);
        QCOMPARE(record.verdict, Verdict::Signaled);
        QCOMPARE(record.signal, std::optional(SIGXCPU));
    }

    void aLongErrorIsToldAsWhatItIs()
    {
        const auto record = python("raise ValueError('\\u00e9\\x01' * 200_000)");
        QVERIFY(record.error);
        QCOMPARE(record.error->name, std::string("ValueError"));
        QVERIFY2(record.warnings.empty(), text(record));
    }

    void resultsWithoutEndHoldNoRecordUp()
    {
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        // The interpreter itself goes on writing to the cell's results.
        RunRequest request;
        request.context = "c";
        request.code = "import os, threading\n"
                       "def flood(fd):\n"
                       "  while True: os.write(fd, b'\\0' * 65536)\n"
                       "for fd in map(int, os.listdir('/proc/self/fd')):\n"
                       "  try: kind = os.readlink(f'/proc/self/fd/{fd}')\n"
                       "  except OSError: continue\n"
                       "  if 'pipe' in kind and fd > 2: threading.Thread(target=flood, "
                       "args=(os.dup(fd),), daemon=True).start()\n"
                       "'done'\n";
        RunSink sink;
        const auto begin = Clock::now();
        const auto record = runRequest(*session, request, sink);
        const auto took = std::chrono::duration<double>(Clock::now() - begin).count();
        qInfo("the record came after %.1f s", took); // before: 25 to 50
        QCOMPARE(record.verdict, Verdict::Exited);
        QVERIFY(took < 15);
    }
};

SANDBENCH_TEST(TestHostileLeftovers);
#include "tst_hostile_leftovers.moc"
