// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/sandbenchctl_runner.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

/// Skips the test where the engine of this row is not given.
#define REQUIRE_ENGINE(engine)                                                                     \
    do {                                                                                           \
        if (address(engine).isEmpty())                                                             \
            SKIP_WITHOUT(engine.toStdString(), "no address of this engine is given");              \
    } while (false)

/// `sandbenchctl` with engines that have images: what its options do, seen from inside and outside.
/// The engines are those of DOCKER_HOST and SANDBENCH_TEST_PODMAN.
class TestSandbenchctlEngines : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        // Nobody's own settings take part.
        qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
    }

    void runsWithoutAnyRelaxation_data() { eachEngine(); }
    void runsWithoutAnyRelaxation()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record
            = runJson(engine, "import os; print(os.getuid(), os.listdir('/sys/class/net'))");
        QCOMPARE(record["verdict"].toString(), QString("exited"));
        QCOMPARE(record["stdout"].toString(), QString("65534 ['lo']\n"));
        QCOMPARE(record["engine"].toString(), engine);
        QCOMPARE(record["network"].toString(), QString("none"));
        QVERIFY(record["image"].toString().contains("sandbench-python"));
        QCOMPARE(relaxationsOf(record), QString());
    }

    void limitsByNamedSize_data() { eachEngine(); }
    void limitsByNamedSize()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record = runJson(
            engine, "x = bytearray(300 << 20)\nfor i in range(0, len(x), 4096): x[i] = 1",
            {"--size", "tiny"});
        QCOMPARE(record["verdict"].toString(), QString("out_of_memory"));
        const auto limits = record["limits"].toObject();
        QCOMPARE(limits["memory_bytes"].toInteger(), qint64(128) << 20);
        QCOMPARE(limits["cpus"].toDouble(), 0.25);
        const auto more = runJson(engine, "print(1)", {"--size", "tiny", "--memory", "256m"});
        QCOMPARE(more["limits"].toObject()["memory_bytes"].toInteger(), qint64(256) << 20);
        QCOMPARE(more["stdout"].toString(), QString("1\n"));
    }

    void refusesWhatDoesNotFitTheMachine_data() { eachEngine(); }
    void refusesWhatDoesNotFitTheMachine()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto outcome = run(engine, "print(1)", {"--cpus", "900000"});
        QCOMPARE(outcome.status, 125);
        QVERIFY2(outcome.err.contains("--cpus: "), outcome.err);
        QVERIFY2(outcome.err.contains("the largest size that fits is"), outcome.err);
    }

    void givesTheProgramANetworkOnlyWhenAsked_data() { eachEngine(); }
    void givesTheProgramANetworkOnlyWhenAsked()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record = runJson(
            engine, "import os; print(len(os.listdir('/sys/class/net')))", {"--network", "bridge"});
        QVERIFY(record["stdout"].toString().toInt() > 1);
        QCOMPARE(record["network"].toString(), QString("bridge"));
        QVERIFY(relaxationsOf(record).contains("network"));
    }

    void installsBeforeTheNetworkIsTakenAway_data() { eachEngine(); }
    void installsBeforeTheNetworkIsTakenAway()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record = runJson(
            engine,
            "import late, os; print(late.interfaces, len(open('/proc/net/route').readlines()))",
            {"--install",
             "mkdir -p /work/.packages && echo interfaces=$(($(wc -l < /proc/net/route) > 1)) > "
             "/work/.packages/late.py"});
        QCOMPARE(record["stdout"].toString(), QString("1 1\n"));
        QVERIFY2(
            record["network"].toString().contains("dropped"),
            qPrintable(record["network"].toString()));
        QVERIFY(relaxationsOf(record).contains("network"));
    }

    void saysWhyAnInstallFailed_data() { eachEngine(); }
    void saysWhyAnInstallFailed()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto outcome = run(
            engine, "print('must not run')",
            {"--install", "echo 'ERROR: no package x' >&2; echo hint; exit 7"});
        QCOMPARE(outcome.status, 125);
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.contains("--install: "), outcome.err);
        QVERIFY2(outcome.err.contains("ERROR: no package x (Exited with status 7"), outcome.err);
    }

    void mountsReadOnlyUnlessAsked_data() { eachEngine(); }
    void mountsReadOnlyUnlessAsked()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        m_folder.write("data.txt", "given");
        QVERIFY(QFile::setPermissions(m_folder.path("."), QFile::Permissions(0x7777)));
        const QByteArray code = "print(open('/data/data.txt').read())\n"
                                "try: open('/data/new-' + __import__('sys').argv[1], 'w').close()\n"
                                "except OSError as e: print(e.strerror)\n";
        const auto readOnly
            = runJson(engine, code, {"--mount", m_folder.path("") + ":/data"}, {"ro-" + engine});
        QCOMPARE(readOnly["stdout"].toString(), QString("given\nRead-only file system\n"));
        QVERIFY(relaxationsOf(readOnly).contains("mount"));
        const auto writable
            = runJson(engine, code, {"--mount", m_folder.path("") + ":/data:rw"}, {engine});
        QCOMPARE(writable["stdout"].toString(), QString("given\n"));
        QVERIFY(QFile::exists(m_folder.path("new-" + engine)));
        QVERIFY(!QFile::exists(m_folder.path("new-ro-" + engine)));
    }

    void letsTheUserFolderHostsAndEntrypointBeChosen_data() { eachEngine(); }
    void letsTheUserFolderHostsAndEntrypointBeChosen()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record = runJson(
            engine,
            "import os; print(os.getuid(), os.getgid(), os.getcwd(), os.nice(0), "
            "'far' in open('/etc/hosts').read())",
            {"--user", "1234:4321", "--workdir", "/tmp", "--entrypoint", "nice -n 5", "--add-host",
             "far:10.1.2.3"});
        QCOMPARE(record["stdout"].toString(), QString("1234 4321 /tmp 5 True\n"));
    }

    void usesAnExistingContainerAndLeavesIt_data() { eachEngine(); }
    void usesAnExistingContainerAndLeavesIt()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto name
            = "sandbench-test-" + engine + QString::number(QCoreApplication::applicationPid());
        if (!hasCommandLine(engine))
            SKIP_WITHOUT(engine.toStdString(), "the engine's own command line is not here");
        const auto removeIt = qScopeGuard([&] { ask(engine, {"rm", "-f", name}); });
        QVERIFY(ask(engine, {"run", "-d", "--name", name, image(engine), "sleep", "600"}));
        QVERIFY(ask(engine, {"exec", name, "sh", "-c", "echo mine > /tmp/mark"}));
        const auto record
            = runJson(engine, "print(open('/tmp/mark').read().strip())", {"--container", name});
        QCOMPARE(record["stdout"].toString(), QString("mine\n"));
        QVERIFY(ask(engine, {"exec", name, "test", "-e", "/tmp/mark"}));
    }

    void keepsASandboxAsAnImage_data() { eachEngine(); }
    void keepsASandboxAsAnImage()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        if (!hasCommandLine(engine))
            SKIP_WITHOUT(engine.toStdString(), "the engine's own command line is not here");
        const auto tag = "sandbench-test-commit:" + engine;
        const auto removeIt = qScopeGuard([&] { ask(engine, {"rmi", "-f", tag}); });
        QCOMPARE(run(engine, "print(1)", {"--commit", tag}).status, 0);
        QVERIFY(ask(engine, {"image", "inspect", tag}));
    }

    void buildsAnImageFirst_data() { eachEngine(); }
    void buildsAnImageFirst()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        m_folder.write(
            "Dockerfile", "FROM " + image(engine).toUtf8() + "\nENV BUILT=here\nLABEL a=b\n");
        const auto tag = "sandbench-test-build:" + engine;
        const auto removeIt = qScopeGuard([&] { ask(engine, {"rmi", "-f", tag}); });
        const auto outcome
            = run(engine, "print('ran')", {"--build", m_folder.path(""), "--image", tag});
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray("ran\n"));
        m_folder.write("Dockerfile", "FROM " + image(engine).toUtf8() + "\nRUN echo why; exit 3\n");
        const auto broken = run(engine, "print(1)", {"--build", m_folder.path("")});
        QVERIFY(broken.status != 0);
        QVERIFY2(broken.err.contains("--build: "), broken.err);
    }

    void saysHowToGetAnImageThatIsMissing_data() { eachEngine(); }
    void saysHowToGetAnImageThatIsMissing()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto outcome
            = run(engine, "print(1)", {"--image", "no-such-image:1", "--pull", "never"});
        QCOMPARE(outcome.status, 125);
        QVERIFY2(outcome.err.contains("no-such-image:1"), outcome.err);
    }

    void saysWhenTheEngineIsNotThere_data() { eachEngine(); }
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
        QCOMPARE(ctl::run({"connections", "add", "lab", "ssh://me@lab"}).status, 0);
        QCOMPARE(ctl::run({"connections", "add", "lab", "ssh://me@lab"}).status, 2);
        QVERIFY(ctl::run({"connections", "list"}).out.contains("docker  lab  ssh://me@lab"));
        QCOMPARE(ctl::run({"connections", "remove", "lab"}).status, 0);
        QCOMPARE(ctl::run({"connections", "remove", "lab"}).status, 2);
        QCOMPARE(ctl::run({"connections", "add", "p", "what"}).status, 2);
    }

    void testsAConnection_data() { eachEngine(); }
    void testsAConnection()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto outcome = ctl::run({"connections", "test", "--engine", engine, address(engine)});
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
            QVERIFY(engine["host"].toObject()["memory_bytes"].toDouble() > 0);
            QVERIFY(!engine["images"].toArray().isEmpty());
            QVERIFY(!engine["connections"].toArray().isEmpty());
        }
        QCOMPARE(names, QStringList({"local", "docker", "podman"}));
        QCOMPARE(outcome.status, anyWorks ? 0 : 1);
    }

