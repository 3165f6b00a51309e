// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

/// `sandbenchctl` with engines that have images: what its options do, seen from inside and outside.
/// The engines are those of DOCKER_HOST and SANDBENCH_TEST_PODMAN.
class TestSandbenchctlEngines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // Nobody's own settings take part.
        qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
    }

    void runsWithoutAnyRelaxation_data() { images::eachEngine(); }
    void runsWithoutAnyRelaxation()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record
            = ctl::recordIn(engine, "import os; print(os.getuid(), os.listdir('/sys/class/net'))");
        QCOMPARE(record["verdict"].toString(), QString("exited"));
        QCOMPARE(record["stdout"].toString(), QString("65534 ['lo']\n"));
        QCOMPARE(record["engine"].toString(), engine);
        QCOMPARE(record["network"].toString(), QString("none"));
        QVERIFY(record["image"].toString().contains("sandbench-python"));
        QCOMPARE(ctl::relaxationsOf(record), QString());
    }

    void limitsByNamedSize_data() { images::eachEngine(); }
    void limitsByNamedSize()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record = ctl::recordIn(
            engine, "x = bytearray(300 << 20)\nfor i in range(0, len(x), 4096): x[i] = 1",
            {"--size", "tiny"});
        QCOMPARE(record["verdict"].toString(), QString("out_of_memory"));
        const auto limits = record["limits"].toObject();
        QCOMPARE(limits["memory_bytes"].toInteger(), qint64(128) << 20);
        QCOMPARE(limits["cpus"].toDouble(), 0.25);
        const auto more = ctl::recordIn(engine, "print(1)", {"--size", "tiny", "--memory", "256m"});
        QCOMPARE(more["limits"].toObject()["memory_bytes"].toInteger(), qint64(256) << 20);
        QCOMPARE(more["stdout"].toString(), QString("1\n"));
    }

    void givesTheProgramANetworkOnlyWhenAsked_data() { images::eachEngine(); }
    void givesTheProgramANetworkOnlyWhenAsked()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record = ctl::recordIn(
            engine, "import os; print(len(os.listdir('/sys/class/net')))", {"--network", "bridge"});
        QVERIFY(record["stdout"].toString().toInt() > 1);
        QCOMPARE(record["network"].toString(), QString("bridge"));
        QVERIFY(ctl::relaxationsOf(record).contains("network"));
    }

    void installsBeforeTheNetworkIsTakenAway_data() { images::eachEngine(); }
    void installsBeforeTheNetworkIsTakenAway()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record = ctl::recordIn(
            engine,
            "import late, os; print(late.interfaces, len(open('/proc/net/route').readlines()))",
            {"--install",
             "folder=$(python3 -c 'import sysconfig; print(sysconfig.get_path(\"purelib\"))')\n"
             "echo interfaces=$(($(wc -l < /proc/net/route) > 1)) > $folder/late.py"});
        QCOMPARE(record["stdout"].toString(), QString("1 1\n"));
        QVERIFY2(
            record["network"].toString().contains("dropped"),
            qPrintable(record["network"].toString()));
        QVERIFY(ctl::relaxationsOf(record).contains("network"));
    }

    void saysWhyAnInstallFailed_data() { images::eachEngine(); }
    void saysWhyAnInstallFailed()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto outcome = ctl::runIn(
            engine, "print('must not run')",
            {"--install", "echo 'ERROR: no package x' >&2; echo hint; exit 7"});
        QCOMPARE(outcome.status, 125);
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.contains("--install: "), outcome.err);
        QVERIFY2(outcome.err.contains("ERROR: no package x (Exited with status 7"), outcome.err);
    }

    void mountsReadOnlyUnlessAsked_data() { images::eachEngine(); }
    void mountsReadOnlyUnlessAsked()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        m_folder.write("data.txt", "given");
        QVERIFY(QFile::setPermissions(m_folder.path("."), QFile::Permissions(0x7777)));
        const QByteArray code = "print(open('/data/data.txt').read())\n"
                                "try: open('/data/new-' + __import__('sys').argv[1], 'w').close()\n"
                                "except OSError as e: print(e.strerror)\n";
        const auto readOnly = ctl::recordIn(
            engine, code, {"--mount", m_folder.path("") + ":/data"}, {"ro-" + engine});
        QCOMPARE(readOnly["stdout"].toString(), QString("given\nRead-only file system\n"));
        QVERIFY(ctl::relaxationsOf(readOnly).contains("mount"));
        const auto writable
            = ctl::recordIn(engine, code, {"--mount", m_folder.path("") + ":/data:rw"}, {engine});
        QCOMPARE(writable["stdout"].toString(), QString("given\n"));
        QVERIFY(QFile::exists(m_folder.path("new-" + engine)));
        QVERIFY(!QFile::exists(m_folder.path("new-ro-" + engine)));
    }

    void letsTheUserFolderHostsAndEntrypointBeChosen_data() { images::eachEngine(); }
    void letsTheUserFolderHostsAndEntrypointBeChosen()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record = ctl::recordIn(
            engine,
            "import os; print(os.getuid(), os.getgid(), os.getcwd(), os.nice(0), "
            "'far' in open('/etc/hosts').read())",
            {"--user", "1234:4321", "--workdir", "/tmp", "--entrypoint", "nice -n 5", "--add-host",
             "far:10.1.2.3"});
        QCOMPARE(record["stdout"].toString(), QString("1234 4321 /tmp 5 True\n"));
    }

    void makesTheWorkingFolder_data()
    {
        images::eachEngine();
        QTest::newRow("local") << QString("local");
    }
    void makesTheWorkingFolder()
    {
        QFETCH(QString, engine);
        if (engine == "local")
            REQUIRE_LOCAL_ENGINE();
        else
            REQUIRE_ENGINE(engine);
        const QByteArray code
            = "import os; open('x', 'w').write('1'); print(os.getcwd(), os.listdir())";
        for (const auto* folder : {"/sandbox", "/srv/deep/er", "/work/sub/deep", "/home/user/a"}) {
            const auto record = ctl::recordIn(engine, code, {"--workdir", folder});
            QCOMPARE(record["stdout"].toString(), QString("%1 ['x']\n").arg(folder));
        }
        const auto there = ctl::recordIn(
            engine, "import os; print('bin' in os.listdir())", {"--workdir", "/usr"});
        QCOMPARE(there["stdout"].toString(), QString("True\n"));
        const auto full = ctl::recordIn(
            engine, "open('big', 'wb').write(bytes(64 << 20))",
            {"--workdir", "/sandbox", "--disk", "8m"});
        QCOMPARE(full["verdict"].toString(), QString("disk_limit"));
    }

    void saysWhenTheEngineIsNotThere_data() { images::eachEngine(); }
    void saysWhenTheEngineIsNotThere()
    {
        QFETCH(QString, engine);
        const auto file = m_folder.write("a.py", "print(1)");
        const auto outcome = ctl::run(
            {"run", "--engine", engine, "--connection", "unix:///nonexistent/x.sock", file});
        QCOMPARE(outcome.status, 125);
        QVERIFY2(outcome.err.contains("/nonexistent/x.sock"), outcome.err);
        QCOMPARE(outcome.err.count('\n'), 1);
    }

    void keepsNamedConnections()
    {
        const QTemporaryDir config;
        qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
        const auto back
            = qScopeGuard([&] { qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8()); });
        const auto listed = [](const QByteArray& line) {
            return ctl::run({"connections", "list"}).out.simplified().contains(line);
        };
        QCOMPARE(ctl::run({"connections", "add", "lab", "ssh://me@lab"}).status, 0);
        QCOMPARE(ctl::run({"connections", "add", "lab", "ssh://me@lab"}).status, 2);
        QVERIFY(
            listed("docker lab ssh://me@lab profile lab ")); // in use, where there is nothing else
        // Also one of an address that the environment names already.
        QCOMPARE(ctl::run({"connections", "add", "same", "unix:///dev/null/e.sock"}).status, 0);
        const auto host = qgetenv("DOCKER_HOST");
        qputenv("DOCKER_HOST", "unix:///dev/null/e.sock");
        const auto hostBack = qScopeGuard([&] { qputenv("DOCKER_HOST", host); });
        QVERIFY(listed("docker same unix:///dev/null/e.sock profile same no"));
        QCOMPARE(ctl::run({"connections", "remove", "lab"}).status, 0);
        QVERIFY(!listed("ssh://me@lab"));
        QCOMPARE(ctl::run({"connections", "remove", "lab"}).status, 2);
        QCOMPARE(ctl::run({"connections", "add", "p", "what"}).status, 2);
        QCOMPARE(ctl::run({"connections", "add", "--engine", "ssh", "far", "me@far:22"}).status, 0);
        QVERIFY(listed("ssh far ssh://me@far:22 profile far yes"));
        QCOMPARE(
            ctl::run({"connections", "add", "--engine", "ssh", "q", "tcp://far:22"}).status, 2);
        const auto use = ctl::run({"connections", "use", "lab"});
        QCOMPARE(use.status, 2);
        QVERIFY2(use.err.contains("list, add, remove, test"), use.err);
    }

    void testsAConnection_data() { images::eachEngine(); }
    void testsAConnection()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto outcome
            = ctl::run({"connections", "test", "--engine", engine, ctl::addressOf(engine)});
        QVERIFY2(outcome.status == 0, outcome.err);
        QVERIFY2(outcome.out.contains(" answers: "), outcome.out);
        const auto dead
            = ctl::run({"connections", "test", "--engine", engine, "unix:///nonexistent.sock"});
        QCOMPARE(dead.status, 125);
    }

    void doctorTellsOfEveryEngine()
    {
        const auto outcome = ctl::run({"doctor", "--json"});
        const auto report = QJsonDocument::fromJson(outcome.out).object();
        const auto engines = report["engines"].toArray();
        QStringList names;
        bool anyWorks = false;
        for (const auto& entry : engines) {
            const auto engine = entry.toObject();
            names << engine["engine"].toString();
            anyWorks = anyWorks || engine["usable"].toBool();
            QVERIFY(engine["usable"].toBool() || !engine["problem"].toString().isEmpty());
            if (engine["engine"] == "local" || !engine["usable"].toBool())
                continue;
            QVERIFY(!engine["connection"].toString().isEmpty());
            // Programs of this machine have no connections.
            const bool isProgram = engine["engine"] == "apptainer" || engine["engine"] == "slurm";
            QVERIFY(isProgram || !engine["connections"].toArray().isEmpty());
            // Who may use a cluster need not be allowed to see its nodes and their images.
            if (engine["engine"] == "kubernetes")
                continue;
            QVERIFY(engine["host"].toObject()["memory_bytes"].toDouble() > 0);
            QVERIFY(!engine["images"].toArray().isEmpty());
        }
        QCOMPARE(
            names,
            QStringList({"local", "docker", "podman", "kubernetes", "apptainer", "slurm", "ssh"}));
        QCOMPARE(outcome.status, anyWorks ? 0 : 1);
    }

private:
    QTemporaryDir m_config;
    ctl::Folder m_folder;
};

SANDBENCH_TEST(TestSandbenchctlEngines);
#include "tst_sandbenchctl_engines.moc"
