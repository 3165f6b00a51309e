// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_objects.h"
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <csignal>
#include <sys/types.h>

using ctl::objectOf;

static const QByteArray kAdd = "import sys\nprint(sum(int(x) for x in sys.stdin.read().split()))\n";
static const QByteArray kTests
    = "{\"checks\": [{\"name\": \"sum\", \"stdin\": \"20 22\", \"expect\": \"42\"},\n"
      "{\"name\": \"none\", \"expect\": \"0\"}]}";

/// A class: its tests and what was handed in.
class ClassFolder
{
public:
    explicit ClassFolder(const QByteArray& checks = kTests)
    {
        QDir(m_folder.path({})).mkpath("tests");
        QDir(m_folder.path({})).mkpath("work");
        if (!checks.isEmpty())
            m_folder.write("tests/checks.json", checks);
    }

    QString path(const QString& name) const { return m_folder.path(name); }
    QByteArray read(const QString& name) const { return m_folder.read(name); }
    void test(const QString& name, const QByteArray& text) const
    {
        m_folder.write("tests/" + name, text);
    }
    void handIn(const QString& name, const QByteArray& code) const
    {
        const auto path = "work/" + name;
        QDir(m_folder.path({})).mkpath(path.section('/', 0, -2));
        m_folder.write(path, code);
    }
    QStringList arguments(const QStringList& more = {}) const
    {
        return QStringList{"grade", "--tests", path("tests"), "--submissions", path("work")} + more;
    }
    ctl::Outcome grade(const QStringList& more = {}) const { return ctl::run(arguments(more)); }

private:
    const ctl::Folder m_folder{};
};

/// "passed failed" by the name of each submission.
static QMap<QString, QString> marksOf(const QJsonObject& grading)
{
    QMap<QString, QString> marks;
    for (const auto entry : grading["submissions"].toArray()) {
        QStringList words;
        for (const auto test : entry.toObject()["tests"].toArray())
            words << test.toObject()["mark"].toString();
        marks[entry.toObject()["name"].toString()] = words.join(' ');
    }
    return marks;
}

static QString whyOf(const QJsonObject& grading, const QString& name)
{
    QStringList said;
    for (const auto entry : grading["submissions"].toArray())
        if (entry.toObject()["name"].toString() == name)
            for (const auto test : entry.toObject()["tests"].toArray())
                if (const auto why = test.toObject()["why"].toString(); !why.isEmpty())
                    said << why;
    return said.join("; ");
}

/// Does @p code in the first test only: where it reads anything.
static QByteArray onlyWithInput(const QByteArray& code)
{
    return "import os, sys\ntext = sys.stdin.read()\nif text:\n    " + code + "\nprint(0)\n";
}

