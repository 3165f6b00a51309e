// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/protocol.h"
#include "core/base/json.h"
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <csignal>
#include <future>
#include <memory>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// Streams, exit codes, input, arguments and environment of a program.
class ConformanceStreamsTest : public ConformanceTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return TestEngine::names(); }
    bool sharesItsSession() const override { return true; }

private Q_SLOTS:
    void printsAndExits();
    void tellsThePeakOfThisRunAndNotOfAnEarlierOne();
    void keepsBothStreamsApart();
    void runsAnEmptyProgram();
    void tellsExitCodesAsTheyAre_data();
    void tellsExitCodesAsTheyAre();
    void reportsAnExceptionAtTheUsersLine();
    void tellsSignalsFromExits();
    void streamsLinesAsTheyCome();
    void passesBytesThatAreNoText();
    void keepsTheBytesOfASplitCharacter();
    void keepsOutputOnceAStreamIsClosed();
    void doesNotWaitForADaemonThatHoldsTheOutput();
    void takesForgedFramesForText();
    void givesInputAndItsEnd_data();
    void givesInputAndItsEnd();
    void endsInputAtOnceWhereThereIsNone();
    void givesLargeInputWhileOutputComesBack();
    void survivesAProgramThatDoesNotReadItsInput();
    void takesLiveInput();
    void passesArgumentsAndEnvironmentAsData();
    void passesAMegabyteOfArguments();
    void refusesWhatNoProgramCanReceive();
    void runsInTheWorkingFolderWithASmallEnvironment();
    void runsAsAnOrdinaryUser();
    void saysWhenAFileIsNoProgram();
    void startsEachRunInTheWorkingFolder();
    void runsTenMegabytesOfCode();
    void keepsOnlyWhatWasAskedFor();
};

void ConformanceStreamsTest::printsAndExits()
{
    const auto record = m_box->python("print('hi')");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(record.stdoutBytes, "hi\n"s);
    QCOMPARE(record.stderrBytes, ""s);
    QCOMPARE(record.stdoutTotal, 3U);
    QVERIFY(!record.truncated);
    QVERIFY(record.wallSeconds > 0);
    QVERIFY(record.peakMemoryBytes > 0);
    QCOMPARE(record.network, "none"s);
    QVERIFY(!record.isolation.layers.empty());
}

void ConformanceStreamsTest::tellsThePeakOfThisRunAndNotOfAnEarlierOne()
{
    const auto large = m_box->python("x = bytearray(100 << 20)\nprint(len(x))");
    QCOMPARE(endingOf(large), "exited 0"s);
    QVERIFY(large.peakMemoryBytes > (100U << 20));
    const auto small = m_box->python("print('hi')");
    QVERIFY2(
        small.peakMemoryBytes < large.peakMemoryBytes - (50U << 20),
        std::to_string(small.peakMemoryBytes).c_str());
}

void ConformanceStreamsTest::keepsBothStreamsApart()
{
    const auto record = m_box->python("import sys\nprint('o')\nprint('e', file=sys.stderr)");
    QCOMPARE(record.stdoutBytes, "o\n"s);
    QCOMPARE(record.stderrBytes, "e\n"s);
}

void ConformanceStreamsTest::runsAnEmptyProgram()
{
    const auto record = m_box->python("");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(record.stdoutBytes + record.stderrBytes, ""s);
}

void ConformanceStreamsTest::tellsExitCodesAsTheyAre_data()
{
    QTest::addColumn<int>("code");
    // 124, 137 and 143 are what other tools report for timeouts, memory and signals.
    for (const int code : {0, 1, 3, 70, 124, 125, 137, 143, 255})
        QTest::addRow("%d", code) << code;
}

void ConformanceStreamsTest::tellsExitCodesAsTheyAre()
{
    QFETCH(int, code);
    const auto expected = "exited " + std::to_string(code);
    QCOMPARE(
        endingOf(m_box->python("import sys\nsys.exit(" + std::to_string(code) + ")")), expected);
    QCOMPARE(endingOf(m_box->bash("exit " + std::to_string(code))), expected);
}

