// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_objects.h"
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTest>

#include <csignal>
#include <sys/types.h>

using ctl::objectOf;

static const QByteArray kSum = "import sys\nprint(sum(int(x) for x in sys.stdin.read().split()))\n";
static const QByteArray kChecks
    = "{\"checks\": [{\"name\": \"empty\", \"expect\": \"0\"},\n"
      "{\"name\": \"sum\", \"stdin\": [\"1\", \"2\"], \"expect\": \"3\"}]}";

/// The state of every cell, a row of words for each answer.
static QStringList statesOf(const QJsonObject& matrix)
{
    QStringList rows;
    for (const auto row : matrix["cells"].toArray()) {
        QStringList words;
        for (const auto cell : row.toArray())
            words << cell.toObject()["state"].toString();
        rows << words.join(' ');
    }
    return rows;
}

/// `check`: answers and what is expected of them, from outside.
class TestSandbenchctlCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhichAnswerPassesWhichCheck()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto outcome = ctl::run(
            {"check", folder.write("good.py", kSum), folder.write("bad.py", "print(0)\n"),
             folder.write("odd.md", "```python\nraise ValueError('no sum')\n```\n"), "--checks",
             folder.write("checks.json", kChecks)});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.out.startsWith("ANSWER "), outcome.out);
        QVERIFY2(outcome.out.contains("good.py  2/2     pass    pass\n"), outcome.out);
        QVERIFY2(outcome.out.contains("bad.py   1/2     pass    FAIL\n"), outcome.out);
        QVERIFY2(outcome.out.contains("odd.md   0/2     exit 1  exit 1\n"), outcome.out);
        QVERIFY2(
            outcome.out.contains("bad.py: sum: line 1, column 1: expected '3', got '0'\n"),
            outcome.out);
        QVERIFY2(outcome.out.contains("ValueError: no sum"), outcome.out);
        QVERIFY2(outcome.err.contains("good.py: sum: pass\n"), outcome.err);
    }

    void endsWithZeroWhereEverythingPassed()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto outcome = ctl::run(
            {"check", "--json", "--fresh", folder.write("a.py", kSum), folder.write("b.py", kSum),
             "--checks", folder.write("checks.json", kChecks)});
        QCOMPARE(outcome.status, 0);
        const auto matrix = objectOf(outcome.out);
        QCOMPARE(matrix["schema"].toString(), QString("sandbench.check/1"));
        QVERIFY(matrix["passed"].toBool());
        QCOMPARE(statesOf(matrix), QStringList({"passed passed", "passed passed"}));
        const auto cell = matrix["cells"].toArray()[1].toArray()[1].toObject();
        QVERIFY(cell["run_id"].toString().startsWith("r-"));
    }

    void testsImportEveryAnswerByOneName()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        // Only defines its tests, as for pytest.
        const auto test = folder.write(
            "test_twice.py", "from twice import f\n\ndef test_f():\n    assert f(2) == 4\n");
        const auto outcome = ctl::run(
            {"check", "--json", folder.write("good.py", "def f(x):\n    return 2 * x\n"),
             folder.write("bad.md", "`calc.py`:\n```python\ndef f(x):\n    return x\n```\n"),
             "--as", "twice.py", "--test", test});
        QCOMPARE(outcome.status, 1);
        const auto matrix = objectOf(outcome.out);
        QCOMPARE(statesOf(matrix), QStringList({"passed", "ended"}));
        const auto why = matrix["cells"].toArray()[1].toArray()[0].toObject()["why"].toString();
        QVERIFY2(why.contains("1 of 1 tests failed: test_f"), qPrintable(why));
    }

    /// What they do to their sandbox is theirs alone, and the check after it runs all the same.
    void hostileAnswersEndAlone()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto guarded = [](const QByteArray& code) {
            return "import os, sys\nif sys.argv[1:]:\n    " + code + "\nelse:\n    print('fine')\n";
        };
        const auto checks = folder.write(
            "checks.json",
            "{\"checks\": [{\"name\": \"mean\", \"args\": [\"x\"], \"expect\": \"fine\", "
            "\"timeout\": 2}, {\"name\": \"after\", \"expect\": \"fine\"}]}");
        const auto outcome = ctl::run(
            {"check", "--json", "--output-limit", "1m",
             folder.write("flood.py", guarded("while True: print('x' * 10000)")),
             folder.write("hang.py", guarded("os.read(os.pipe()[0], 1)")),
             folder.write(
                 "fork.py",
                 guarded("\n    while True:\n        try: os.fork()\n"
                         "        except OSError: pass")),
             folder.write("kill.py", guarded("os.kill(os.getpid(), 9)")),
             folder.write("escape.py", guarded("print('\\x1b]0;title\\x07fine')")), "--checks",
             checks});
        QCOMPARE(outcome.status, 1);
        const auto matrix = objectOf(outcome.out);
        QCOMPARE(
            statesOf(matrix),
            QStringList(
                {"ended passed", "ended passed", "ended passed", "ended passed", "failed passed"}));
        const auto verdictOf = [&matrix](int answer) {
            return matrix["cells"].toArray()[answer].toArray()[0].toObject()["verdict"].toString();
        };
        QCOMPARE(verdictOf(0), QString("output_limit"));
        QCOMPARE(verdictOf(1), QString("wall_timeout"));
        QCOMPARE(verdictOf(2), QString("wall_timeout"));
        QVERIFY(!outcome.out.contains('\x1b'));
    }

    void refusedAnswersAreNotRun()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto outcome = ctl::run(
            {"check", folder.write("a.py", "import subprocess\nsubprocess.run('id')\n"), "--policy",
             "strict", "--checks", folder.write("checks.json", kChecks)});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.out.contains("a.py  0/2     refused  refused\n"), outcome.out);
        QVERIFY2(outcome.out.contains("a.py: empty, sum: Refused by the policy"), outcome.out);
    }

    void aStopEndsAllOfIt()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto program = ctl::start(
            {"check", folder.write("a.py", kSum),
             folder.write(
                 "hang.py", "import sys\nprint(0)\nif sys.stdin.read():\n    while True: pass\n"),
             "--checks", folder.write("checks.json", kChecks)});
        QVERIFY(program->waitForStarted());
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT(
            (said += program->readAllStandardError()).contains("hang.py: empty: "), 30000);
        ::kill(static_cast<pid_t>(program->processId()), SIGINT);
        QVERIFY(program->waitForFinished(30000));
        QVERIFY2(program->readAllStandardOutput().contains("not run"), said);
        QCOMPARE(program->exitCode(), 130);
    }

    void saysWhatIsWrongWithTheChecks_data()
    {
        QTest::addColumn<QByteArray>("checks");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("no JSON") << QByteArray("{\"checks\": [\n{]}")
                                 << QByteArray("line 2: this is not JSON");
        QTest::newRow("a typo") << QByteArray("{\"checks\": [\n\n{\"expected\": \"1\"}]}")
                                << QByteArray("line 3, check 1: expected");
        QTest::newRow("none") << QByteArray("{\"checks\": []}") << QByteArray("must be a list");
    }

    void saysWhatIsWrongWithTheChecks()
    {
        QFETCH(QByteArray, checks);
        QFETCH(QByteArray, said);
        const ctl::Folder folder;
        const auto outcome = ctl::run(
            {"check", folder.write("a.py", kSum), "--checks", folder.write("c.json", checks)});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(said), outcome.err);
        QVERIFY(outcome.err.count('\n') == 1);
    }

    void refusesWhatCannotBe()
    {
        const ctl::Folder folder;
        const auto answer = folder.write("a.py", kSum);
        const auto checks = folder.write("c.json", kChecks);
        QCOMPARE(ctl::run({"check", answer}).status, 2);
        QCOMPARE(ctl::run({"check", "--checks", checks}).status, 2);
        QCOMPARE(ctl::run({"check", answer, "--checks", folder.path("none.json")}).status, 2);
        QCOMPARE(ctl::run({"check", "-", "-", "--checks", checks}, kSum).status, 2);
        QCOMPARE(ctl::run({"check", answer, "--context", "c", "--checks", checks}).status, 2);
        QCOMPARE(ctl::run({"check", answer, "--test", answer}).status, 2);
    }
};

SANDBENCH_TEST(TestSandbenchctlCheck);

#include "tst_sandbenchctl_check.moc"
