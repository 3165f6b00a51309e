// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "core/workspace/session_snapshot.h"
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::workspace;

/// What a session's files are is kept, and comes back in another one.
class ConformanceSnapshotsTest : public ConformanceTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return oneForEachClient(); }

private Q_SLOTS:
    void bringsTheFilesOfASessionIntoAnother();
    void refusesAFileThatIsMostlyHoles();
    void leavesNothingWhenItIsStopped();
    void refusesWhatIsNoSnapshot();

private:
    std::string folder() const { return m_folder.filePath("snapshots").toStdString(); }
    Snapshot taken()
    {
        Snapshot about;
        about.name = "one";
        about.said = {{"engine", "local"}};
        auto snapshot = takeSnapshot(session(), folder(), about, {}, {});
        if (!snapshot)
            qWarning("%s", snapshot.error().text().c_str());
        return snapshot ? *snapshot : Snapshot();
    }

    QTemporaryDir m_folder;
};

// Made and measured inside, so that the same mistake on both ways cannot cancel out.
static const char* const kMakes = R"(
import os
os.makedirs('deep/er', exist_ok=True)
open('deep/er/empty', 'w').close()
open('ünïcödé 日本', 'wb').write(bytes(range(256)) * 20000)
open('run.sh', 'w').write('#!/bin/sh\n')
os.chmod('run.sh', 0o755)
os.symlink('/etc/passwd', 'link')
os.mkfifo('pipe')
)";
static const char* const kTells = R"(
import os, hashlib
for root, folders, files in sorted(os.walk('.')):
    if root.startswith('./.') or root == './output':
        continue
    for name in sorted(files):
        path = os.path.join(root, name)
        if os.path.isfile(path) and not os.path.islink(path):
            print(path, oct(os.stat(path).st_mode & 0o777), hashlib.sha256(open(path, 'rb').read()).hexdigest())
        else:
            print(path, 'is no file')
)";

void ConformanceSnapshotsTest::bringsTheFilesOfASessionIntoAnother()
{
    QCOMPARE(endingOf(m_box->python(kMakes)), std::string("exited 0"));
    const std::string before = m_box->python(kTells).stdoutBytes;
    QVERIFY(before.find("./link is no file\n") != std::string::npos);
    const Snapshot snapshot = taken();
    QVERIFY(snapshot.files >= 3);
    QCOMPARE(snapshot.leftOut, std::uint64_t(2));
    QVERIFY(snapshot.bytes >= 256 * 20000);

    const auto other = m_box->openAnother();
    QVERIFY(other);
    const auto listed = listSnapshots(folder());
    QCOMPARE(listed.size(), std::size_t(1));
    QCOMPARE(listed.front().name, std::string("one"));
    QCOMPARE(jsonString(listed.front().said, "engine"), std::string("local"));
    std::uint64_t told = 0;
    const auto restored = restoreSnapshot(
        *other, listed.front().path, [&told](std::uint64_t done, std::uint64_t) { told = done; },
        {});
    QVERIFY2(restored, restored ? "" : restored.error().text().c_str());
    QCOMPARE(told, snapshot.bytes);
    std::string expected = before;
    for (const char* line : {"./link is no file\n", "./pipe is no file\n"})
        if (const auto at = expected.find(line); at != std::string::npos)
            expected.erase(at, std::string_view(line).size());
    RunSink sink;
    const auto after = other->run(pythonRequest(kTells), sink, {});
    QVERIFY(after);
    QCOMPARE(after->stdoutBytes, expected);

    QVERIFY(removeSnapshot(listed.front()));
    QVERIFY(listSnapshots(folder()).empty());
    QVERIFY(QDir(QString::fromStdString(folder())).isEmpty());
}

void ConformanceSnapshotsTest::refusesAFileThatIsMostlyHoles()
{
    QCOMPARE(
        endingOf(m_box->python("open('holes', 'wb').truncate(1 << 40)")), std::string("exited 0"));
    const auto refused = takeSnapshot(session(), folder(), {}, {}, {});
    QVERIFY(refused.failedAs(ErrorCode::ResourceExhausted));
    QVERIFY(QDir(QString::fromStdString(folder())).isEmpty());
}

void ConformanceSnapshotsTest::leavesNothingWhenItIsStopped()
{
    QCOMPARE(endingOf(m_box->python(kMakes)), std::string("exited 0"));
    std::stop_source source;
    const auto stopped = takeSnapshot(
        session(), folder(), {}, [&source](std::uint64_t, std::uint64_t) { source.request_stop(); },
        source.get_token());
    QVERIFY(stopped.failedAs(ErrorCode::Cancelled));
    QVERIFY(QDir(QString::fromStdString(folder())).isEmpty());
}

void ConformanceSnapshotsTest::refusesWhatIsNoSnapshot()
{
    const Snapshot snapshot = taken();
    QFile archive(QString::fromStdString(snapshot.path + ".tar"));
    QVERIFY(archive.open(QIODevice::ReadWrite));
    archive.resize(archive.size() / 2 - 100);
    archive.seek(0);
    archive.write("not a tar archive at all");
    archive.close();
    QVERIFY(restoreSnapshot(session(), snapshot.path, {}, {}).failedAs(ErrorCode::InvalidArgument));
    QVERIFY(QFile::remove(archive.fileName()));
    // A link that somebody planted is not followed.
    QVERIFY(QFile::link(QStringLiteral("/etc/hostname"), archive.fileName()));
    const auto planted = restoreSnapshot(session(), snapshot.path, {}, {});
    QVERIFY(!planted);
    QVERIFY(restoreSnapshot(session(), "/nowhere", {}, {}).failedAs(ErrorCode::NotFound));
}

SANDBENCH_TEST(ConformanceSnapshotsTest);
#include "tst_conformance_snapshots.moc"