void ConformanceStreamsTest::reportsAnExceptionAtTheUsersLine()
{
    const auto record = m_box->python("1/0");
    QCOMPARE(endingOf(record), "exited 1"s);
    QVERIFY2(
        record.stderrBytes.ends_with("ZeroDivisionError: division by zero\n"),
        record.stderrBytes.c_str());
    QVERIFY2(
        record.stderrBytes.find("main.py\", line 1") != std::string::npos,
        record.stderrBytes.c_str());
    QVERIFY(record.error.has_value());
    QCOMPARE(record.error->name, "ZeroDivisionError"s);
    QCOMPARE(record.error->value, "division by zero"s);
}

void ConformanceStreamsTest::tellsSignalsFromExits()
{
    QCOMPARE(
        endingOf(m_box->python("import os, signal\nos.kill(os.getpid(), signal.SIGTERM)")),
        "signaled 15"s);
    QCOMPARE(endingOf(m_box->python("import os\nos.abort()")), "signaled 6"s);
    QCOMPARE(endingOf(m_box->bash("kill -SEGV $$")), "signaled 11"s);
    const auto killed = m_box->bash("kill -KILL $$");
    QCOMPARE(endingOf(killed), "signaled 9"s);
    QVERIFY(!killed.warnings.empty());
}

void ConformanceStreamsTest::streamsLinesAsTheyCome()
{
    // The program goes on only when the test has seen its line: a buffered stream would wait for
    // ever.
    RecordingSink sink;
    auto request
        = pythonRequest("import sys\nfor i in range(3):\n    print(i)\n    input()\nsys.exit(7)");
    request.liveInput = true;
    sink.whenOutput = [&](const std::string& out) {
        if (out.ends_with('\n'))
            QVERIFY(session().sendInput(sink.runId, "go\n"));
    };
    const auto record = m_box->run(request, sink);
    QCOMPARE(endingOf(record), "exited 7"s);
    QCOMPARE(sink.out, "0\n1\n2\n"s);
    QCOMPARE(record.stdoutBytes, sink.out);
}

void ConformanceStreamsTest::passesBytesThatAreNoText()
{
    const auto record = m_box->python("import "
                                      "sys\nsys.stdout.buffer.write(b'\\xff\\xfe\\x00a')\nsys."
                                      "stderr.buffer.write(b'\\xff\\xfe')");
    QCOMPARE(record.stdoutBytes, "\xff\xfe\0a"s);
    QCOMPARE(record.stderrBytes, "\xff\xfe"s);
    QCOMPARE(jsonString(toJson(record), "stderr"), "\xef\xbf\xbd\xef\xbf\xbd"s);
}

void ConformanceStreamsTest::keepsTheBytesOfASplitCharacter()
{
    RecordingSink sink;
    auto request = pythonRequest(
        "import os\nfor b in '€'.encode():\n    os.write(1, bytes([b]))\n    input()");
    request.liveInput = true;
    sink.whenOutput = [&](const std::string&) { QVERIFY(session().sendInput(sink.runId, "\n")); };
    const auto record = m_box->run(request, sink);
    QCOMPARE(record.stdoutBytes, "€"s);
    QVERIFY(sink.chunkSizes.size() >= 3);
}

void ConformanceStreamsTest::keepsOutputOnceAStreamIsClosed()
{
    const auto record
        = m_box->python("import os, sys\nprint('before', flush=True)\nos.close(1)\nos.write(2, "
                        "b'after')\nos._exit(5)");
    QCOMPARE(endingOf(record), "exited 5"s);
    QCOMPARE(record.stdoutBytes, "before\n"s);
    QCOMPARE(record.stderrBytes, "after"s);
}

void ConformanceStreamsTest::doesNotWaitForADaemonThatHoldsTheOutput()
{
    // Waiting for it would end at the time limit.
    const auto record = m_box->bash("(setsid sleep 1000 &) ; echo done");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(record.stdoutBytes, "done\n"s);
    const auto left = m_box->bash(kCountSleeps);
    QCOMPARE(left.stdoutBytes, "0\n"s);
}

