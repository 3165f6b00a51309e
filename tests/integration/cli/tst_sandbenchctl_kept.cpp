// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

/// Sandboxes that stay between commands: `sessions open`, `run`, `put`, `get`, `close`.
class TestSandbenchctlKept : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("engine");
        for (const char* engine : {"local", "docker"})
            QTest::newRow(engine) << QString(engine);
    }

    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toUtf8()); }

    void init()
    {
        QFETCH_GLOBAL(QString, engine);
        if (engine == "local")
            REQUIRE_LOCAL_ENGINE();
        else if (ctl::run({"sessions", "list", "--engine", engine}).status != 0)
            SKIP_WITHOUT(engine.toStdString(), "this engine does not answer");
        const auto opened = ctl::run({"sessions", "open", "--engine", engine, "--env", "KEPT=yes"});
        QVERIFY2(opened.status == 0, opened.err.constData());
        m_id = QString(opened.out).trimmed();
        QVERIFY2(m_id.startsWith("s-"), opened.out.constData());
    }

    void cleanup()
    {
        if (!m_id.isEmpty())
            QCOMPARE(ctl::run({"sessions", "close", m_id}).status, 0);
        m_id.clear();
        // The keeper takes its socket with it.
        QTRY_VERIFY_WITH_TIMEOUT(sockets().isEmpty(), 30000);
    }

    void keepsFilesBetweenCommands()
    {
        const auto data = m_folder.write("data", "6\n");
        QCOMPARE(session("put", {data, data + ":sub/other"}).status, 0);
        const auto first = m_folder.write(
            "a.py",
            "import os\nopen('out', 'w').write(open('data').read() + open('sub/other').read())\n"
            "print(os.environ['KEPT'])\nraise SystemExit(3)\n");
        const auto ran = session("run", {first});
        QCOMPARE(ran.status, 3);
        QCOMPARE(ran.out, QByteArray("yes\n"));
        const auto second
            = session("run", {m_folder.write("b.sh", "cat out; echo \"$1\""), "--", "an argument"});
        QCOMPARE(second.out, QByteArray("6\n6\nan argument\n"));
        QCOMPARE(session("run", {"--", "cat", "out"}).out, QByteArray("6\n6\n"));
        QCOMPARE(session("get", {"out:" + m_folder.path("got")}).status, 0);
        QCOMPARE(m_folder.read("got"), QByteArray("6\n6\n"));
        const auto bytes = QByteArray(3 << 20, '\xff');
        QCOMPARE(session("put", {m_folder.write("large", bytes) + ":/tmp/large"}).status, 0);
        QCOMPARE(session("get", {"/tmp/large:" + m_folder.path("back")}).status, 0);
        QVERIFY(m_folder.read("back") == bytes);
    }

    void keepsVariablesInAContext()
    {
        const auto first = m_folder.write("a.py", "x = 6");
        QCOMPARE(session("run", {"--interpreter-context", "c", first}).status, 0);
        const auto second = m_folder.write("b.py", "x * 7");
        QCOMPARE(session("run", {"--interpreter-context", "c", second}).out, QByteArray("42\n"));
    }

    void passesBothStreamsInputAndLimits()
    {
        const auto program = m_folder.write(
            "a.py",
            "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read()[::-1])\n"
            "print('\\xe9', file=sys.stderr)\n");
        const auto ran = session("run", {program}, QByteArray("\xff\n21", 4));
        QCOMPARE(ran.status, 0);
        QCOMPARE(ran.out, QByteArray("12\n\xff", 4));
        QCOMPARE(ran.err, QByteArray("\xc3\xa9\n"));
        const auto slow = m_folder.write("b.py", "import time; time.sleep(60)");
        const auto late = session("run", {"--timeout", "0.3", slow});
        QVERIFY2(late.status == 124, late.err.constData());
        QCOMPARE(late.err.count("sandbenchctl: "), 1);
    }

    void givesSignalsToTheProgramFirst()
    {
        const auto program = m_folder.write(
            "a.py",
            "import time\nprint('going', flush=True)\ntry: time.sleep(600)\n"
            "except KeyboardInterrupt: print('tidied up'); raise SystemExit(7)\n");
        const auto process = ctl::start({"sessions", "run", m_id, program});
        while (!process->canReadLine() && process->waitForReadyRead(60000)) { }
        ::kill(static_cast<pid_t>(process->processId()), SIGINT);
        QVERIFY(process->waitForFinished(60000));
        QVERIFY2(process->exitCode() == 7, process->readAllStandardError().constData());
        QCOMPARE(process->readAllStandardOutput(), QByteArray("going\ntidied up\n"));
        const auto again = ctl::start({"sessions", "run", m_id, program});
        while (!again->canReadLine() && again->waitForReadyRead(60000)) { }
        ::kill(static_cast<pid_t>(again->processId()), SIGTERM);
        QVERIFY(again->waitForFinished(60000));
        QCOMPARE(again->exitCode(), 130);
    }

    void savesResultsAndPrintsTheRecord()
    {
        const auto program
            = m_folder.write("a.sh", "echo text > \"$SANDBENCH_OUTPUT/made.txt\"; exit 4");
        const auto ran = session("run", {"--json", "--out", m_folder.path("results"), program});
        QCOMPARE(ran.status, 4);
        QCOMPARE(m_folder.read("results/made.txt"), QByteArray("text\n"));
        const auto record = QJsonDocument::fromJson(ran.out).object();
        QCOMPARE(record["session_id"].toString(), m_id);
        QCOMPARE(record["exit_code"].toInt(), 4);
    }

    void attachesToIt()
    {
        const auto attached = session("attach", {"--", "sh", "-c", "exit 7"});
        QVERIFY2(attached.status == 7, attached.err.constData());
        QCOMPARE(session("attach", {}, "x = 6\nx * 7\n").out, QByteArray("42\n"));
    }

    void saysWhatIsWrong()
    {
        const auto program = m_folder.write("a.py", "print(1)");
        QCOMPARE(session("run", {}).status, 2);
        QCOMPARE(session("run", {m_folder.path("missing.py")}).status, 2);
        QCOMPARE(session("get", {"no/such"}).status, 2);
        QCOMPARE(session("get", {}).status, 2);
        QCOMPARE(session("put", {m_folder.path("missing")}).status, 2);
        QCOMPARE(session("run", {"--", "no-such-program"}).status, 125);
        const auto unknown = ctl::run({"sessions", "run", "s-none", program});
        QCOMPARE(unknown.status, 2);
        QVERIFY2(unknown.err.contains("no session 's-none'"), unknown.err.constData());
        const auto odd = ctl::run({"sessions", "open", "--image", "x", "--engine", "local"});
        QCOMPARE(odd.status, 2);
        QVERIFY2(odd.err.contains("--image"), odd.err.constData());
    }

    void endsWhenNobodyUsesIt()
    {
        QFETCH_GLOBAL(QString, engine);
        const auto opened
            = ctl::run({"sessions", "open", "--json", "--engine", engine, "--idle", "1"});
        QCOMPARE(opened.status, 0);
        const auto id
            = QJsonDocument::fromJson(opened.out).object()["session_id"].toString() + ".sock";
        QTRY_VERIFY_WITH_TIMEOUT(!sockets().contains(id), 60000);
    }

private:
    QStringList sockets() const
    {
        return QDir(m_state.filePath("sandbench/keepers"))
            .entryList({"*.sock"}, QDir::System | QDir::Files);
    }
    ctl::Outcome
    session(const QString& verb, const QStringList& words, const QByteArray& input = {}) const
    {
        return ctl::run(QStringList{"sessions", verb, m_id} + words, input);
    }

    QTemporaryDir m_state;
    ctl::Folder m_folder;
    QString m_id;
};

SANDBENCH_TEST(TestSandbenchctlKept);
#include "tst_sandbenchctl_kept.moc"
