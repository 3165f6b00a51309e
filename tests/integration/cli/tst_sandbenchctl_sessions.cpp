// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace {

/// The sandboxes of one program, by its process id in the owner's text.
QJsonArray sandboxesOf(const QString& engine, qint64 pid)
{
    const auto listed = ctl::run({"sessions", "list", "--json", "--all", "--engine", engine});
    QJsonArray own;
    for (const auto& entry : QJsonDocument::fromJson(listed.out).object()["sessions"].toArray())
        if (entry.toObject()["owner"].toString().contains(QStringLiteral(":%1:").arg(pid)))
            own.append(entry);
    return own;
}

} // namespace

class TestSandbenchctlSessions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data()
    {
        // As podman's own programs are told of an engine.
        if (qEnvironmentVariableIsEmpty("CONTAINER_HOST"))
            qputenv("CONTAINER_HOST", qgetenv("SANDBENCH_TEST_PODMAN"));
        QTest::addColumn<QString>("engine");
        for (const char* engine : {"local", "docker", "podman"})
            QTest::newRow(engine) << QString(engine);
    }

    void init()
    {
        QFETCH_GLOBAL(QString, engine);
        if (ctl::run({"sessions", "list", "--engine", engine}).status != 0)
            SKIP_WITHOUT(engine.toStdString(), "this engine does not answer");
        if (engine == "local")
            REQUIRE_LOCAL_ENGINE();
        m_program = ctl::start(
            {"run", "--engine", engine,
             m_folder.write(
                 "work.py",
                 "open('mine', 'w').write('42')\nprint('started', flush=True)\n"
                 "import time; time.sleep(1000)\n")});
        while (!m_program->canReadLine() && m_program->waitForReadyRead(60'000)) { }
        QCOMPARE(m_program->readLine(), QByteArray("started\n"));
        if (engine == "local" && sandboxesOf(engine, m_program->processId()).isEmpty())
            SKIP_WITHOUT("cgroups", "there are no control groups by which sandboxes are found");
    }

    void cleanup()
    {
        if (m_program) {
            m_program->kill();
            m_program->waitForFinished(60'000);
        }
    }

    void listsWhatRunsAndStopsIt()
    {
        QFETCH_GLOBAL(QString, engine);
        const auto own = sandboxesOf(engine, m_program->processId());
        QCOMPARE(own.size(), 1);
        const auto sandbox = own.first().toObject();
        QCOMPARE(sandbox["engine"].toString(), engine);
        QCOMPARE(sandbox["state"].toString(), QString("running"));
        QVERIFY(sandbox["owner_alive"].toBool());
        QVERIFY(sandbox["ours"].toBool());
        QVERIFY(!sandbox["stale"].toBool());

        const auto stopped = ctl::run({"sessions", "stop", sandbox["session"].toString()});
        QCOMPARE(stopped.status, 0);
        QVERIFY(stopped.out.startsWith("stopped "));
        QVERIFY(m_program->waitForFinished(60'000));
        QCOMPARE(m_program->exitCode(), 125);
        QVERIFY(sandboxesOf(engine, m_program->processId()).isEmpty());
        QCOMPARE(ctl::run({"sessions", "stop", sandbox["id"].toString()}).status, 2);
    }

    void prunesNothingOfALivingProgram()
    {
        QFETCH_GLOBAL(QString, engine);
        QCOMPARE(ctl::run({"sessions", "prune", "--engine", engine}).status, 0);
        QCOMPARE(sandboxesOf(engine, m_program->processId()).size(), 1);
    }

    void attachesAndLeavesItAsItWas()
    {
        QFETCH_GLOBAL(QString, engine);
        const auto session
            = sandboxesOf(engine, m_program->processId()).first().toObject()["session"].toString();
        const auto attach = [&](const QStringList& more) {
            return ctl::run(QStringList{"sessions", "attach", session} + more, "x = 6\nx * 7\n");
        };
        const auto command = attach({"--", "cat", "mine"});
        if (engine == "local") {
            QCOMPARE(command.status, 125);
            QVERIFY(command.err.contains("sandbenchctl sessions open"));
            return;
        }
        QVERIFY2(command.status == 0, command.err.constData());
        QCOMPARE(command.out, QByteArray("42"));
        QCOMPARE(attach({}).out, QByteArray("42\n"));
        QCOMPARE(attach({"--", "sh", "-c", "exit 7"}).status, 7);
        QVERIFY(attach({"--json", "--", "true"}).out.contains("sandbench-python:1 (sha256:"));
        QCOMPARE(attach({"--", "no-such-program"}).status, 125);
        QCOMPARE(sandboxesOf(engine, m_program->processId()).size(), 1);
        QCOMPARE(m_program->state(), QProcess::Running);
    }

private:
    ctl::Folder m_folder;
    std::unique_ptr<QProcess> m_program;
};

SANDBENCH_TEST(TestSandbenchctlSessions);
#include "tst_sandbenchctl_sessions.moc"