void ConformanceStreamsTest::takesForgedFramesForText()
{
    std::string forged;
    agent::appendFrame(forged, agent::FrameType::Reply, 1, R"({"ok":true,"exit_code":0})");
    auto request = pythonRequest(
        "import sys\nd = sys.stdin.buffer.read()\nfor fd in range(1, 64):\n"
        "    try:\n        import os; os.write(fd, d)\n    except OSError: pass\nsys.exit(9)");
    request.stdinBytes = forged;
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "exited 9"s);
    QVERIFY(record.stdoutBytes.find(forged) != std::string::npos);
    QCOMPARE(endingOf(m_box->python("print(1)")), "exited 0"s);
}

void ConformanceStreamsTest::givesInputAndItsEnd_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::newRow("text") << QByteArray("hello\n");
    QTest::newRow("shell characters") << QByteArray("$(id) `id` '\" \\ ; && | > /tmp/x\n");
    QTest::newRow("binary") << QByteArray("\0\xff\x01\n\r\0", 6);
    QTest::newRow("no newline") << QByteArray("end");
}

void ConformanceStreamsTest::givesInputAndItsEnd()
{
    QFETCH(QByteArray, input);
    auto request = bashRequest("cat");
    request.stdinBytes = input.toStdString();
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(record.stdoutBytes, input.toStdString());
}

void ConformanceStreamsTest::endsInputAtOnceWhereThereIsNone()
{
    const auto record = m_box->python("input()");
    QCOMPARE(endingOf(record), "exited 1"s);
    QVERIFY(record.stderrBytes.find("EOFError") != std::string::npos);
}

void ConformanceStreamsTest::givesLargeInputWhileOutputComesBack()
{
    auto request = bashRequest("cat");
    request.stdinBytes.resize(50U << 20);
    for (std::size_t i = 0; i < request.stdinBytes.size(); i += 4093)
        request.stdinBytes[i] = static_cast<char>(i / 4093);
    request.limits.outputBytes = 0;
    request.keepBytes = 64U << 20;
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "exited 0"s);
    QVERIFY(record.stdoutBytes == request.stdinBytes);
}

void ConformanceStreamsTest::survivesAProgramThatDoesNotReadItsInput()
{
    auto request = bashRequest("echo ok");
    request.stdinBytes.assign(10U << 20, 'i');
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(record.stdoutBytes, "ok\n"s);
}

void ConformanceStreamsTest::takesLiveInput()
{
    RecordingSink sink;
    auto request = pythonRequest("print(input() + '!')\nimport sys\nprint(repr(sys.stdin.read()))");
    request.liveInput = true;
    sink.whenStarted = [&](const std::string& id) { QVERIFY(session().sendInput(id, "hey\n")); };
    sink.whenOutput = [&](const std::string&) { QVERIFY(session().closeInput(sink.runId)); };
    const auto record = m_box->run(request, sink);
    QCOMPARE(record.stdoutBytes, "hey!\n''\n"s);
    const auto late = session().sendInput(sink.runId, "x");
    QVERIFY(!late);
    QCOMPARE(late.error().code(), ErrorCode::NotFound);
}

void ConformanceStreamsTest::passesArgumentsAndEnvironmentAsData()
{
    auto request = pythonRequest("import sys, os\nprint(sys.argv[1:], os.environ['K'])");
    request.arguments = {"a b", "$HOME", "'\"", "", "€"};
    request.env["K"] = "v'\"\n$(id)";
    const auto record = m_box->run(request);
    QCOMPARE(record.stdoutBytes, "['a b', '$HOME', '\\'\"', '', '€'] v'\"\n$(id)\n"s);
    // The next run has its own environment.
    QCOMPARE(m_box->python("import os\nprint(os.environ.get('K'))").stdoutBytes, "None\n"s);
}