private:
    static void eachEngine()
    {
        QTest::addColumn<QString>("engine");
        QTest::newRow("docker") << "docker";
        QTest::newRow("podman") << "podman";
    }

    static QString address(const QString& engine)
    {
        return qEnvironmentVariable(engine == "docker" ? "DOCKER_HOST" : "SANDBENCH_TEST_PODMAN");
    }

    static QString image(const QString& engine)
    {
        return engine == "docker" ? "sandbench-python:1" : "localhost/sandbench-python:1";
    }

    static bool hasCommandLine(const QString& engine)
    {
        return !QStandardPaths::findExecutable(engine).isEmpty();
    }

    /// The referee: the engine's own command line.
    static bool ask(const QString& engine, QStringList words)
    {
        words.prepend(address(engine));
        words.prepend(engine == "docker" ? "--host" : "--url");
        QProcess process;
        process.start(engine, words);
        return process.waitForFinished(60000) && process.exitCode() == 0;
    }

    ctl::Outcome
    run(const QString& engine, const QByteArray& code, const QStringList& options,
        const QStringList& arguments = {}) const
    {
        QStringList words = {"run", "--engine", engine, "--connection", address(engine)};
        words << options << m_folder.write("program.py", code);
        if (!arguments.isEmpty())
            words << "--" << arguments;
        return ctl::run(words);
    }

    QJsonObject runJson(
        const QString& engine, const QByteArray& code, const QStringList& options = {},
        const QStringList& arguments = {}) const
    {
        const auto outcome = run(engine, code, QStringList("--json") + options, arguments);
        const auto record = QJsonDocument::fromJson(outcome.out).object();
        if (record["schema"] != "sandbench.run/1" || !record["stderr"].toString().isEmpty())
            qWarning().noquote() << outcome.out.left(2000) << outcome.err.left(2000);
        return record;
    }

    static QString relaxationsOf(const QJsonObject& record)
    {
        QStringList list;
        for (const auto& entry : record["isolation"].toObject()["relaxations"].toArray())
            list << entry.toString();
        return list.join(", ");
    }

    QTemporaryDir m_config;
    ctl::Folder m_folder;
};

QTEST_GUILESS_MAIN(TestSandbenchctlEngines)
#include "tst_sandbenchctl_engines.moc"
