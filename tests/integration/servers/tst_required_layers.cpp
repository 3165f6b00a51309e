// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/mcp_process.h"
#include "tests/integration/servers/serving.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

using ctl::ask;
using ctl::Server;

/// Layers of isolation that tokens and servers require of all sandboxes.
class RequiredLayersTest : public QObject
{
    Q_OBJECT

    ctl::Folder m_folder;
    QString m_engine;

    /// What no sandbox of the engine has here.
    QByteArray lacking() const { return m_engine == "local" ? "engine-seccomp" : "host-user"; }
    QStringList options() const
    {
        return m_engine == "local"
            ? QStringList{"--engine", "local"}
            : QStringList{"--engine",     m_engine,
                          "--connection", ctl::addressOf(m_engine),
                          "--image",      QString::fromStdString(sandbench::test::testImage())};
    }
    /// With a demand of its own, where there is one.
    static QString body(const QByteArray& layer = {}, bool isRun = true)
    {
        QJsonObject body = {{"lang", "bash"}};
        if (isRun)
            body["code"] = "echo ran";
        if (!layer.isEmpty())
            body["require_layers"] = QJsonArray{QString::fromUtf8(layer)};
        return QString::fromUtf8(QJsonDocument(body).toJson());
    }

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("engine");
        for (const char* engine : {"local", "docker"})
            QTest::newRow(engine) << engine;
    }
    void initTestCase() { qputenv("XDG_STATE_HOME", m_folder.path("state").toUtf8()); }
    void init()
    {
        QFETCH_GLOBAL(QString, engine);
        m_engine = engine;
        if (engine == "local")
            REQUIRE_LOCAL_ENGINE();
        else
            REQUIRE_ENGINE(engine);
    }

    void aTokensHoldWhateverItsCallerAsksFor()
    {
        const auto file = m_folder.path(m_engine + "-tokens.json");
        const auto create = [&](const QStringList& words) {
            return ctl::run(QStringList{"token", "create", "--tokens", file} + words);
        };
        const auto made = create(
            {"bound", "--scopes", "read,run,admin", "--require-layers", "seccomp," + lacking()});
        QVERIFY2(made.status == 0, made.err);
        const auto bound = made.out.trimmed();
        const auto fits = create({"fits", "--require-layers", "seccomp,no-network"}).out.trimmed();
        const auto wrong = create({"wrong", "--require-layers", "fences"});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.err.contains("--require-layers: 'fences'"), wrong.err);
        QVERIFY(ctl::run({"token", "list", "--tokens", file, "--json"}).out.contains(lacking()));

        Server server(options() + QStringList{"--tokens", file});
        for (const auto& layer : {QByteArray(), QByteArray("seccomp")})
            for (const bool isRun : {false, true}) {
                const auto refused = ask(
                    "POST", server.url(isRun ? "/execute" : "/sessions"), bound,
                    body(layer, isRun));
                QCOMPARE(refused.status, QByteArray("503"));
                QVERIFY2(refused.text.contains(lacking()), refused.text);
            }
        const auto ran = ask("POST", server.url("/execute"), fits, body());
        QCOMPARE(ran.json()["stdout"].toString(), QString("ran\n"));
        const auto asked = ask("POST", server.url("/execute"), fits, body(lacking()));
        QCOMPARE(asked.status, QByteArray("503"));
        QVERIFY2(asked.text.contains(lacking()), asked.text);
    }

    void aServersHoldForAdministratorsToo()
    {
        {
            Server server(options() + QStringList{"--require-layers", "seccomp," + lacking()});
            const auto refused = ask("POST", server.url("/execute"), {}, body());
            QCOMPARE(refused.status, QByteArray("503"));
            QVERIFY2(refused.text.contains(lacking()), refused.text);
            QCOMPARE(ask("GET", server.url("/sessions")).json()["sessions"].toArray().size(), 0);
        }
        Server server(options() + QStringList{"--require-layers", "seccomp,memory-limit"});
        const auto ran = ask("POST", server.url("/execute"), {}, body());
        QVERIFY2(ran.json()["stdout"].toString() == "ran\n", ran.text);
    }

    void aWrongNameEndsAServerAtOnce()
    {
        for (const char* command : {"serve", "mcp"}) {
            const auto outcome = ctl::run({command, "--require-layers", "fences"});
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.err.contains("--require-layers: 'fences'"), outcome.err);
        }
    }

    void modelsAreHeldToThem()
    {
        const auto said = [&](const QString& layers) {
            ctl::McpServer server(QStringList{"--require-layers", layers} + options());
            server.write(ctl::callLine("a", "run_code", {{"code", "print('ran')"}}));
            return QJsonDocument(server.answer("a")).toJson();
        };
        const auto refused = said("seccomp," + lacking());
        QVERIFY2(refused.contains(lacking()) && !refused.contains("ran\\n"), refused);
        const auto ran = said("seccomp");
        QVERIFY2(ran.contains("ran\\n"), ran);
    }
};

SANDBENCH_TEST(RequiredLayersTest);
#include "tst_required_layers.moc"