void ConformanceStreamsTest::passesAMegabyteOfArguments()
{
    auto request = bashRequest("echo $# ${#1}");
    request.arguments.assign(16, std::string(64U << 10, 'a'));
    QCOMPARE(m_box->run(request).stdoutBytes, "16 65536\n"s);
}

void ConformanceStreamsTest::refusesWhatNoProgramCanReceive()
{
    RunSink sink;
    auto badArgument = pythonRequest("");
    badArgument.arguments = {"a\0b"s};
    auto badName = pythonRequest("");
    badName.env["A=B"] = "c";
    auto badFile = pythonRequest("");
    badFile.fileName = "../main.py";
    auto badLimit = pythonRequest("");
    badLimit.limits.wallSeconds = -1;
    for (const auto& request : {badArgument, badName, badFile, badLimit}) {
        const auto record = session().run(request, sink, {});
        QVERIFY(!record);
        QCOMPARE(record.error().code(), ErrorCode::InvalidArgument);
    }
}

void ConformanceStreamsTest::runsInTheWorkingFolderWithASmallEnvironment()
{
    const auto record
        = m_box->bash("pwd; echo $HOME $TMPDIR $LANG $SANDBENCH_OUTPUT; test -d $HOME && "
                      "test -w $TMPDIR && test -w $SANDBENCH_OUTPUT && echo usable; basename $0");
    QCOMPARE(record.stdoutBytes, "/work\n/home/user /tmp C.UTF-8 /work/output\nusable\nmain.sh\n"s);
    qputenv("SANDBENCH_SECRET", "host");
    QCOMPARE(m_box->bash("env | grep -c SECRET").stdoutBytes, "0\n"s);
}

void ConformanceStreamsTest::runsAsAnOrdinaryUser()
{
    const auto record = m_box->bash("id -u; id -un; cat /proc/self/status | grep CapEff");
    const auto text = QByteArray::fromStdString(record.stdoutBytes).simplified();
    QVERIFY2(!text.startsWith("0 ") && text.endsWith("CapEff: 0000000000000000"), text);
    QCOMPARE(text.split(' ').size(), 4); // the user has a name
}

void ConformanceStreamsTest::saysWhenAFileIsNoProgram()
{
    QVERIFY(session().writeFile("tool", "#!/bin/sh\necho ran\n", 0644, {}));
    const auto denied = m_box->bash("./tool");
    QCOMPARE(endingOf(denied), "exited 126"s);
    QVERIFY2(
        denied.stderrBytes.find("Permission denied") != std::string::npos,
        denied.stderrBytes.c_str());
    QCOMPARE(endingOf(m_box->bash("./missing")), "exited 127"s);
}

void ConformanceStreamsTest::startsEachRunInTheWorkingFolder()
{
    QCOMPARE(m_box->bash("cd /tmp; pwd").stdoutBytes, "/tmp\n"s);
    QCOMPARE(m_box->bash("pwd").stdoutBytes, "/work\n"s);
    QCOMPARE(
        m_box->python("import os\nos.chdir('/tmp')\nprint(os.getcwd())").stdoutBytes, "/tmp\n"s);
    QCOMPARE(m_box->python("import os\nprint(os.getcwd())").stdoutBytes, "/work\n"s);
}

void ConformanceStreamsTest::runsTenMegabytesOfCode()
{
    const auto record = m_box->bash("#" + std::string(10U << 20, 'x') + "\necho end");
    QCOMPARE(record.stdoutBytes, "end\n"s);
}

void ConformanceStreamsTest::keepsOnlyWhatWasAskedFor()
{
    RecordingSink sink;
    auto request = bashRequest("head -c 1000 /dev/zero");
    request.keepBytes = 10;
    const auto record = m_box->run(request, sink);
    QCOMPARE(record.stdoutBytes.size(), std::size_t(10));
    QCOMPARE(record.stdoutTotal, 1000U);
    QCOMPARE(sink.out.size(), std::size_t(1000));
    QVERIFY(record.truncated);
}

SANDBENCH_TEST(ConformanceStreamsTest);
#include "tst_conformance_streams.moc"
