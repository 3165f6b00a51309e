// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_fixture.h"
#include "tests/support/sandbox_under_test.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <future>

using namespace sandbench;
using namespace sandbench::test;

/// Programs that fill the disk, or leave traps as files.
class TestHostileFiles : public HostileTest
{
    Q_OBJECT

private:
    static bool hasArtifact(const RunRecord& record, const std::string& name, bool withBytes)
    {
        for (const auto& artifact : record.artifacts)
            if (artifact.name.find(name) != std::string::npos
                && artifact.storedPath.empty() != withBytes)
                return true;
        return false;
    }

private Q_SLOTS:
    void endsAnEndlessWriteAtTheDiskLimit()
    {
        const auto record
            = python("f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))", wallLimit(30));
        QVERIFY2(record.verdict == fullDisk(record), text(record));
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
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
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
        QVERIFY2(filled.verdict == fullDisk(filled), text(filled));
        if (filled.verdict == Verdict::OutOfMemory)
            return;
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
            "os.chdir('output')\n"
            "for i in range(20000): open('f%d' % i, 'w').close()\n"
            "for i in range(2000): os.mkdir('d'); os.chdir('d')\n"
            "open('deep', 'w').close()\n"
            "print('made')",
            wallLimit(60));
        QVERIFY2(record.verdict == Verdict::Exited, text(record));
        QCOMPARE(out(record), QByteArray("made\n"));
        QCOMPARE(record.artifacts.size(), ArtifactStore::kMaxArtifactsPerRun);
        QVERIFY2(hasWarning(record, "The run made more than"), text(record));
    }

    void readsAFileThatChangesMeanwhile()
    {
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        std::stop_source stop;
        RecordingSink sink;
        std::promise<void> started;
        sink.whenStarted = [&](const std::string&) { started.set_value(); };
        auto request = pythonRequest(
            "import os\nwhile True:\n"
            "    with open('f', 'wb') as f: f.write(b'x' * 300000); f.flush(); f.truncate(10)\n"
            "    os.unlink('f')\n");
        request.limits.wallSeconds = 600; // longer than all the reads
        auto writer = std::async(std::launch::async, [&] {
            return runRequest(*session, request, sink, stop.get_token());
        });
        started.get_future().wait();
        int found = 0;
        for (int i = 0; i < 500; ++i) {
            const auto bytes = session->readGuestFile("f", 1U << 20, {});
            QVERIFY2(
                bytes ? bytes->size() <= 300000 : bytes.error().code() == ErrorCode::NotFound,
                bytes ? "" : bytes.error().text().c_str());
            found += bytes ? 1 : 0;
        }
        stop.request_stop();
        QCOMPARE(endingOf(writer.get()), std::string("cancelled"));
        QVERIFY(found > 0);
        QVERIFY(session->isAlive());
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
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        const auto mark = runIn(
            *session, "python",
            "import os\n"
            "for d in ('/work', '/tmp', '/dev/shm', '/home/user', '/work/output'):\n"
            "  open(d + '/marker-4711', 'w').write('x')\n");
        QVERIFY2(mark.exitCode == 0, text(mark));
        QVERIFY(session->close());
        session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        const auto look
            = runIn(*session, "bash", "find / -name 'marker-4711' 2>/dev/null; echo looked");
        QCOMPARE(out(look), QByteArray("looked\n"));
    }

    void neverFollowsALinkInTheOutputFolder()
    {
        const auto record = python("import os\n"
                                   "os.symlink('/etc/passwd', '/work/output/link.txt')\n"
                                   "os.symlink('/', '/work/output/root')\n"
                                   "os.symlink('/proc/1/root/etc', '/work/output/etc')\n"
                                   "os.symlink('/proc/self/fd/0', '/work/output/fd.txt')\n"
                                   "os.symlink('/proc/self/cwd', '/work/output/cwd')\n"
                                   "try: os.link('/etc/passwd', '/work/output/hard.txt')\n"
                                   "except OSError: print('no hard link')\n"
                                   "open('/work/output/good.txt', 'w').write('good')\n");
        QVERIFY2(record.exitCode == 0, text(record));
        QCOMPARE(out(record), QByteArray("no hard link\n"));
        QVERIFY2(hasArtifact(record, "good.txt", true), text(record));
        int stored = 0;
        for (const auto& artifact : record.artifacts)
            stored += artifact.storedPath.empty() ? 0 : 1;
        QCOMPARE(stored, 1);
    }

    void neverReadsASavedFigureThroughALink()
    {
        // The name of a saved file is the program's word only: it says so for any path.
        const auto record = python(R"py(
import os, json
os.symlink('/etc', 'folder')
for path in ('/work/folder/passwd', '/etc/../etc/passwd', '/work/good.txt', '/proc/self/environ'):
    head = json.dumps({'kind': 'file', 'path': path}).encode()
    os.write(3, len(head).to_bytes(4, 'little') + bytes(4) + head)
open('good.txt', 'w').write('good')
)py");
        QVERIFY2(record.exitCode == 0, text(record));
        QVERIFY2(hasArtifact(record, "good.txt", true), text(record));
        QVERIFY2(!hasArtifact(record, "passwd", true), text(record));
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
        const auto record = python(R"py(
import os
names = ['-rf', 'a\nb.txt', '\x1b[2J.txt', 'x' * 255, '\u202egnp.txt', '...', 'CON', 'end. ', 'a\\..\\b',
         '\u00c4.txt', 'A\u0308.txt', 'Case.txt', 'case.txt']
for i, name in enumerate(names):
    open('/work/output/' + name, 'w').write('%02d' % i)
open(b'/work/output/\xff\xfe.txt', 'w').write('odd')
)py");
        QVERIFY2(record.exitCode == 0, text(record));
        QCOMPARE(record.artifacts.size(), std::size_t(14));
        QTemporaryDir folder;
        const auto saved = ArtifactStore::exportTo(folder.path().toStdString(), record.artifacts);
        QVERIFY(saved);
        QByteArrayList contents;
        for (const auto& path : *saved)
            if (!path.empty()) {
                const QFileInfo info(QString::fromStdString(path));
                QCOMPARE(info.canonicalPath(), QFileInfo(folder.path()).canonicalFilePath());
                for (const char c : path)
                    QVERIFY(static_cast<unsigned char>(c) >= 0x20);
                QVERIFY2(
                    !path.starts_with("-") && path.find("\xe2\x80\xae") == std::string::npos,
                    path.c_str());
                QFile file(info.filePath());
                QVERIFY(file.open(QIODevice::ReadOnly));
                contents += file.readAll();
            }
        // Each under a name of its own; the one without text in its name is listed and skipped.
        std::sort(contents.begin(), contents.end());
        QCOMPARE(contents.join(' '), QByteArray("00 01 02 03 04 05 06 07 08 09 10 11 12"));
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
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        (void)runIn(*session, "python", R"py(
import os, sys
evil = "import os; print('HIJACKED')\n"
for d in ('/work', '/home/user', '/home/user/.local/lib/python%d.%d/site-packages' % sys.version_info[:2]):
    os.makedirs(d, exist_ok=True)
    for n in ('sitecustomize.py', 'usercustomize.py', '.bashrc', '.profile', '.bash_profile', '.pythonrc.py'):
        open(d + '/' + n, 'w').write(evil if n.endswith('.py') else 'echo HIJACKED\n')
)py");
        QCOMPARE(out(runIn(*session, "bash", "echo bash")), QByteArray("bash\n"));
        // Also an interpreter server that starts only now finds nothing of it.
        (void)runIn(*session, "python", "import os; os.kill(os.getppid(), 9)");
        QCOMPARE(out(runIn(*session, "python", "print('python')")), QByteArray("python\n"));
        QVERIFY(session->isAlive());
    }
};

SANDBENCH_TEST(TestHostileFiles);
#include "tst_hostile_files.moc"
