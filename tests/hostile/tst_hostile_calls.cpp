// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_fixture.h"
#include "tests/support/test_program.h"

#include <QFile>

#include <algorithm>
#include <sys/file.h>

using namespace sandbench;
using namespace sandbench::test;

/// What programs cannot ask the kernel for, and what the machine has only so many of.
class TestHostileCalls : public HostileTest
{
    Q_OBJECT

private Q_SLOTS:
    void theStrictListHasNoOtherCalls()
    {
        auto session = strict();
        QVERIFY2(session, engine().problem().c_str());
        const auto record = runIn(*session, "python", R"(
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
def answer(name, *arguments):
  ctypes.set_errno(0)
  result = getattr(libc, name)(*arguments)
  return errno.errorcode.get(ctypes.get_errno(), result)
print(answer('inotify_init1', 0), answer('msgget', 0, 0o1600), answer('shmget', 0, 4096, 0o1600),
      answer('setuid', os.getuid()), answer('personality', 0xffffffff), answer('splice', 0, 0, 1, 0, 1, 0))
)");
        QCOMPARE(out(record), QByteArray("ENOSYS ENOSYS ENOSYS ENOSYS ENOSYS ENOSYS\n"));
        const auto& layers = record.isolation.layers;
        QVERIFY(
            std::find(layers.begin(), layers.end(), "only needed system calls") != layers.end());
    }

    void theStrictListLeavesWhatPeopleDo()
    {
        auto session = strict();
        QVERIFY2(session, engine().problem().c_str());
        const auto record = runIn(*session, "python", R"(
import asyncio, concurrent.futures, multiprocessing, os, sqlite3, subprocess, tempfile, threading
import matplotlib.pyplot as plt, numpy
plt.plot(numpy.arange(5)); plt.show()
with multiprocessing.Pool(2) as pool: print(pool.map(abs, [-1, -2]))
with concurrent.futures.ThreadPoolExecutor() as pool: print(list(pool.map(abs, [-3])))
async def child():
  process = await asyncio.create_subprocess_exec('echo', 'child', stdout=-1)
  return (await process.communicate())[0]
print(asyncio.run(child()), subprocess.check_output(['sh', '-c', 'ls | wc -l']))
base = sqlite3.connect('data.db'); base.execute('create table t(x)'); base.commit()
os.mkfifo('pipe'); print(os.sched_getaffinity(0) and os.times() and os.urandom(1) and 'all')
)");
        QCOMPARE(record.exitCode, std::optional(0));
        QVERIFY2(out(record).endsWith("all\n"), text(record));
        QCOMPARE(record.artifacts.size(), std::size_t(1));
    }

    void takesNotAllTerminalsOfTheMachine()
    {
        if (!isEmbedded() && engineName() != "apptainer" && engineName() != "slurm")
            QSKIP("it mounts none of its own, and its report says nothing of it");
        const auto record = python(R"(
import os
taken = []
try:
  while len(taken) < 500: taken.append(os.open('/dev/ptmx', os.O_RDWR | os.O_NOCTTY))
except OSError: pass
print(len(taken))
)");
        if (lacks(record, "terminal limit"))
            QSKIP("this machine's devpts cannot be limited");
        QCOMPARE(out(record), QByteArray("64\n"));
    }

    void locksAndWatchesNoFilesOfTheHost_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("program") << "/usr/bin/env";
        QTest::newRow("configuration") << "/etc/fonts/fonts.conf";
    }

    void locksAndWatchesNoFilesOfTheHost()
    {
        if (!isEmbedded())
            QSKIP("a container's files are its own");
        QFETCH(QString, path);
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("there is no such file on this machine");
        // Whoever holds the lock of the same file keeps all others from it.
        QCOMPARE(::flock(file.handle(), LOCK_EX | LOCK_NB), 0);
        const auto record = python(("path = '" + path + "'" + R"(
import ctypes, fcntl, os
with open(path) as file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
libc = ctypes.CDLL(None)
watches = libc.inotify_init1(os.O_NONBLOCK)
print(libc.inotify_add_watch(watches, path.encode(), 0x20))
open(path).close()
print(len(os.read(watches, 100)))
buffer = ctypes.create_string_buffer(200)
libc.statfs(path.encode(), buffer)
print(hex(int.from_bytes(buffer[:8], 'little')))
)")
                                       .toStdString());
        if (lacks(record, "host files through an overlay"))
            QSKIP("this machine's kernel has no overlay for sandboxes");
        // Its own openings it sees, but those of an overlay's files only.
        QCOMPARE(out(record), QByteArray("1\n16\n0x794c7630\n"));
    }

    void connectionsCountAsMemory()
    {
        const auto record = python(R"(
import socket
pairs = []
held = 0
try:
  listening = socket.create_server(('127.0.0.1', 0))
  while len(pairs) < 450 and held < 1 << 30:
    one = socket.create_connection(listening.getsockname(), timeout=5)
    other, _ = listening.accept()
    pairs.append((one, other))
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)
    other.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    one.setblocking(False)
    try:
      while True: held += one.send(b'x' * 65536)
    except BlockingIOError: pass
except OSError: pass
print(held >> 20)
)");
        if (record.verdict == Verdict::OutOfMemory || lacks(record, "socket memory limit"))
            return;
        const auto held = out(record).trimmed().toInt();
        QVERIFY2(!out(record).isEmpty() && held < 256, text(record));
        // Where only a filter keeps the network away, programs have no loopback either.
        const auto& layers = record.isolation.layers;
        const bool hasLoopback = std::none_of(layers.begin(), layers.end(), [](const auto& layer) {
            return layer.starts_with("no sockets but Unix ones");
        });
        QCOMPARE(held > 0, hasLoopback);
    }

private:
    std::unique_ptr<Session> strict()
    {
        SessionSpec spec;
        spec.warm = Warm::Never;
        spec.sandbox.limits = smallLimits();
        spec.sandbox.onlyNeededCalls = true;
        return engine().open(spec);
    }
};

SANDBENCH_TEST(TestHostileCalls);
#include "tst_hostile_calls.moc"
