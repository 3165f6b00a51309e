// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_objects.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

#include <csignal>
#include <sys/types.h>

using ctl::objectOf;

/// "passed ended" by rows, which have a comma between them.
static QString statesOfMatrix(const QJsonObject& matrix)
{
    QStringList rows;
    for (const auto row : matrix["cells"].toArray()) {
        QStringList words;
        for (const auto cell : row.toArray())
            words << cell.toObject()["state"].toString();
        rows << words.join(' ');
    }
    return rows.join(", ");
}

static QJsonObject cellOfMatrix(const QJsonObject& matrix, int row, int place)
{
    return matrix["cells"].toArray()[row].toArray()[place].toObject();
}

/// `sandbenchctl matrix` with real engines.
class TestSandbenchctlMatrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_config.path({}).toUtf8()); }

    void oneOutcomeEverywhereEndsWithZero()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto outcome = ctl::run(
            {"matrix", m_folder.write("hello.py", "print('hello')\n"), "--sizes", "small,medium"});
        QVERIFY2(outcome.status == 0, outcome.err + outcome.out);
        QVERIFY2(outcome.out.contains("Every program came to the same everywhere."), outcome.out);
        QVERIFY2(outcome.err.contains("[2/2] "), outcome.err);
    }

    void showsOnlyWhatDiffersBetweenSizes()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto program = m_folder.write(
            "memory.py",
            "import sys\nprint('begin')\nblock = bytearray(int(sys.argv[1]) << 20)\n"
            "print(len(block) >> 20)\n");
        const auto csv = m_folder.path("m.csv"), html = m_folder.path("m.html");
        const auto outcome = ctl::run(
            {"matrix", program, "--sizes", "tiny,medium", "--args", "1", "--args", "'700'",
             "--json", "--csv", csv, "--html", html});
        QVERIFY2(outcome.status == 1, outcome.err + outcome.out);
        const auto matrix = objectOf(outcome.out);
        QCOMPARE(matrix["schema"].toString(), QString("sandbench.matrix/1"));
        QCOMPARE(statesOfMatrix(matrix), QString("passed passed, ended passed"));
        QCOMPARE(matrix["differences"].toArray().size(), 1);
        const auto difference = matrix["differences"].toArray()[0].toObject();
        QCOMPARE(difference["case"].toInt(), 1);
        QCOMPARE(difference["usual"].toArray(), QJsonArray{1});
        QCOMPARE(m_folder.read("m.csv").count('\n'), 5);
        QVERIFY(m_folder.read("m.html").contains("Outcome 2"));
    }

    void everyCellHasASandboxOfItsOwn()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto program = m_folder.write(
            "leaves.py",
            "import os, sys\nprint(sorted(os.listdir()), os.path.exists('/tmp/mark'))\n"
            "open('/tmp/mark', 'w').write('x')\nopen('kept.csv', 'w').write('a,b\\n1,2\\n')\n");
        const auto outcome = ctl::run(
            {"matrix", program, program, "--args", "1", "--args", "1", "--sizes", "small,medium",
             "--json", "-j", "1"});
        QVERIFY2(outcome.status == 0, outcome.err + outcome.out);
        const auto matrix = objectOf(outcome.out);
        const auto digest = cellOfMatrix(matrix, 0, 0)["stdout_sha256"];
        for (int row = 0; row < 4; ++row)
            for (int place = 0; place < 2; ++place)
                QCOMPARE(cellOfMatrix(matrix, row, place)["stdout_sha256"], digest);
        const auto results = cellOfMatrix(matrix, 3, 1)["results"].toArray();
        QCOMPARE(results.size(), 1);
        QCOMPARE(results[0].toObject()["name"].toString(), QString("kept.csv"));
    }

    void aFolderStandsForItsPrograms()
    {
        REQUIRE_LOCAL_ENGINE();
        QDir(m_folder.path({})).mkpath("many/second");
        m_folder.write("many/first.py", "print(1)\n");
        m_folder.write("many/notes.doc", "no program");
        m_folder.write("many/second/main.py", "import part\nprint(part.x)\n");
        m_folder.write("many/second/part.py", "x = 2\n");
        const auto outcome = ctl::run({"matrix", m_folder.path("many"), "--json"});
        QCOMPARE(outcome.status, 1);
        const auto matrix = objectOf(outcome.out);
        QCOMPARE(statesOfMatrix(matrix), QString("passed, not_run, passed"));
        QVERIFY(!cellOfMatrix(matrix, 1, 0)["why"].toString().isEmpty());
    }

    void aHostileProgramTouchesNoOtherCell()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto hostile = m_folder.write(
            "hostile.py",
            "import os, sys\nsys.stdout.write('\\x1b[2J' + 'x' * 3_000_000)\nsys.stdout.flush()\n"
            "try:\n    os.kill(-1, 9)\nfinally:\n    os.kill(os.getpid(), 9)\n");
        const auto good = m_folder.write("good.py", "print('good')\n");
        const auto outcome = ctl::run({"matrix", good, hostile, good, "--sizes", "small,medium"});
        QCOMPARE(outcome.status, 1);
        QVERIFY(!outcome.out.contains('\x1b') && !outcome.err.contains('\x1b'));
        QVERIFY2(outcome.out.size() < 100'000, outcome.out.left(2000));
        QVERIFY2(outcome.out.count("passed") >= 4, outcome.out);
    }

    void whatCannotRunIsNamedAndHasNotPassed()
    {
        REQUIRE_LOCAL_ENGINE();
        qputenv("CONTAINER_HOST", "unix:///nonesuch/engine.sock");
        const auto program = m_folder.write("hello.py", "print('hello')\n");
        const auto outcome = ctl::run({"matrix", program, "--engines", "local,podman", "--json"});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(statesOfMatrix(objectOf(outcome.out)), QString("passed not_run"));
        const auto none = ctl::run({"matrix", program, "--engines", "podman"});
        qunsetenv("CONTAINER_HOST");
        QCOMPARE(none.status, 125);
        QVERIFY2(none.out.contains("nonesuch"), none.out);
    }

    void aStopWritesWhatIsThere()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto quick = m_folder.write("quick.py", "print('hello')\n");
        const auto slow = m_folder.write("slow.py", "import time\ntime.sleep(50)\n");
        const auto csv = m_folder.path("stopped.csv"), html = m_folder.path("stopped.html");
        const auto program
            = ctl::start({"matrix", quick, slow, slow, "--csv", csv, "--html", html, "-j", "1"});
        program->setReadChannel(QProcess::StandardError);
        QByteArray said;
        while (!said.contains("[1/3]") && program->waitForReadyRead(30'000))
            said += program->readAllStandardError();
        QVERIFY2(said.contains("[1/3]"), said);
        ::kill(static_cast<pid_t>(program->processId()), SIGINT);
        QVERIFY(program->waitForFinished(10'000));
        QCOMPARE(program->exitCode(), 130);
        QVERIFY(program->readAllStandardOutput().contains("Stopped: "));
        QVERIFY(m_folder.read("stopped.csv").contains(",passed,0,"));
        QVERIFY(m_folder.read("stopped.html").contains("stopped before all had run"));
    }

    void refusesAxesThatMeanNothing_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("an empty name") << QStringList{"--sizes", "small,"} << QByteArray("--sizes");
        QTest::newRow("no such size") << QStringList{"--sizes", "odd"} << QByteArray("odd");
        QTest::newRow("no such engine") << QStringList{"--engines", "odd"} << QByteArray("odd");
        QTest::newRow("twice") << QStringList{"--engine", "local", "--engines", "docker"}
                               << QByteArray("--engines");
        QTest::newRow("no connection of several")
            << QStringList{"--engines", "docker,podman", "--connection", "x"}
            << QByteArray("--connection");
        QTest::newRow("an open quotation mark")
            << QStringList{"--args", "'a"} << QByteArray("--args");
        QTest::newRow("a sandbox that is there")
            << QStringList{"--engine", "docker", "--container", "x"}
            << QByteArray("--container: each run");
        QTest::newRow("no jobs") << QStringList{"-j", "0"} << QByteArray("--jobs");
    }

    void refusesAxesThatMeanNothing()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, said);
        const auto outcome
            = ctl::run(QStringList{"matrix", m_folder.write("hello.py", "print(1)\n")} + options);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(said), outcome.err);
    }

    void comparesImagesOfEachEngine_data() { images::eachEngine(); }
    void comparesImagesOfEachEngine()
    {
        QFETCH(QString, engine);
        REQUIRE_REFEREE(engine);
        const auto other
            = QString("sandbench-test-matrix-%1:1").arg(QCoreApplication::applicationPid());
        QVERIFY(QDir(m_folder.path({})).mkpath("context"));
        m_folder.write(
            "context/Dockerfile",
            "FROM " + ctl::imageOf(engine).toUtf8() + "\nUSER root\nRUN touch /etc/other\n");
        QVERIFY(ctl::ask(engine, {"build", "-t", other, m_folder.path("context")}));
        const auto program = m_folder.write(
            "image.py", "import os\nprint('same')\nprint(os.path.exists('/etc/other'))\n");
        const auto outcome = ctl::run(
            {"matrix", program, "--engine", engine, "--connection", ctl::addressOf(engine),
             "--images", ctl::imageOf(engine) + "," + other + ",nonesuch.invalid/x:1", "--pull",
             "never"});
        QVERIFY(ctl::ask(engine, {"rmi", other}));
        QVERIFY2(outcome.status == 1, outcome.err + outcome.out);
        QVERIFY2(outcome.out.contains("-False\n      +True\n"), outcome.out);
        QVERIFY2(outcome.out.contains("nonesuch.invalid/x:1"), outcome.out);
        QVERIFY2(outcome.out.contains("not run"), outcome.out);
    }

    void comparesConnectionsOfAnEngine_data() { images::eachEngine(); }
    void comparesConnectionsOfAnEngine()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const QString there = engine + '@' + ctl::addressOf(engine);
        const auto outcome = ctl::run(
            {"matrix", m_folder.write("where.py", "print('same')\n"), "--engines",
             "local," + there + ',' + engine + "@unix:///nonesuch.sock"});
        QVERIFY2(outcome.status == 1, outcome.err + outcome.out);
        const auto line = [&](const QString& place) {
            for (const QByteArray& each : outcome.out.split('\n'))
                if (each.simplified().startsWith(place.toUtf8() + ' '))
                    return each;
            return QByteArray();
        };
        QVERIFY2(line(there).contains("passed"), outcome.out);
        QVERIFY2(line(engine + "@unix:///nonesuch.sock").contains("not run"), outcome.out);
        QVERIFY2(outcome.out.contains("nonesuch.sock: "), outcome.out);
    }

private:
    const ctl::Folder m_folder{}, m_config{};
};

SANDBENCH_TEST(TestSandbenchctlMatrix);

#include "tst_sandbenchctl_matrix.moc"
