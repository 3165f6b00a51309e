// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <memory>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

/// Files into and out of the sandbox.
class ConformanceFilesTest : public ConformanceTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return TestEngine::names(); }
    bool sharesItsSession() const override { return true; }

private Q_SLOTS:
    void carriesBytesBothWays_data();
    void carriesBytesBothWays();
    void carriesNamesAsTheyAre_data();
    void carriesNamesAsTheyAre();
    void readsWhatTheSandboxWroteItself();
    void carries50MegabytesBothWays();
    void replacesAFile();
    void keepsTheModeButNoDangerousBit();
    void saysWhenAFileIsMissing();
    void refusesFoldersAndSpecialFiles();
    void refusesWhatTheProgramMayNotRead();
    void writesOnlyIntoScratchFolders();
    void readsUpToTheLimit();
    void refusesPathsThatLeadOut();
    void refusesHostFilesThatAreNone();
    void replacesAPlantedLinkOnTheHost();
    void leavesNothingBehindWhenACopyFails();
    void doesNotWriteThroughALinkInTheSandbox();
    void putsInputFilesBesideTheProgram();
    void keepsFilesBetweenRunsButNotBetweenSessions();
    void stopsACopy();
    void tellsWhatChangesInAFolder();
};

void ConformanceFilesTest::carriesBytesBothWays_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("text") << QByteArray("hello\n");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("binary") << QByteArray("\0\xff\xfe\r\n\0", 6);
    QTest::newRow("utf-8") << QByteArray("€ übergroß 日本");
    QTest::newRow("larger than the credit") << QByteArray(3 << 20, 'z');
}

void ConformanceFilesTest::carriesBytesBothWays()
{
    QFETCH(QByteArray, bytes);
    const auto expected = bytes.toStdString();
    QVERIFY(session().writeFile("data.bin", expected, 0644, {}));
    const auto read = session().readGuestFile("data.bin", 1U << 30, {});
    QVERIFY(read);
    QVERIFY(*read == expected);
    QTemporaryDir folder;
    const auto in = folder.filePath("in").toStdString();
    const auto out = folder.filePath("out").toStdString();
    QFile file(folder.filePath("in"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    QVERIFY(session().copyIn(in, "copied", {}));
    QVERIFY(session().copyOut("copied", out, {}));
    const auto copied = readFile(out, 1U << 30);
    QVERIFY(copied);
    QVERIFY(*copied == expected);
}

void ConformanceFilesTest::carriesNamesAsTheyAre_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name :
         {"a b.txt", "quote'\".txt", "$HOME.txt", "ünïcödé 日本.txt", "my..file.txt", "-rf",
          "http://example.com?x=1", "new\nline", "deep/er/file.txt"})
        QTest::newRow(name) << QByteArray(name);
}

void ConformanceFilesTest::carriesNamesAsTheyAre()
{
    QFETCH(QByteArray, name);
    QVERIFY(session().writeFile(name.toStdString(), "content", 0644, {}));
    auto request = pythonRequest("import sys\nprint(open(sys.argv[1]).read())");
    request.arguments = {name.toStdString()};
    QCOMPARE(m_box->run(request).stdoutBytes, "content\n"s);
}

void ConformanceFilesTest::readsWhatTheSandboxWroteItself()
{
    // Made inside, so that the same mistake on both ways cannot cancel out.
    QCOMPARE(
        endingOf(m_box->python("open('made', 'wb').write(b'\\xe2\\x82\\xac\\x00\\xff')")),
        "exited 0"s);
    const auto read = session().readGuestFile("/work/made", 100, {});
    QVERIFY(read);
    QCOMPARE(*read, "\xe2\x82\xac\x00\xff"s);
}

void ConformanceFilesTest::carries50MegabytesBothWays()
{
    std::string bytes(50U << 20, '\0');
    for (std::size_t i = 0; i < bytes.size(); i += 4093)
        bytes[i] = static_cast<char>(i / 4093);
    QVERIFY(session().writeFile("large", bytes, 0644, {}));
    const auto read = session().readGuestFile("large", bytes.size(), {});
    QVERIFY(read);
    QVERIFY(*read == bytes);
}

void ConformanceFilesTest::replacesAFile()
{
    QVERIFY(session().writeFile("f", "a longer first version", 0644, {}));
    QVERIFY(session().writeFile("f", "second", 0644, {}));
    QCOMPARE(*session().readGuestFile("f", 100, {}), "second"s);
}