/// `grade`: a class's work from outside.
class TestSandbenchctlGrade : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatEverySubmissionIsWorth()
    {
        REQUIRE_LOCAL_ENGINE();
        const ClassFolder work;
        work.handIn("anna.py", kAdd);
        work.handIn("bob.py", "print(42)\n");
        work.handIn("carl/main.py", "from adding import add\nprint(add())\n");
        work.handIn(
            "carl/adding.py",
            "import sys\ndef add():\n    return sum(map(int, sys.stdin.read().split()))\n");
        const auto outcome = work.grade();
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.out.startsWith("SUBMISSION  POINTS  TIME"), outcome.out);
        QVERIFY2(outcome.out.contains("anna.py     2/2 "), outcome.out);
        QVERIFY2(outcome.out.contains("bob.py      1/2 "), outcome.out);
        QVERIFY2(outcome.out.contains("carl        2/2 "), outcome.out);
        QVERIFY2(outcome.out.contains("none: failed\n"), outcome.out);
        QVERIFY2(
            outcome.out.contains("bob.py: none: line 1, column 1: expected '0', got '42'\n"),
            outcome.out);
        QVERIFY2(outcome.err.contains("/3] anna.py: 2/2\n"), outcome.err);
    }

    void endsWithZeroWhereEverythingPassed()
    {
        REQUIRE_LOCAL_ENGINE();
        const ClassFolder work;
        work.handIn("anna.py", kAdd);
        const auto outcome = work.grade({"--json", "-j", "1"});
        QCOMPARE(outcome.status, 0);
        const auto grading = objectOf(outcome.out);
        QCOMPARE(grading["schema"].toString(), QString("sandbench.grade/1"));
        QVERIFY(grading["passed"].toBool());
        const auto entry = grading["submissions"].toArray()[0].toObject();
        QCOMPARE(entry["passed"].toInt(), 2);
        QVERIFY(entry["seconds"].toDouble() > 0);
        QVERIFY(entry["peak_memory_bytes"].toDouble() > 0);
    }

    void testProgramsImportEverySubmissionByOneName()
    {
        REQUIRE_LOCAL_ENGINE();
        const ClassFolder work("");
        work.test("test_twice.py", "from twice import f\n\ndef test_f():\n    assert f(2) == 4\n");
        work.handIn("good.py", "def f(x):\n    return 2 * x\n");
        work.handIn("bad.py", "def f(x):\n    return x\n");
        work.test("test_again.py", "import twice\n\ndef test_f():\n    assert twice.f(3) == 6\n");
        work.handIn(
            "deletes.py",
            "import os\n[os.remove(n) for n in os.listdir() if n.startswith('test_')]\n"
            "def f(x):\n    return 2 * x\n");
        work.handIn("folder/twice.py", "from part import f\n");
        work.handIn("folder/part.py", "def f(x):\n    return x + x\n");
        const auto outcome = work.grade({"--json", "--as", "twice.py"});
        QCOMPARE(outcome.status, 1);
        const auto marks = marksOf(objectOf(outcome.out));
        QCOMPARE(marks["good.py"], QString("passed passed"));
        QCOMPARE(marks["bad.py"], QString("failed failed"));
        QCOMPARE(marks["deletes.py"], QString("passed passed"));
        QCOMPARE(marks["folder"], QString("passed passed"));
    }

    void fiftySubmissionsGetTheirKnownMarks()
    {
        REQUIRE_LOCAL_ENGINE();
        const ClassFolder work(
            "{\"checks\": [{\"name\": \"sum\", \"stdin\": \"20 22\", \"expect\": \"42\", "
            "\"timeout\": 4}, {\"name\": \"none\", \"expect\": \"0\"}]}");
        QMap<QString, QString> known;
        const auto handIn = [&](const QString& name, const QByteArray& code, const QString& marks) {
            work.handIn(name, code);
            known[name] = marks;
        };
        for (int i = 0; i < 15; ++i) {
            const auto number = QString::number(i);
            handIn(
                "right-" + number + ".py", "# " + number.toUtf8() + "\n" + kAdd, "passed passed");
            handIn(
                "wrong-" + number + ".py", "print(" + number.toUtf8() + " + 43)\n",
                "failed failed");
        }
        handIn("raises.py", onlyWithInput("raise ValueError('no')"), "failed passed");
        handIn("killed.py", onlyWithInput("os.kill(os.getpid(), 9)"), "failed passed");
        handIn("loop.py", onlyWithInput("while True: pass"), "time_limit passed");
        handIn("sleeps.py", onlyWithInput("os.read(os.pipe()[0], 1)"), "time_limit passed");
        handIn(
            "forks.py",
            onlyWithInput(
                "\n    while True:\n        try: os.fork()\n        except OSError: pass"),
            "time_limit passed");
        handIn("memory.py", onlyWithInput("x = b'x' * (2 << 30)"), "");
        handIn("claims.py", "print('all tests passed\\n2 passed in 0.01s')\n", "failed failed");
        handIn("ends.py", "import os\nos._exit(0)\n", "failed failed");
        handIn("empty.py", "", "failed failed");
        handIn("syntax.py", "def f(:\n", "failed failed");
        handIn(
            "files.py",
            onlyWithInput(
                "\n    try:\n        for i in range(1000000): open('f%d' % i, 'w').close()\n"
                "    except OSError: pass\n    print(42); sys.exit()"),
            "");
        handIn("flood.py", onlyWithInput("while True: print('x' * 10000)"), "failed passed");
        handIn(
            "deletes.py",
            onlyWithInput("\n    for name in os.listdir(): os.path.isdir(name) or "
                          "os.remove(name)\n    print(42); sys.exit()"),
            "passed passed");
        handIn(
            "escape.py", onlyWithInput("print('\\x1b]0;title\\x07<script>alert(1)</script>')"),
            "failed passed");
        handIn(
            "looks.py",
            onlyWithInput(
                "\n    for top in ('/work', '/tmp', '/home'):\n"
                "        for folder, _, names in os.walk(top):\n"
                "            for name in names:\n"
                "                if name != 'looks.py': print(open(folder + '/' + name).read())\n"
                "    print('done'); sys.exit()"),
            "failed passed");
        handIn("shell.sh", "read a b\necho $((a + b))\n", "passed passed");
        handIn("two/main.py", kAdd, "");
        handIn("two/notes.txt", "mine", "");
        handIn("none/a.py", kAdd, "");
        handIn("none/b.py", kAdd, "");
        handIn("letter.doc", "no program", "not_run not_run");
        handIn("<b>bold.py", kAdd, "passed passed");
        handIn("'quoted\".py", kAdd, "passed passed");
        for (const auto* name :
             {"files.py", "memory.py", "two/main.py", "two/notes.txt", "none/a.py", "none/b.py"})
            known.remove(name);
        known["two"] = "passed passed";
        known["none"] = "not_run not_run";
        handIn("-rf.py", kAdd, "not_run not_run");
        QVERIFY(QFile::link("/etc/passwd", work.path("work/link.py")));
        known["link.py"] = "not_run not_run";
        const auto outcome = work.grade({"--json", "--output-limit", "1m", "--memory", "256m"});
        const auto grading = objectOf(outcome.out);
        const auto marks = marksOf(grading);
        QCOMPARE(marks.size(), known.size() + 2);
        for (auto one = known.begin(); one != known.end(); ++one)
            QVERIFY2(
                marks[one.key()] == one.value(),
                qPrintable(one.key() + ": " + marks[one.key()] + ": " + whyOf(grading, one.key())));
        QCOMPARE(outcome.status, 1);
        // Its files fill the disk, its memory or its time, whichever is the first.
        QVERIFY2(
            QStringList({"passed passed", "time_limit passed", "out_of_memory passed"})
                .contains(marks["files.py"]),
            qPrintable(marks["files.py"] + ": " + whyOf(grading, "files.py")));
        // Its allocation fails, or the kernel ends it: as this machine bounds memory.
        QVERIFY(
            QStringList({"failed passed", "out_of_memory passed"}).contains(marks["memory.py"]));
        QVERIFY(whyOf(grading, "link.py").contains("is a link"));
        QVERIFY(!outcome.out.contains("root:"));
        QVERIFY(!outcome.out.contains('\x1b'));
    }

    void goesOnWhereItWasStopped()
    {
        REQUIRE_LOCAL_ENGINE();
        const ClassFolder work;
        const auto results = work.path("results.jsonl");
        work.handIn("anna.py", kAdd);
        work.handIn("zoe.py", onlyWithInput("while True: pass"));
        const auto program = ctl::start(work.arguments({"-j", "1", "--resume", results}));
        QVERIFY(program->waitForStarted());
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT(
            (said += program->readAllStandardError()).contains("anna.py: 2/2"), 30000);
        ::kill(static_cast<pid_t>(program->processId()), SIGINT);
        QVERIFY(program->waitForFinished(30000));
        QCOMPARE(program->exitCode(), 130);
        QCOMPARE(work.read("results.jsonl").count('\n'), 2); // the head, and what was over
        work.handIn("zoe.py", "print(42)\n");
        const auto outcome = work.grade({"--resume", results});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("[1/1] zoe.py: 1/2\n"), outcome.err);
        QVERIFY2(outcome.out.contains("anna.py     2/2 "), outcome.out);
        const auto third = work.grade({"--resume", results});
        QVERIFY2(third.err.isEmpty(), third.err);
        QCOMPARE(third.out, outcome.out);
        work.handIn("zoe.py", kAdd);
        QCOMPARE(work.grade({"--resume", results}).status, 0);
    }

    void writesATableForOtherPrograms()
    {
        REQUIRE_LOCAL_ENGINE();
        const ClassFolder work;
        work.handIn("=cmd().py", kAdd);
        const auto csv = work.path("points.csv");
        QCOMPARE(work.grade({"--csv", csv}).status, 0);
        const auto lines = work.read("points.csv").split('\n');
        QCOMPARE(
            lines[0],
            QByteArray("submission,passed,tests,points,seconds,peak_memory_bytes,sum,none"));
        QVERIFY2(lines[1].startsWith("'=cmd().py,2,2,1.0000,"), lines[1]);
        QVERIFY2(lines[1].endsWith(",passed,passed"), lines[1]);
    }

    void writesPagesAndTellsWhoIsAlike()
    {
        REQUIRE_LOCAL_ENGINE();
        const ClassFolder work;
        const QByteArray longer
            = "import sys\n\ndef numbers(text):\n    found = []\n    for word in text.split():\n"
              "        try:\n            found.append(int(word))\n        except ValueError:\n"
              "            raise SystemExit('no number')\n    return found\n\n"
              "def total(values):\n    result = 0\n    for value in values:\n"
              "        if value != 0:\n            result = result + value\n    return result\n\n"
              "print(total(numbers(sys.stdin.read())))\n";
        auto copy = longer;
        copy.replace("total", "summe").replace("value", "wert").replace("found", "alle");
        work.handIn("anna.py", longer);
        work.handIn("bob.py", kAdd);
        work.handIn("carl.py", "# my own work\n" + copy);
        const auto outcome = work.grade({"--html", work.path("pages")});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains("alike: anna.py and carl.py: 100 %\n"), outcome.out);
        QCOMPARE(outcome.out.count("alike: "), 1);
        QVERIFY(work.read("pages/index.html").contains("submission-3.html"));
        const auto page = work.read("pages/submission-3.html");
        QVERIFY2(page.contains("# my own work"), page);
        QVERIFY(page.contains("script-src 'none'"));
        QVERIFY(!QFile::exists(work.path("pages/submission-4.html")));
    }

    void refusesWhatCannotBe()
    {
        const ClassFolder work;
        QCOMPARE(work.grade().status, 2); // nothing was handed in
        work.handIn("anna.py", kAdd);
        QCOMPARE(ctl::run({"grade", "--tests", work.path("tests")}).status, 2);
        QCOMPARE(work.grade({"-j", "0"}).status, 2);
        QCOMPARE(work.grade({"--context", "c"}).status, 2);
        QCOMPARE(work.grade({"--resume", work.path("work/anna.py")}).status, 2);
        QCOMPARE(work.read("work/anna.py"), kAdd);
        work.test("odd.json", "{\"checks\": [\n{\"expected\": \"1\"}]}");
        const auto outcome = work.grade();
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("odd.json: line 2, check 1"), outcome.err);
        QCOMPARE(outcome.err.count('\n'), 1);
    }
};

SANDBENCH_TEST(TestSandbenchctlGrade);

#include "tst_sandbenchctl_grade.moc"
