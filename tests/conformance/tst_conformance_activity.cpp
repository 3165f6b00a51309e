// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/activity_words.h"
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <regex>

using namespace sandbench;
using namespace sandbench::test;

/// What programs do is told, wherever they run.
class ConformanceActivityTest : public ConformanceTest
{
    Q_OBJECT

protected:
    bool sharesItsSession() const override { return true; }

private Q_SLOTS:
    void tellsWhatAProgramDid_data();
    void tellsWhatAProgramDid();
    void tellsWhatItUsed();
    void tellsWhatWasLeftByOneThatWasKilled();
    void countsAttemptsAndListsAFew();
    void tellsAThousandFilesAtOnce();
    void tellsEachCellItsOwn();
    void saysWhatItCannotSee();

private:
    RunRecord python(const std::string& code, RunLimits limits = {});
    static std::string lines(const RunRecord& record);
};

RunRecord ConformanceActivityTest::python(const std::string& code, RunLimits limits)
{
    auto request = pythonRequest(code);
    request.limits = limits;
    return m_box->run(request);
}

std::string ConformanceActivityTest::lines(const RunRecord& record)
{
    std::string all;
    for (const auto& line : activityLines(toJson(record)))
        all += line + "\n";
    return all;
}

/// Where a pod's network cannot be cut, no socket but a Unix one can be made, so that a program has
/// nothing to name an address with: the refused call is all that is seen.
QString whereSocketsAreRefused(const QString& expected)
{
    static const std::regex needsNetworkSocket(
        "(tried to (reach|send to) [^/]|took the address|asked for the name).*");
    return std::regex_match(expected.toStdString(), needsNetworkSocket)
        ? QStringLiteral("called socket.*; the system-call filter refused")
        : expected;
}

/// "one of these was seen" for each line of @p expected, a pattern for a whole line.
void ConformanceActivityTest::tellsWhatAProgramDid_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* code, const char* expected) {
        QTest::newRow(name) << code << expected;
    };
    row("new file", "open('new.txt', 'w').write('12345')", "created new\\.txt \\(5 B\\)");
    row("changed file", "open('there.txt', 'a').write('x' * 2)",
        "changed there\\.txt \\(7 B, was 5 B\\)");
    row("truncated file", "open('there.txt', 'w')", "changed there\\.txt \\(0 B, was 5 B\\)");
    row("changed mode", "import os; os.chmod('there.txt', 0o600)", "changed there\\.txt .*");
    row("deleted file", "import os; os.remove('there.txt')", "deleted there\\.txt");
    row("moved file", "import os; os.rename('there.txt', 'elsewhere')", "deleted there\\.txt");
    row("new folder", "import os; os.makedirs('a/b'); open('a/b/c', 'w')",
        "created a/b/c \\(0 B\\)");
    row("link", "import os; os.symlink('/etc', 'away')", "created away");
    row("odd name", "open('line\\nend', 'w')", "created line\nend \\(0 B\\)");
    row("program", "import subprocess; subprocess.run(['/bin/echo', 'a', 'b c'])",
        "started /bin/echo a b c \\(process \\d+ of \\d+\\).*");
    row("program by name", "import subprocess; subprocess.run(['sh', '-c', ': ; exit 3'])",
        "started /\\S+/sh -c : ; exit 3 \\(process \\d+ of \\d+\\)(: exited 3)?");
    row("program of a program", "import os; os.system('/bin/echo x; true')",
        "started /bin/echo x \\(process \\d+ of \\d+\\).*");
    row("program that is killed", "import subprocess; subprocess.run(['sh', '-c', 'kill -9 $$'])",
        "started /\\S+/sh -c kill -9 \\$\\$ \\(process \\d+ of \\d+\\)(: ended by signal 9)?");
    row("becoming another program", "import os; os.execv('/bin/echo', ['echo', 'me'])",
        "started /bin/echo me \\(process \\d+.*\\): exited 0");
    row("program of an orphan",
        "import os, time\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0: "
        "os.execv('/bin/echo', ['echo', 'lost'])\n"
        "  os._exit(0)\nos.wait(); time.sleep(0.3)",
        "started /bin/echo lost \\(process \\d+.*");
    const char* const reach
        = "import socket\ndef reach(family, address, kind=socket.SOCK_STREAM):\n"
          "  s = socket.socket(family, kind); s.settimeout(0.05)\n"
          "  try: s.connect(address)\n  except OSError: pass\n"
          "  s.close()\n";
    const auto reaching = [&](const char* name, const char* code, const char* expected) {
        QTest::newRow(name) << QString(reach) + code << expected;
    };
    reaching("address", "reach(2, ('192.0.2.7', 443))", "tried to reach 192\\.0\\.2\\.7:443.*");
    reaching(
        "address many times", "for i in range(100): reach(2, ('192.0.2.7', 80), 2)",
        "tried to reach 192\\.0\\.2\\.7:80, 100 times.*");
    reaching(
        "address of the other version", "reach(10, ('2001:db8::1', 80))",
        "tried to reach \\[2001:db8::1\\]:80.*");
    reaching(
        "address of its own machine", "reach(2, ('127.0.0.1', 1))",
        "tried to reach 127\\.0\\.0\\.1:1");
    reaching("socket in a folder", "reach(1, '/tmp/none.sock')", "tried to reach /tmp/none\\.sock");
    reaching(
        "address by a thread",
        "import threading; t = threading.Thread(target=reach, args=(2, ('192.0.2.8', 25)))\n"
        "t.start(); t.join()",
        "tried to reach 192\\.0\\.2\\.8:25.*");
    reaching(
        "address by a child",
        "import os\nif os.fork() == 0: reach(2, ('192.0.2.9', 22)); os._exit(0)\nos.wait()",
        "tried to reach 192\\.0\\.2\\.9:22.*");
    reaching(
        "address by an orphan",
        "import os, time\nif os.fork() == 0:\n  os.setsid()\n"
        "  if os.fork() == 0: reach(2, ('192.0.2.10', 23))\n  os._exit(0)\nos.wait(); "
        "time.sleep(0.3)",
        "tried to reach 192\\.0\\.2\\.10:23.*");
    row("datagram",
        "import socket\ntry: socket.socket(2, 2).sendto(b'x', ('192.0.2.7', 99))\n"
        "except OSError: pass",
        "tried to send to 192\\.0\\.2\\.7:99.*");
    row("port", "import socket; socket.socket().bind(('0.0.0.0', 8099))",
        "took the address 0\\.0\\.0\\.0:8099");
    row("name",
        "import socket\nq = bytes.fromhex('123401000001000000000000') + "
        "b'\\7example\\3com\\0\\0\\1\\0\\1'\n"
        "try: socket.socket(2, 2).sendto(q, ('127.0.0.1', 53))\nexcept OSError: pass",
        "asked for the name example\\.com");
}