void ConformanceFilesTest::keepsTheModeButNoDangerousBit()
{
    QVERIFY(session().writeFile("tool", "#!/bin/sh\necho ran\n", 04755, {}));
    QCOMPARE(m_box->bash("./tool; stat -c %a tool").stdoutBytes, "ran\n755\n"s);
    QTemporaryDir folder;
    const auto out = folder.filePath("tool").toStdString();
    QCOMPARE(endingOf(m_box->bash("chmod 6777 tool")), "exited 0"s);
    QVERIFY(session().copyOut("tool", out, {}));
    struct stat info = {};
    QCOMPARE(::stat(out.c_str(), &info), 0);
    QCOMPARE(info.st_mode & 07777U, 0755U);
}

void ConformanceFilesTest::saysWhenAFileIsMissing()
{
    QTemporaryDir folder;
    QCOMPARE(session().readGuestFile("missing", 10, {}).error().code(), ErrorCode::NotFound);
    QCOMPARE(
        session().copyOut("missing", folder.filePath("x").toStdString(), {}).error().code(),
        ErrorCode::NotFound);
    QCOMPARE(
        session().copyIn(folder.filePath("none").toStdString(), "x", {}).error().code(),
        ErrorCode::NotFound);
}

void ConformanceFilesTest::refusesFoldersAndSpecialFiles()
{
    QCOMPARE(endingOf(m_box->bash("mkdir d; mkfifo p; ln -s /etc/passwd l")), "exited 0"s);
    const auto codeOf = [this](const char* name) {
        const auto read = session().readGuestFile(name, 1000, {});
        return read ? ErrorCode::Internal : read.error().code();
    };
    QCOMPARE(codeOf("d"), ErrorCode::InvalidArgument);
    QCOMPARE(codeOf("p"), ErrorCode::InvalidArgument);
    QCOMPARE(codeOf("l"), ErrorCode::PermissionDenied);
    QCOMPARE(session().writeFile("d", "x", 0644, {}).error().code(), ErrorCode::InvalidArgument);
}

void ConformanceFilesTest::refusesWhatTheProgramMayNotRead()
{
    QCOMPARE(endingOf(m_box->bash("echo secret > f; chmod 000 f")), "exited 0"s);
    const auto read = session().readGuestFile("f", 100, {});
    QVERIFY(!read);
    QCOMPARE(read.error().code(), ErrorCode::PermissionDenied);
    QCOMPARE(endingOf(m_box->bash("cat f")), "exited 1"s);
}

void ConformanceFilesTest::writesOnlyIntoScratchFolders()
{
    for (const char* path : {"/usr/bin/planted", "/planted", "/etc/planted", "/proc/planted"}) {
        const auto written = session().writeFile(path, "x", 0755, {});
        QVERIFY2(!written, path);
        QVERIFY2(
            written.error().code() == ErrorCode::PermissionDenied
                || written.error().code() == ErrorCode::NotFound,
            written.error().text().c_str());
    }
    QVERIFY(session().isAlive());
}

void ConformanceFilesTest::readsUpToTheLimit()
{
    QVERIFY(session().writeFile("f", "0123456789", 0644, {}));
    QCOMPARE(*session().readGuestFile("f", 10, {}), "0123456789"s);
    QCOMPARE(session().readGuestFile("f", 9, {}).error().code(), ErrorCode::ResourceExhausted);
}

void ConformanceFilesTest::refusesPathsThatLeadOut()
{
    for (const auto& path : {"../x"s, "/work/../etc/x"s, "a/../../b"s, ".."s, ""s, "a\0b"s}) {
        QCOMPARE(
            session().writeFile(path, "x", 0644, {}).error().code(), ErrorCode::InvalidArgument);
        QCOMPARE(session().readGuestFile(path, 10, {}).error().code(), ErrorCode::InvalidArgument);
    }
}

void ConformanceFilesTest::refusesHostFilesThatAreNone()
{
    QTemporaryDir folder;
    const auto link = folder.filePath("link").toStdString();
    const auto fifo = folder.filePath("fifo").toStdString();
    QCOMPARE(::symlink("/etc/passwd", link.c_str()), 0);
    QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
    for (const auto& path : {link, fifo, folder.path().toStdString()})
        QVERIFY2(!session().copyIn(path, "x", {}), path.c_str());
}

