// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace {

/// What a shell makes of @p line, in which $0 is sandbenchctl and $1 is @p program.
ctl::Outcome shell(const QString& line, const QString& program = {})
{
    QProcess process;
    process.start("bash", {"-c", line, ctl::program(), program});
    process.closeWriteChannel();
    const bool ended = process.waitForFinished(60000);
    return {
        ended ? process.exitCode() : -1, process.readAllStandardOutput(),
        process.readAllStandardError()};
}

} // namespace

class TestSandbenchctlStreams : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { REQUIRE_LOCAL_ENGINE(); }

    void endsAtOnceWithoutStandardInput_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("status");
        QTest::newRow("program") << "run -" << 125;
        QTest::newRow("input of a program") << "run --stdin - \"$1\"" << 0;
        QTest::newRow("repl") << "repl" << 0;
    }

    void endsAtOnceWithoutStandardInput()
    {
        QFETCH(QString, arguments);
        QFETCH(int, status);
        const ctl::Folder folder;
        const auto program = folder.write("a.py", "import sys\nprint(sys.stdin.read() + 'end')");
        QCOMPARE(shell("\"$0\" " + arguments + " <&-", program).status, status);
    }

    void givesItsStandardInputToTheProgram_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("pipe") << "echo 21 | \"$0\" run \"$1\"" << QByteArray("[21]\n");
        QTest::newRow("file") << "\"$0\" run \"$1\" < \"$1\"" << QByteArray("[import sys]\n");
        QTest::newRow("nothing") << "\"$0\" run \"$1\" < /dev/null" << QByteArray("[]\n");
        QTest::newRow("closed") << "\"$0\" run \"$1\" <&-" << QByteArray("[]\n");
        QTest::newRow("as asked") << "echo 21 | \"$0\" run --stdin - \"$1\""
                                  << QByteArray("[21]\n");
        QTest::newRow("none") << "echo 21 | \"$0\" run --stdin none \"$1\"" << QByteArray("[]\n");
        QTest::newRow("in an interpreter")
            << "echo 21 | \"$0\" run --context c \"$1\"" << QByteArray("[21]\n");
        QTest::newRow("the program itself")
            << "(cat \"$1\"; echo 'print(3)') | \"$0\" run -" << QByteArray("[]\n3\n");
        QTest::newRow("never-ending, of a program that never reads")
            << "yes | \"$0\" run - < <(echo 'print(1)'); echo 'print(2)' > \"$1\";"
               " yes | \"$0\" run \"$1\""
            << QByteArray("1\n2\n");
        QTest::newRow("open and silent, of a program that never reads")
            << "echo 'print(2)' > \"$1\"; exec 7<> <(:); \"$0\" run \"$1\" <&7"
            << QByteArray("2\n");
        QTest::newRow("more than fits, of a program that reads little")
            << "head -c 9000000 /dev/zero | tr '\\0' x | sed 's/^/y\\n/' | \"$0\" run \"$1\""
            << QByteArray("[y]\n");
        QTest::newRow("a loop that reads, with --stdin none")
            << "printf 'a\\nb\\n' | while read n; do \"$0\" run --stdin none \"$1\"; done"
            << QByteArray("[]\n[]\n");
    }

    void givesItsStandardInputToTheProgram()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, expected);
        const ctl::Folder folder;
        const auto program
            = folder.write("a.py", "import sys\nprint('[' + sys.stdin.readline().strip() + ']')\n");
        const auto outcome = shell(line, program);
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QCOMPARE(outcome.out, expected);
    }

    void saysThatStandardOutputIsClosed()
    {
        const ctl::Folder folder;
        const auto program = folder.write("a.py", "print(1)");
        for (const auto* arguments : {"run \"$1\"", "run --json \"$1\"", "doctor", "--version"}) {
            const auto outcome = shell(QString("\"$0\" ") + arguments + " >&-", program);
            QVERIFY2(outcome.status > 0, arguments);
            QVERIFY2(outcome.err.contains("Bad file descriptor"), outcome.err.constData());
            QCOMPARE(outcome.err.count('\n'), 1);
        }
    }

    void keepsTheStatusWhenStandardErrorIsClosed()
    {
        const ctl::Folder folder;
        const auto program = folder.write("a.sh", "echo lost >&2; echo kept; exit 3");
        const auto outcome = shell("\"$0\" run \"$1\" 2>&-", program);
        QCOMPARE(outcome.status, 3);
        QCOMPARE(outcome.out, QByteArray("kept\n"));
    }

    void saysWhyItsOutputIsLost()
    {
        const ctl::Folder folder;
        const auto program = folder.write("a.py", "print(1)");
        for (const auto* arguments :
             {"run \"$1\"", "run --json \"$1\"", "run --json missing.py", "doctor", "--help",
              "completion bash"}) {
            const auto outcome = shell(QString("\"$0\" ") + arguments + " > /dev/full", program);
            QVERIFY2(outcome.status > 0, arguments);
            QVERIFY2(outcome.err.contains("No space left on device"), outcome.err.constData());
        }
    }

    void refusesBytesThatItCannotHandOver_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::newRow("argument") << "\"$1\" -- $'\\xff'";
        QTest::newRow("variable") << "--env A=$'\\xff' \"$1\"";
        QTest::newRow("file name") << "--file \"$1:\"$'\\xff' \"$1\"";
    }

    void refusesBytesThatItCannotHandOver()
    {
        QFETCH(QString, arguments);
        const ctl::Folder folder;
        const auto outcome = shell("\"$0\" run " + arguments, folder.write("a.py", "print(1)"));
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("not UTF-8"), outcome.err.constData());
    }

    void refusesFilesThatCannotArrive_data()
    {
        QTest::addColumn<QString>("destination");
        QTest::addColumn<QString>("hint");
        QTest::newRow("read-only") << "/etc/x"
                                   << "/work";
        QTest::newRow("over the program") << "./a.py"
                                          << "SRC:DEST";
    }

    void refusesFilesThatCannotArrive()
    {
        QFETCH(QString, destination);
        QFETCH(QString, hint);
        const ctl::Folder folder;
        const auto program = folder.write("a.py", "print(1)");
        const auto outcome = ctl::run({"run", "--file", program + ":" + destination, program});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(hint.toUtf8()), outcome.err.constData());
    }

    void takesMoreProcessesThanTheUserMayHave()
    {
        const ctl::Folder folder;
        const auto program = folder.write("a.py", "print(1)");
        QCOMPARE(ctl::run({"run", "--pids", "4000000", program}).status, 0);
        QCOMPARE(ctl::run({"run", "--pids", "99999999999", program}).status, 2);
    }

    void namesTheResultsThatItCouldNotKeep()
    {
        const ctl::Folder folder;
        const auto program
            = folder.write("a.sh", "truncate -s 900M \"$SANDBENCH_OUTPUT/big\"; echo done");
        const auto outcome = ctl::run({"run", "--out", folder.path("out"), program});
        QCOMPARE(outcome.out, QByteArray("done\n"));
        QVERIFY2(outcome.err.contains("larger than"), outcome.err.constData());
    }

    void tellsOfASkippedResultOnce()
    {
        const ctl::Folder folder;
        const auto program = folder.write("a.sh", "ln -s /etc/passwd \"$SANDBENCH_OUTPUT/odd\"");
        const auto outcome = ctl::run({"run", "--out", folder.path("out"), program});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.err.count("symbolic link"), 1);
        const auto told = ctl::run({"run", "--verbose", program});
        QCOMPARE(told.err.count("symbolic link"), 1);
    }

    void keepsTheFoldersOfFiles()
    {
        const ctl::Folder folder;
        folder.write("a.py", "print(open('sub/deep/x.bin').read() + open('x.bin').read())");
        folder.write("x.bin", "near");
        const auto outcome = shell(
            "cd \"$1\"; mkdir -p sub/deep; printf deep > sub/deep/x.bin;"
            " \"$0\" run --file sub/deep/x.bin --file x.bin a.py;"
            " \"$0\" run --file sub/deep/x.bin:x.bin --file x.bin a.py || echo \"status $?\"",
            folder.path("."));
        QCOMPARE(outcome.out, QByteArray("deepnear\nstatus 2\n"));
        QVERIFY2(outcome.err.contains("would both be x.bin"), outcome.err.constData());
    }

    void putsTheLastValueIntoTheRecord()
    {
        const ctl::Folder folder;
        const auto outcome
            = ctl::run({"run", "--json", "--context", "c", folder.write("a.py", "x = 6\nx * 7\n")});
        const auto record = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(record["result"].toString(), QString("42"));
    }

    void undoesInputsAndBranchesFromThem()
    {
        const auto outcome = ctl::run(
            {"repl"},
            "x = [1]\nx.append(2)\n%branch other\nx.append(3)\n%undo\nx\n%context repl\n"
            "%undo 2\nx\n%steps\n%undo nine\n%branch\n");
        QVERIFY2(
            outcome.out.startsWith("inputs go to other\nback to before 3  x.append(3)\n"
                                   "[1, 2]\n"),
            outcome.out.constData());
        QVERIFY2(outcome.out.contains("\n[1]\n  1  x = [1]\n"), outcome.out.constData());
        // What is no such command is code, of which Python says what it thinks.
        QCOMPARE(outcome.err.count("nine"), 1);
    }

    void bringsFilesBackThatAnInputChanged()
    {
        const auto outcome = ctl::run(
            {"repl"},
            "open('a', 'w').write('1')\nimport os; os.remove('a'); open('b', 'w').close()\n%undo\n"
            "print(os.listdir()) if 'os' in globals() else print(open('a').read())\n");
        QCOMPARE(
            outcome.out,
            QByteArray("1\nback to before 2  import os; os.remove('a'); open('b', 'w').close()\n"
                       "files that came back: 2\n1\n"));
    }

    void saysWhatACopyLacksBeforeItUndoes()
    {
        const auto outcome = ctl::run(
            {"repl"},
            "import threading\n"
            "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
            "x = 1\n%undo\nx\n%undo 3\n'x' in globals()\n");
        QCOMPARE(
            outcome.out,
            QByteArray("threads that will not run: 1; %undo 3 does it\n1\n"
                       "back to before 3  x = 1\nFalse\n"));
    }

    void listsTheVariablesOfAnInterpreter()
    {
        const auto outcome = ctl::run(
            {"repl"}, "%whos\nx = [1, 2.5]\ntext = 'a\\x1b[2J'\n%whos\n%show x\n%show none\n");
        QVERIFY2(outcome.out.startsWith("there is no context repl\n"), outcome.out.constData());
        QVERIFY2(outcome.out.contains("NAME  TYPE  SIZE"), outcome.out.constData());
        QVERIFY2(
            outcome.out.contains("x     list  2 items       [1, 2.5]\n"), outcome.out.constData());
        QVERIFY2(outcome.out.contains("'a\\x1b[2J'"), outcome.out.constData());
        QVERIFY2(outcome.out.contains("x: list, 2 items\n[1, 2.5]\n\n"), outcome.out.constData());
        QVERIFY2(outcome.out.contains("there is no variable none\n"), outcome.out.constData());
    }

    void saysThatACellEndedTheInterpreter()
    {
        const auto outcome = ctl::run({"repl"}, "x = 1\nimport os; os._exit(3)\nprint('on')\n");
        QCOMPARE(outcome.out, QByteArray("on\n"));
        QVERIFY2(outcome.err.contains("its variables are gone"), outcome.err.constData());
    }
};

SANDBENCH_TEST(TestSandbenchctlStreams);
#include "tst_sandbenchctl_streams.moc"