void ConformanceActivityTest::tellsWhatAProgramDid()
{
    QFETCH(QString, code);
    QFETCH(QString, expected);
    if (engineName() == "kubernetes")
        expected = whereSocketsAreRefused(expected);
    QVERIFY(session().writeFile("there.txt", "12345", 0644, {}));
    const auto record = python(code.toStdString());
    QVERIFY2(record.activity, record.evidence.c_str());
    const auto told = activityLines(toJson(record));
    const std::regex pattern(expected.toStdString());
    const bool isTold = std::any_of(told.begin(), told.end(), [&pattern](const auto& line) {
        return std::regex_match(line, pattern);
    });
    QVERIFY2(isTold, (lines(record) + record.stderrBytes).c_str());
}

void ConformanceActivityTest::tellsWhatItUsed()
{
    const auto record
        = python("import os, time\n"
                 "open('big', 'wb').write(bytes(2 << 20))\n"
                 "for i in range(2):\n  if os.fork() == 0: time.sleep(0.6); os._exit(0)\n"
                 "kept = bytearray(64 << 20)\nend = time.process_time() + 0.2\n"
                 "while time.process_time() < end: pass\nos.wait(); os.wait()");
    QVERIFY(record.activity);
    QVERIFY(record.activity->cpuSeconds >= 0.2);
    QVERIFY(record.activity->peakMemoryBytes >= 60U << 20);
    QVERIFY(record.activity->diskBytes >= 2 << 20);
    QVERIFY(record.activity->mostProcesses >= 3);
}

void ConformanceActivityTest::tellsWhatWasLeftByOneThatWasKilled()
{
    RunLimits limits;
    limits.wallSeconds = 1;
    const auto record = python(
        "f = open('half', 'wb')\nf.write(bytes(1000)); f.flush()\nwhile True: pass", limits);
    QCOMPARE(record.verdict, Verdict::WallTimeout);
    QVERIFY2(
        lines(record).find("created half (1000 B)\n") != std::string::npos, lines(record).c_str());
}

void ConformanceActivityTest::countsAttemptsAndListsAFew()
{
    const auto record = python("import socket\ns = socket.socket(1, 2)\nfor i in range(5000):\n"
                               "  try: s.connect('/tmp/%d' % i)\n  except OSError: pass");
    QVERIFY(record.activity);
    QCOMPARE(record.activity->attempted, std::uint64_t(5000));
    QVERIFY(record.activity->attempts.size() <= 256);
}

void ConformanceActivityTest::tellsAThousandFilesAtOnce()
{
    const auto record = python("for i in range(1000): open('file%d' % i, 'w').write('x')");
    QVERIFY(record.activity);
    QCOMPARE(record.activity->created, std::uint64_t(1000));
    QCOMPARE(record.activity->writtenBytes, std::uint64_t(1000));
}

void ConformanceActivityTest::tellsEachCellItsOwn()
{
    const auto first = m_box->run(cellRequest("c", "open('first', 'w').write('1')"));
    const auto second = m_box->run(cellRequest("c", "import os; os.remove('first')"));
    QVERIFY2(lines(first).find("created first (1 B)\n") != std::string::npos, lines(first).c_str());
    QVERIFY2(lines(second).find("deleted first\n") != std::string::npos, lines(second).c_str());
    QVERIFY(lines(second).find("created first") == std::string::npos);
}

void ConformanceActivityTest::saysWhatItCannotSee()
{
    const auto record = python("pass");
    QVERIFY(record.activity);
    QVERIFY2(
        lines(record).find("not seen: Files outside of the working folder\n") != std::string::npos,
        lines(record).c_str());
    QVERIFY(lines(record).find("not seen: Whether a program could start") != std::string::npos);
}

SANDBENCH_TEST(ConformanceActivityTest);
#include "tst_conformance_activity.moc"