void ConformanceFilesTest::replacesAPlantedLinkOnTheHost()
{
    QTemporaryDir folder;
    const auto victim = folder.filePath("victim").toStdString();
    const auto link = folder.filePath("out").toStdString();
    QFile file(folder.filePath("victim"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("untouched") == 9);
    file.close();
    QCOMPARE(::symlink(victim.c_str(), link.c_str()), 0);
    QVERIFY(session().writeFile("f", "new", 0644, {}));
    QVERIFY(session().copyOut("f", link, {}));
    QCOMPARE(*readFile(victim, 100), "untouched"s);
    QCOMPARE(*readFile(link, 100), "new"s);
}

void ConformanceFilesTest::leavesNothingBehindWhenACopyFails()
{
    QTemporaryDir folder;
    QVERIFY(!session().copyOut("missing", folder.filePath("x").toStdString(), {}));
    QVERIFY(QDir(folder.path())
                .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                .isEmpty());
}

void ConformanceFilesTest::doesNotWriteThroughALinkInTheSandbox()
{
    QCOMPARE(endingOf(m_box->bash("echo untouched > target; ln -s target link")), "exited 0"s);
    QVERIFY(session().writeFile("link", "new", 0644, {}));
    QCOMPARE(*session().readGuestFile("target", 100, {}), "untouched\n"s);
}

void ConformanceFilesTest::putsInputFilesBesideTheProgram()
{
    auto request = pythonRequest("import helper\nprint(open('data/d.csv').read(), helper.x)");
    request.files.push_back({"data/d.csv", "1,2", 0644});
    request.files.push_back({"helper.py", "x = 'imported'", 0644});
    QCOMPARE(m_box->run(request).stdoutBytes, "1,2 imported\n"s);
    request.files.push_back({"../out", "", 0644});
    RunSink sink;
    const auto refused = session().run(request, sink, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code(), ErrorCode::InvalidArgument);
}

void ConformanceFilesTest::keepsFilesBetweenRunsButNotBetweenSessions()
{
    QCOMPARE(
        endingOf(m_box->bash("echo kept > a.txt; echo kept > /tmp/b; echo kept > ~/c")),
        "exited 0"s);
    QCOMPARE(m_box->bash("cat a.txt /tmp/b ~/c").stdoutBytes, "kept\nkept\nkept\n"s);
    const auto other = m_box->openAnother();
    QVERIFY(other);
    RunSink sink;
    const auto record = other->run(bashRequest("cat a.txt /tmp/b ~/c | wc -c"), sink, {});
    QVERIFY(record);
    QCOMPARE(record->stdoutBytes, "0\n"s);
}

void ConformanceFilesTest::stopsACopy()
{
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(session().writeFile("f", std::string(20U << 20, 'x'), 0644, {}));
    QCOMPARE(
        session().readGuestFile("f", 1U << 30, stop.get_token()).error().code(),
        ErrorCode::Cancelled);
    QVERIFY(session().isAlive());
    QCOMPARE(m_box->bash("echo next").stdoutBytes, "next\n"s);
}

void ConformanceFilesTest::tellsWhatChangesInAFolder()
{
    using Kind = FolderChange::Kind;
    m_box->bash("mkdir watched");
    auto watch = session().watchFolder("watched", true, {});
    QVERIFY2(watch, watch ? "" : watch.error().text().c_str());
    QVERIFY((*watch)->next({}, Clock::now() + 1ms).failedAs(ErrorCode::Timeout));
    // What comes into a folder before it is watched too would not be told in all of its steps.
    m_box->bash("mkdir watched/in");
    auto change = (*watch)->next({}, Clock::now() + 10s);
    QVERIFY2(change, change ? "" : change.error().text().c_str());
    std::set<std::pair<std::string, Kind>> told;
    m_box->bash("cd watched && echo a > in/a && mv in/a b && rm b && cd .. && rm -r watched");
    for (; change; change = (*watch)->next({}, Clock::now() + 10s))
        told.emplace(change->path, change->kind);
    QVERIFY2(change.failedAs(ErrorCode::NotFound), change.error().text().c_str());
    for (const auto& [path, kind] :
         {std::pair("in", Kind::Created), std::pair("in/a", Kind::Created),
          std::pair("b", Kind::Created), std::pair("b", Kind::Removed),
          std::pair("in", Kind::Removed)})
        QVERIFY2(told.contains({"/work/watched/"s + path, kind}), path);
    QVERIFY(session().watchFolder("watched", false, {}).failedAs(ErrorCode::NotFound));
}

SANDBENCH_TEST(ConformanceFilesTest);
#include "tst_conformance_files.moc"
