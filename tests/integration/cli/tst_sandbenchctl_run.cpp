// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <csignal>

class TestSandbenchctlRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { REQUIRE_LOCAL_ENGINE(); }

    void endsWithTheStatusOfTheVerdict_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<int>("status");
        const QStringList none;
        const auto row = [](const char* title, const char* name, const QByteArray& code,
                            const QStringList& options, const char* verdict, int status) {
            QTest::newRow(title) << QString(name) << code << options << QString(verdict) << status;
        };
        row("exit 0", "a.py", "print(1)", none, "exited", 0);
        row("exit 3", "a.py", "raise SystemExit(3)", none, "exited", 3);
        row("exit 137 of its own", "a.py", "raise SystemExit(137)", none, "exited", 137);
        row("exit 124 of its own", "a.sh", "exit 124", none, "exited", 124);
        row("exception", "a.py", "1/0", none, "exited", 1);
        row("empty", "a.py", "", none, "exited", 0);
        row("binary", "a.py", QByteArray("\x89PNG\r\n\x1a\n\0\0", 10), none, "exited", 1);
        row("bash", "a.sh", "exit 7", none, "exited", 7);
        row("javascript", "a.js", "process.exit(5)", none, "exited", 5);
        row("SIGTERM itself", "a.py", "import os; os.kill(os.getpid(), 15)", none, "signaled", 143);
        row("SIGKILL itself", "a.sh", "kill -9 $$", none, "signaled", 137);
        row("wall limit", "a.py", "import time; time.sleep(60)", {"--timeout", "0.3"},
            "wall_timeout", 124);
        row("CPU limit", "a.py", "while True: pass", {"--cpu-time", "0.3"}, "cpu_timeout", 124);
        row("memory", "a.py", "x = bytearray(400 << 20)\nfor i in range(0, len(x), 4096): x[i] = 1",
            {"--memory", "64m"}, "out_of_memory", 137);
        row("output", "a.py", "while True: print('x' * 1000)", {"--output-limit", "64k"},
            "output_limit", 122);
        row("disk", "a.py", "open('f', 'wb').write(bytes(64 << 20))", {"--disk", "8m"},
            "disk_limit", 122);
    }

    void endsWithTheStatusOfTheVerdict()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, code);
        QFETCH(QStringList, options);
        QFETCH(QString, verdict);
        QFETCH(int, status);
        const ctl::Folder folder;
        const auto command = QStringList("run") + options + QStringList(folder.write(name, code));
        const auto plain = ctl::run(command);
        QCOMPARE(plain.status, status);
        const auto own = plain.err.count("sandbenchctl: ");
        QCOMPARE(own, verdict == "exited" ? 0 : 1);
        const auto json = ctl::run(QStringList(command) << "--json");
        QCOMPARE(json.status, status);
        const auto record = QJsonDocument::fromJson(json.out).object();
        QCOMPARE(record["verdict"].toString(), verdict);
    }

    void passesEveryByteOfBothStreams()
    {
        const ctl::Folder folder;
        const auto outcome = ctl::run({"run", folder.write("a.py", R"(import sys
every = bytes(range(256)) * 700
sys.stdout.buffer.write(every)
sys.stderr.buffer.write(every[::-1])
)")});
        QByteArray every;
        for (int i = 0; i < 256 * 700; ++i)
            every += static_cast<char>(i);
        QCOMPARE(outcome.status, 0);
        QVERIFY(outcome.out == every);
        std::reverse(every.begin(), every.end());
        QVERIFY(outcome.err == every);
    }

    void passesInputAndOutputWhileTheProgramRuns()
    {
        const ctl::Folder folder;
        const auto process = ctl::start(
            {"run", "--stdin", "-",
             folder.write("a.py", "print('first')\nprint(input()[::-1])\nprint(input('?'))\n")});
        // In as many pieces as the program wrote it.
        QByteArray line;
        while (line.size() < 6 && process->waitForReadyRead(20000))
            line += process->readAllStandardOutput();
        QCOMPARE(line, QByteArray("first\n"));
        process->write("abc\n");
        QTRY_VERIFY_WITH_TIMEOUT(process->bytesAvailable() >= 4, 20000);
        process->closeWriteChannel();
        QVERIFY(process->waitForFinished(20000));
        QVERIFY(process->readAllStandardOutput().startsWith("cba\n"));
        QCOMPARE(process->exitCode(), 1);
        QVERIFY(process->readAllStandardError().contains("EOFError"));
    }

    void runsSeveralProgramsInOneSandbox()
    {
        const ctl::Folder folder;
        const auto first = folder.write("a.py", "open('it', 'a').write('a'); raise SystemExit(3)");
        const auto second = folder.write("b.sh", "printf b >> it; cat it data; exit 4");
        const auto data = folder.write("data", "!\n");
        const auto outcome = ctl::run({"run", "--file", data, first, second});
        QCOMPARE(outcome.status, 3);
        QCOMPARE(outcome.out, QByteArray("ab!\n"));
        const auto records = ctl::run({"run", "--json", first, second}).out.split('\n');
        QCOMPARE(records.size(), 3); // a line each
        QCOMPARE(QJsonDocument::fromJson(records[1]).object()["exit_code"].toInt(), 4);
        const auto wrong = ctl::run({"run", first, "an argument"});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.err.contains("go behind --"), wrong.err.constData());
    }

    void startsNothingAfterARunThatWasCancelled()
    {
        const ctl::Folder folder;
        const auto first
            = folder.write("a.py", "import time; print('going\\n', end=''); time.sleep(600)");
        const auto process = ctl::start({"run", first, folder.write("b.py", "print('not here')")});
        QVERIFY(process->waitForReadyRead(60000));
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        QVERIFY(process->waitForFinished(60000));
        QCOMPARE(process->exitCode(), 130);
        QCOMPARE(process->readAllStandardOutput(), QByteArray("going\n"));
    }

    void copiesFilesBack()
    {
        const ctl::Folder folder;
        const auto program
            = folder.write("a.sh", "mkdir sub; printf one > sub/a; printf two > /tmp/b; exit 5");
        folder.write("there", "old");
        const auto outcome = ctl::run(
            {"run", "--get", "sub/a:" + folder.path("there"), "--get",
             "/tmp/b:" + folder.path("new/"), program});
        QCOMPARE(outcome.status, 5);
        QCOMPARE(folder.read("there"), QByteArray("one"));
        QCOMPARE(folder.read("new/b"), QByteArray("two"));
        const auto missing = ctl::run({"run", "--get", "no/such", folder.write("b.sh", "true")});
        QCOMPARE(missing.status, 125);
        QVERIFY2(missing.err.contains("--get: "), missing.err.constData());
        for (const auto* odd : {"", "a:", "/", "..", "a/.."})
            QCOMPARE(ctl::run({"run", "--get", odd, program}).status, 2);
        QCOMPARE(ctl::run({"run", "--get", "a/x", "--get", "b/x", program}).status, 2);
    }

    void givesTheProgramWhatWasAskedFor()
    {
        const ctl::Folder folder;
        const auto outcome = ctl::run(
            {"run", "--env", "A=b c", "--file", folder.write("in.txt", "data") + ":sub/there.txt",
             "--stdin", folder.write("input", "typed"),
             folder.write("a.py", R"(import os, signal, sys
print(sys.argv[1:], os.environ['A'], open('sub/there.txt').read(), sys.stdin.read())
print(signal.pthread_sigmask(signal.SIG_BLOCK, []), sorted(set(os.environ) & {'HOME_OF_TEST'}))
)"),
             "--", "-x", "[1,2]", "", "--json"});
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(
            outcome.out, QByteArray("['-x', '[1,2]', '', '--json'] b c data typed\nset() []\n"));
    }

    void readsTheProgramFromStandardInput()
    {
        QCOMPARE(ctl::run({"run", "-"}, "print(6 * 7)").out, QByteArray("42\n"));
        QCOMPARE(
            ctl::run({"run", "--language", "bash", "-"}, "echo $((6 * 7))").out,
            QByteArray("42\n"));
    }

    void runsTenMegabytesOfCode()
    {
        const ctl::Folder folder;
        const auto code = "x = '" + QByteArray(10 << 20, 'a') + "'\nprint(len(x))\n";
        QCOMPARE(ctl::run({"run", folder.write("a.py", code)}).out, QByteArray("10485760\n"));
    }

    void printsTheWholeRecordAsJson()
    {
        const ctl::Folder folder;
        const auto outcome = ctl::run(
            {"run", "--json", "--memory", "300m",
             folder.write("a.py", "import sys\nprint('o')\nprint('e', file=sys.stderr)\n1/0\n")});
        QCOMPARE(outcome.out.count('\n'), 1);
        const auto record = QJsonDocument::fromJson(outcome.out).object();
        const QStringList fields
            = {"schema",
               "run_id",
               "session_id",
               "engine",
               "image",
               "language",
               "verdict",
               "exit_code",
               "signal",
               "stdout",
               "stderr",
               "stdout_bytes",
               "stderr_bytes",
               "truncated",
               "wall_seconds",
               "cpu_seconds",
               "peak_memory_bytes",
               "started_at",
               "artifacts",
               "error",
               "result",
               "limits",
               "network",
               "isolation",
               "warnings"};
        for (const auto& field : fields)
            QVERIFY2(record.contains(field), qPrintable(field));
        QCOMPARE(record["schema"].toString(), QString("sandbench.run/1"));
        QVERIFY(!record["run_id"].toString().isEmpty());
        QVERIFY(!record["session_id"].toString().isEmpty());
        QCOMPARE(record["engine"].toString(), QString("local"));
        QCOMPARE(record["language"].toString(), QString("python"));
        QCOMPARE(record["exit_code"].toInt(-1), 1);
        QVERIFY(record["signal"].isNull());
        QCOMPARE(record["stdout"].toString(), QString("o\n"));
        QVERIFY(record["stderr"].toString().startsWith("e\nTraceback"));
        QCOMPARE(record["stdout_bytes"].toInt(), 2);
        QCOMPARE(record["stderr_bytes"].toInt(), record["stderr"].toString().size());
        QVERIFY(record["truncated"].isBool() && !record["truncated"].toBool());
        QVERIFY(record["wall_seconds"].toDouble() > 0);
        QVERIFY(record["cpu_seconds"].toDouble() > 0);
        QVERIFY(record["peak_memory_bytes"].toDouble() > 1e6);
        const QRegularExpression time("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$");
        QVERIFY(time.match(record["started_at"].toString()).hasMatch());
        QCOMPARE(record["artifacts"].toArray().size(), 0);
        QCOMPARE(record["error"]["name"].toString(), QString("ZeroDivisionError"));
        QCOMPARE(record["error"]["value"].toString(), QString("division by zero"));
        QVERIFY(record["error"]["traceback"].toString().contains("line 4"));
        QCOMPARE(record["limits"]["memory_bytes"].toDouble(), 300.0 * 1024 * 1024);
        QCOMPARE(record["network"].toString(), QString("none"));
        QVERIFY(!record["isolation"]["layers"].toArray().isEmpty());
        QVERIFY(record["isolation"]["missing"].isArray());
        QVERIFY(record["warnings"].isArray());
    }

    void savesArtifactsButNeverThroughALink()
    {
        const ctl::Folder folder;
        const auto victim = folder.write("victim.txt", "untouched");
        QVERIFY(QDir().mkpath(folder.path("out")));
        QVERIFY(QFile::link(victim, folder.path("out/plot.txt")));
        folder.write("out/taken.txt", "mine");
        const auto outcome = ctl::run(
            {"run", "--out", folder.path("out"),
             folder.write(
                 "a.sh",
                 "cd $SANDBENCH_OUTPUT; echo new > plot.txt; echo new > taken.txt; "
                 "ln -s /etc/passwd link.txt; mkfifo pipe.txt; echo ok > fine.txt")});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(contentOf(victim), QByteArray("untouched"));
        QCOMPARE(contentOf(folder.path("out/taken.txt")), QByteArray("mine"));
        QCOMPARE(contentOf(folder.path("out/fine.txt")), QByteArray("ok\n"));
        QVERIFY(!QFileInfo(folder.path("out/link.txt")).isSymLink());
        QVERIFY(!contentOf(folder.path("out/link.txt")).contains("root:"));
        int copies = 0;
        for (const auto& file : QDir(folder.path("out")).entryInfoList(QDir::Files))
            copies += !file.isSymLink() && contentOf(file.filePath()) == "new\n";
        QCOMPARE(copies, 2);
        QCOMPARE(outcome.err.count("was there already"), 2);
    }

    void tellsWhereArtifactsAreInTheRecord()
    {
        const ctl::Folder folder;
        const auto program = folder.write("a.sh", "echo 1 > $SANDBENCH_OUTPUT/a.txt");
        const auto artifactOf = [](const ctl::Outcome& outcome) {
            return QJsonDocument::fromJson(outcome.out)
                .object()["artifacts"]
                .toArray()[0]
                .toObject();
        };
        const auto kept
            = artifactOf(ctl::run({"run", "--json", "--out", folder.path("x/y"), program}));
        QCOMPARE(kept["name"].toString(), QString("a.txt"));
        QCOMPARE(kept["bytes"].toInt(), 2);
        QVERIFY(kept["mime"].toString().startsWith("text/plain"));
        QCOMPARE(contentOf(kept["path"].toString()), QByteArray("1\n"));
        const auto dropped = artifactOf(ctl::run({"run", "--json", program}));
        QVERIFY(dropped.contains("width") && dropped.contains("height"));
        QCOMPARE(dropped["path"].toString(), QString());
    }

    void refusesBadInputInOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown option") << QStringList{"--fly", "a.py"};
        QTest::newRow("unknown engine") << QStringList{"--engine", "warp", "a.py"};
        QTest::newRow("unknown language") << QStringList{"--language", "cobol", "a.py"};
        QTest::newRow("no language") << QStringList{"noextension"};
        QTest::newRow("missing file") << QStringList{"missing.py"};
        QTest::newRow("negative timeout") << QStringList{"--timeout", "-1", "a.py"};
        QTest::newRow("out is a file") << QStringList{"--out", "a.py", "a.py"};
        QTest::newRow("out below a file") << QStringList{"--out", "a.py/x", "a.py"};
        QTest::newRow("stdin missing") << QStringList{"--stdin", "missing", "a.py"};
        QTest::newRow("nothing") << QStringList{};
    }

    void refusesBadInputInOneLine()
    {
        QFETCH(QStringList, arguments);
        const ctl::Folder folder;
        folder.write("a.py", "print(1)");
        folder.write("noextension", "print(1)");
        for (auto& argument : arguments) {
            if (QFile::exists(folder.path(argument)) || argument.contains("/"))
                argument = folder.path(argument);
        }
        const auto plain = ctl::run(QStringList("run") + arguments);
        QCOMPARE(plain.status, 2);
        QCOMPARE(plain.out, QByteArray());
        QCOMPARE(plain.err.count('\n'), 1);
        const auto json = ctl::run(QStringList{"run", "--json"} + arguments);
        QCOMPARE(json.status, 2);
        const auto object = QJsonDocument::fromJson(json.out).object();
        QCOMPARE(object["schema"].toString(), QString("sandbench.error/1"));
        QCOMPARE(object["exit_status"].toInt(), 2);
        QVERIFY(!object["error"]["value"].toString().isEmpty());
    }

    void sharesAContextAndShowsItsValue()
    {
        const ctl::Folder folder;
        const auto outcome
            = ctl::run({"run", "--context", "c", folder.write("a.py", "x = 6\nx * 7\n")});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out, QByteArray("42\n"));
    }

private:
    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

SANDBENCH_TEST(TestSandbenchctlRun);
#include "tst_sandbenchctl_run.moc"
