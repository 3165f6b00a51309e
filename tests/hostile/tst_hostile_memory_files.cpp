// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_fixture.h"

using namespace sandbench;
using namespace sandbench::test;

/// Programs that take all memory, all disk, or leave traps as files.
class TestHostileMemoryFiles : public HostileTest
{
    Q_OBJECT

private:
    static SandboxLimits memory(std::uint64_t mebibytes)
    {
        auto limits = smallLimits();
        limits.memoryBytes = mebibytes << 20;
        return limits;
    }
    static bool hasArtifact(const RunRecord& record, const std::string& name, bool withBytes)
    {
        for (const auto& artifact : record.artifacts)
            if (artifact.name.find(name) != std::string::npos
                && artifact.storedPath.empty() != withBytes)
                return true;
        return false;
    }

private slots:
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

    void chargesSharedMemoryToTheSandbox()
    {
        auto limits = memory(64);
        limits.diskBytes = 1U << 30;
        const auto record = python(
            "f = open('/dev/shm/x', 'wb')\nwhile True: f.write(bytes(1 << 20))", wallLimit(30),
            limits);
        QVERIFY2(
            record.verdict == Verdict::OutOfMemory || record.verdict == Verdict::Exited
                || record.verdict == Verdict::DiskLimit,
            text(record));
        QVERIFY2(record.peakMemoryBytes <= (65U << 20), text(record));
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

    void endsAnEndlessWriteAtTheDiskLimit()
    {
        const auto record
            = python("f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))", wallLimit(30));
        QVERIFY2(record.verdict == Verdict::DiskLimit, text(record));
    }

    void runsTheNextProgramWhenEveryFolderIsFull_data()
    {
        QTest::addColumn<QString>("folders");
        QTest::newRow("work") << "'/work',";
        QTest::newRow("all") << "'/work', '/run/sandbench', '/tmp', '/dev/shm', '/home/user'";
    }

    void runsTheNextProgramWhenEveryFolderIsFull()
    {
        QFETCH(QString, folders);
        auto session = m_sessions.open(smallLimits());
        QVERIFY2(session, m_sessions.problem().c_str());
        const auto filled = runIn(
            *session, "python",
            "print('the program before')\nopen('/tmp/starts', 'a').write('x')\nfor d in ("
                + folders.toStdString() + R"py():
    for size in (1 << 20, 1):
        try:
            f = open('%s/big%d' % (d, size), 'wb', buffering=0)
            while True: f.write(bytes(size))
        except OSError: pass
raise SystemExit(1)
)py");
        QVERIFY2(filled.verdict == Verdict::DiskLimit, text(filled));
        for (const auto& [language, code] : std::vector<std::pair<std::string, std::string>>{
                 {"python", "import os; print('works', os.getcwd())"},
                 {"bash", "echo works $PWD"}}) {
            const auto next = runIn(*session, language, code);
            QVERIFY2(next.verdict == Verdict::Exited, text(next));
            QCOMPARE(out(next), QByteArray("works /work\n"));
            QVERIFY2(next.warnings.size() == 1, text(next));
            QVERIFY2(next.warnings[0].starts_with("The working folder is full"), text(next));
        }
        // Once there is room again, nothing is special.
        const auto cleared = runIn(*session, "bash", "rm /work/big*; cat /tmp/starts");
        // The program that still lay in the working folder was not started again meanwhile.
        QCOMPARE(out(cleared), QByteArray("x"));
        const auto last = runIn(*session, "python", "print(__file__)");
        QCOMPARE(out(last), QByteArray("/work/main.py\n"));
        QVERIFY2(last.warnings.empty(), text(last));
    }

    void survivesManyFilesAndDeepFolders()
    {
        const auto record = python(
            "import os\n"
            "try:\n"
            "  for i in range(20000): open('f%d' % i, 'w').close()\n"
            "  for i in range(2000): os.mkdir('d'); os.chdir('d')\n"
            "except OSError as e: print(e)\n"
            "print('made')",
            wallLimit(60));
        QVERIFY2(
            record.verdict == Verdict::Exited || record.verdict == Verdict::OutOfMemory,
            text(record));
    }

    void refusesAGiantSparseArtifact()
    {
        const auto record = python("import os\nf = open('/work/output/sparse.bin', 'wb')\n"
                                   "try: f.truncate(1 << 62)\n"
                                   "except OSError: f.truncate(1 << 40)\n"
                                   "print('sparse')");
        QVERIFY2(record.verdict == Verdict::Exited, text(record));
        QVERIFY2(!hasArtifact(record, "sparse.bin", true), text(record));
    }

    void leavesNothingForTheNextSandbox()
    {
        const auto mark
            = python("import os\n"
                     "for d in ('/work', '/tmp', '/dev/shm', '/home/user', '/work/output'):\n"
                     "  open(d + '/marker-4711', 'w').write('x')\n");
        QVERIFY2(mark.exitCode == 0, text(mark));
        const auto look = run("bash", "find / -name 'marker-4711' 2>/dev/null; echo looked");
        QCOMPARE(out(look), QByteArray("looked\n"));
    }

    void neverFollowsALinkInTheOutputFolder()
    {
        const auto record = python("import os\n"
                                   "os.symlink('/etc/passwd', '/work/output/link.txt')\n"
                                   "os.symlink('/', '/work/output/root')\n"
                                   "os.symlink('/proc/1/root/etc', '/work/output/etc')\n"
                                   "os.symlink('/proc/self/fd/0', '/work/output/fd.txt')\n"
                                   "open('/work/output/good.txt', 'w').write('good')\n");
        QVERIFY2(record.exitCode == 0, text(record));
        QVERIFY2(hasArtifact(record, "good.txt", true), text(record));
        for (const char* name : {"link.txt", "passwd", "fd.txt", "hosts"})
            QVERIFY2(!hasArtifact(record, name, true), text(record));
    }

    void neverWaitsForAFifoOrASocket()
    {
        const auto record = python("import os, socket\n"
                                   "os.mkfifo('/work/output/result.csv')\n"
                                   "socket.socket(socket.AF_UNIX).bind('/work/output/figure.png')\n"
                                   "open('/work/output/good.txt', 'w').write('good')\n");
        QVERIFY2(record.exitCode == 0, text(record));
        QVERIFY2(hasArtifact(record, "good.txt", true), text(record));
        QVERIFY2(!hasArtifact(record, "result.csv", true), text(record));
        QVERIFY2(!hasArtifact(record, "figure.png", true), text(record));
    }

    void givesNoArtifactANameThatLeavesItsFolder()
    {
        const auto record
            = python("import os\n"
                     "for n in [b'-rf', b'a\\nb.txt', b'\\x1b[2J.txt', b'\\xff\\xfe.txt', b'x' * "
                     "255, '\\u202egnp.txt'.encode(), b'...', b'CON']:\n"
                     "  open(b'/work/output/' + n, 'w').write('x')\n");
        QVERIFY2(record.exitCode == 0, text(record));
        QTemporaryDir folder;
        const auto saved = ArtifactStore::exportTo(folder.path().toStdString(), record.artifacts);
        QVERIFY(saved);
        for (const auto& path : *saved)
            if (!path.empty()) {
                QVERIFY2(
                    QFileInfo(QString::fromStdString(path))
                        .canonicalFilePath()
                        .startsWith(QFileInfo(folder.path()).canonicalFilePath() + "/"),
                    path.c_str());
                for (const char c : path)
                    QVERIFY(static_cast<unsigned char>(c) >= 0x20);
            }
    }

    void cleansUpUnreadableFolders()
    {
        const auto record = run(
            "bash",
            "mkdir -p /work/locked/inner; touch /work/locked/inner/f; chmod 000 /work/locked/inner "
            "/work/locked /work/output; echo locked");
        QVERIFY2(record.verdict == Verdict::Exited, text(record));
        QCOMPARE(out(record), QByteArray("locked\n"));
    }

    void isNotHijackedByStartupFiles()
    {
        auto session = m_sessions.open(smallLimits());
        QVERIFY2(session, m_sessions.problem().c_str());
        (void)runIn(*session, "python", R"py(
import os, sys
evil = "import os; print('HIJACKED')\n"
for d in ('/work', '/home/user', '/home/user/.local/lib/python%d.%d/site-packages' % sys.version_info[:2]):
    os.makedirs(d, exist_ok=True)
    for n in ('sitecustomize.py', 'usercustomize.py', '.bashrc', '.profile', '.bash_profile', '.pythonrc.py'):
        open(d + '/' + n, 'w').write(evil if n.endswith('.py') else 'echo HIJACKED\n')
)py");
        // What a program left in its own sandbox may change later programs there, never the agent
        // or its kernel.
        const auto next = runIn(*session, "bash", "echo bash");
        QCOMPARE(next.stdoutBytes, std::string("bash\n"));
        QVERIFY(session->isAlive());
    }
};

QTEST_GUILESS_MAIN(TestHostileMemoryFiles)
#include "tst_hostile_memory_files.moc"
