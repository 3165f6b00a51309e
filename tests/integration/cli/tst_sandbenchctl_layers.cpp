// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QTest>

namespace {

/// What no sandbox of these engines has here: containers have no user of the host for themselves,
/// and the embedded engine has no filter of an engine.
QString lackingIn(const QString& engine)
{
    return engine == "local" ? "engine-seccomp" : "host-user";
}

} // namespace

/// `--require-layers`, from outside.
class TestSandbenchctlLayers : public QObject
{
    Q_OBJECT

    ctl::Folder m_folder;
    QString m_engine;

    ctl::Outcome run(const QStringList& options)
    {
        const auto program = m_folder.write("a.sh", "echo ran");
        QStringList words = {"run", "--engine", m_engine};
        if (m_engine != "local")
            words << "--connection" << ctl::addressOf(m_engine) << "--image"
                  << QString::fromStdString(sandbench::test::testImage());
        return ctl::run(words + options + QStringList{program});
    }

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("engine");
        for (const char* engine : {"local", "docker", "podman"})
            QTest::newRow(engine) << engine;
    }

    void init()
    {
        QFETCH_GLOBAL(QString, engine);
        m_engine = engine;
        if (engine == "local")
            REQUIRE_LOCAL_ENGINE();
        else
            REQUIRE_ENGINE(engine);
    }

    void whatHasThemRuns()
    {
        const auto outcome = run(
            {"--require-layers", "seccomp,no-network", "--require-layers",
             "no-capabilities,read-only-root,memory-limit"});
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray("ran\n"));
    }

    void whatLacksOneIsRefusedBeforeTheProgram()
    {
        const auto name = lackingIn(m_engine);
        const auto outcome = run({"--require-layers", "seccomp," + name});
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(outcome.status, 125);
        QVERIFY2(
            outcome.err.contains(name.toUtf8()) && outcome.err.contains("doctor"), outcome.err);
        QVERIFY2(!outcome.err.contains("seccomp,"), outcome.err);
    }

    void aLimitThatIsSwitchedOffIsNoLayer()
    {
        const auto outcome = run({"--pids", "0", "--require-layers", "process-limit"});
        QCOMPARE(outcome.status, 125);
        QVERIFY2(outcome.err.contains("process-limit"), outcome.err);
    }

    void anUnknownOneIsRefusedWithAllThatThereAre()
    {
        const auto outcome = run({"--require-layers", "fences"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(
            outcome.err.contains("--require-layers: 'fences'")
                && outcome.err.contains("landlock, memory-limit"),
            outcome.err);
    }

    void thoseOfSettingsAndPoliciesAddUp()
    {
        const auto before = qgetenv("XDG_CONFIG_HOME");
        const auto restore = qScopeGuard([&] {
            before.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before);
            QFile::remove(m_folder.path("sandbench/settings.json"));
        });
        qputenv("XDG_CONFIG_HOME", m_folder.path(".").toUtf8());
        QDir(m_folder.path(".")).mkpath("sandbench");
        const auto name = lackingIn(m_engine);
        m_folder.write(
            "sandbench/settings.json",
            R"({"defaults": {"require_layers": [")" + name.toUtf8() + R"("]}})");
        // What is said adds to it, and takes nothing away.
        for (const QStringList& options : {QStringList(), {"--require-layers", "seccomp"}}) {
            const auto outcome = run(options);
            QCOMPARE(outcome.status, 125);
            QVERIFY2(outcome.err.contains(name.toUtf8()), outcome.err);
        }
        m_folder.write(
            "sandbench/settings.json", R"({"defaults": {"require_layers": ["fences"]}})");
        QVERIFY(run({}).err.contains("fences"));
        m_folder.write("sandbench/settings.json", "{}");
        const auto policy = m_folder.write(
            "policy.json",
            R"({"id": "mine", "name": "Mine", "thresholds": {"warn": "low"}, "rules": [],
                "require_layers": [")"
                + name.toUtf8() + R"("]})");
        const auto outcome = run({"--policy", policy});
        QCOMPARE(outcome.status, 125);
        QVERIFY2(outcome.err.contains(name.toUtf8()), outcome.err);
    }
};

SANDBENCH_TEST(TestSandbenchctlLayers);
#include "tst_sandbenchctl_layers.moc"
