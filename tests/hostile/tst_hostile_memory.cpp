// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_fixture.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;

/// Programs that take all the memory that they can get.
class TestHostileMemory : public HostileTest
{
    Q_OBJECT

private:
    static SandboxLimits memory(std::uint64_t mebibytes)
    {
        auto limits = smallLimits();
        limits.memoryBytes = mebibytes << 20;
        return limits;
    }

private Q_SLOTS:
    void provesOutOfMemoryByTheKernelsCounter()
    {
        const auto record = python(
            "print('before', flush=True)\nx = bytearray(300 << 20)\nprint('after')", {},
            memory(64));
        QVERIFY2(record.verdict == Verdict::OutOfMemory, text(record));
        QCOMPARE(out(record), QByteArray("before\n"));
    }

    void keepsTheOutputOfASlowLeak()
    {
        const auto record = python(
            "x = []\nwhile True:\n  x.append(bytearray(4 << 20)); print(len(x), flush=True)",
            wallLimit(30), memory(64));
        QVERIFY2(record.verdict == Verdict::OutOfMemory, text(record));
        QVERIFY(record.stdoutBytes.starts_with("1\n2\n3\n"));
    }

    void tellsTheParentFromItsGreedyChild()
    {
        const auto record = python(
            "import subprocess, sys\n"
            "p = subprocess.run([sys.executable, '-c', 'x = bytearray(300 << 20)'])\n"
            "print(p.returncode)",
            {}, memory(64));
        QVERIFY2(record.verdict == Verdict::Exited && record.exitCode == 0, text(record));
        QCOMPARE(out(record), QByteArray("-9\n"));
        QVERIFY2(!record.warnings.empty(), text(record));
    }

    void isKilledInsteadOfSwapped()
    {
        const auto record = python(
            R"py(
import time
kept = [bytearray(b'x' * (40 << 20))]
time.sleep(0.2)
print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmSwap')], flush=True)
while True: kept.append(bytearray(b'x' * (1 << 20)))
)py",
            wallLimit(30), memory(96));
        QVERIFY2(record.verdict == Verdict::OutOfMemory, text(record));
        QCOMPARE(out(record), QByteArray("['0']\n"));
        QVERIFY2(record.peakMemoryBytes <= (97U << 20), text(record));
    }

    void chargesSharedMemoryToTheSandbox_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("/dev/shm") << QByteArray(
            "f = open('/dev/shm/x', 'wb')\nwhile True: f.write(bytes(1 << 20))");
        QTest::newRow("memfd") << QByteArray(
            "import os\nfd = os.memfd_create('x')\nwhile True: os.write(fd, bytes(1 << 20))");
        QTest::newRow("System V") << QByteArray(
            "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.shmat.restype = ctypes.c_void_p\n"
            "at = libc.shmat(libc.shmget(0, 300 << 20, 0o1600), None, 0)\n"
            "ctypes.memset(ctypes.c_void_p(at), 1, 300 << 20)");
    }

    void chargesSharedMemoryToTheSandbox()
    {
        QFETCH(QByteArray, code);
        auto limits = memory(64);
        limits.diskBytes = 1U << 30;
        const auto record = python(code.toStdString(), wallLimit(30), limits);
        QVERIFY2(record.verdict == Verdict::OutOfMemory, text(record));
        QVERIFY2(record.peakMemoryBytes <= (65U << 20), text(record));
    }

    void cannotMakeMessageQueues()
    {
        const auto record
            = python("import ctypes, os\n"
                     "libc = ctypes.CDLL(None, use_errno=True)\n"
                     "print(libc.mq_open(b'/q', os.O_CREAT | os.O_RDWR, 0o600, None))");
        QCOMPARE(out(record), QByteArray("-1\n"));
    }

    void leavesADecompressionBombToTheSandbox_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("zlib into memory") << QByteArray(
            "import zlib\nc = zlib.compressobj(9)\n"
            "piece = lambda: c.compress(bytes(1 << 20)) + c.flush(zlib.Z_FULL_FLUSH)\n"
            "bomb = piece() + piece() * 511\n"
            "print('packed', len(bomb) < 1 << 20, flush=True)\nzlib.decompress(bomb)")
                                          << "out_of_memory";
        QTest::newRow("gzip into files")
            << QByteArray("import gzip, shutil\nwith open('/tmp/b.gz', 'wb') as f:\n"
                          "    f.write(gzip.compress(bytes(1 << 20)) * 512)\n"
                          "print('packed True', flush=True)\n"
                          "with gzip.open('/tmp/b.gz') as f, open('b', 'wb') as out:\n"
                          "    shutil.copyfileobj(f, out)")
            << "disk_limit";
    }

    void leavesADecompressionBombToTheSandbox()
    {
        QFETCH(QByteArray, code);
        QFETCH(QString, verdict);
        const auto record = python(code.toStdString(), wallLimit(60), memory(128));
        QCOMPARE(out(record), QByteArray("packed True\n"));
        if (verdict == "disk_limit")
            verdict = QString::fromStdString(std::string(verdictName(fullDisk(record))));
        QCOMPARE(QString::fromStdString(std::string(verdictName(record.verdict))), verdict);
        QVERIFY2(record.peakMemoryBytes <= (129U << 20), text(record));
    }

    void cannotLockMemory()
    {
        const auto record
            = python("import ctypes, mmap\n"
                     "libc = ctypes.CDLL(None)\n"
                     "m = mmap.mmap(-1, 8 << 20)\n"
                     "print(libc.mlock(ctypes.addressof(ctypes.c_char.from_buffer(m)), 8 << 20))");
        QCOMPARE(out(record), QByteArray("-1\n"));
    }
};

SANDBENCH_TEST(TestHostileMemory);
#include "tst_hostile_memory.moc"
