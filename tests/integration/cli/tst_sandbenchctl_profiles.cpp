// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QScopeGuard>
#include <QTest>

namespace {

QString joined(const QJsonValue& list)
{
    QStringList texts;
    for (const auto& entry : list.toArray())
        texts << entry.toString();
    return texts.join(", ");
}

} // namespace

/// `--profile` and `profiles`, from outside.
class TestSandbenchctlProfiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsEachProfileWithWhatItChanges()
    {
        const auto text = ctl::run({"profiles"});
        QCOMPARE(text.status, 0);
        QVERIFY(text.out.contains("permissive\n"));
        QVERIFY(text.out.contains("network bridge (default: none)"));
        const auto json = ctl::run({"profiles", "--json"});
        const auto list = QJsonDocument::fromJson(json.out).object()["profiles"].toArray();
        QCOMPARE(list.size(), 3);
        QCOMPARE(list[1].toObject()["name"].toString(), QString("standard"));
        QVERIFY(list[1].toObject()["differences"].toArray().isEmpty());
    }

    void theEmbeddedEngineTakesItsLimits()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto program = folder.write("a.py", "print(1)");
        const auto outcome = ctl::run({"run", "--profile", "strict", "--json", program});
        QCOMPARE(outcome.status, 0);
        const auto record = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(record["profile"].toString(), QString("strict"));
        QCOMPARE(record["limits"].toObject()["pids"].toInt(), 64);
        QCOMPARE(record["limits"].toObject()["wall_seconds"].toDouble(), 30.0);
        QVERIFY(joined(record["differences"]).contains("processes 64 (default: 256)"));
        const auto verbose = ctl::run({"run", "--profile", "strict", "--verbose", program});
        QVERIFY(verbose.err.contains("profile: strict; not as by default: memory 512 MiB"));
    }

    void theUsersDefaultsAreBelowAProfile()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto before = qgetenv("XDG_CONFIG_HOME");
        const auto restore = qScopeGuard([&] {
            before.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before);
        });
        qputenv("XDG_CONFIG_HOME", folder.path(".").toUtf8());
        QVERIFY(QDir(folder.path(".")).mkdir("sandbench"));
        folder.write(
            "sandbench/settings.json",
            R"({"defaults": {"memory": "300m", "timeout": 7, "file_size": "1m", "open_files": 32,
                             "env": {"GREETING": "hello"}, "policy": "strict"}})");
        const auto program = folder.write("a.sh", "echo $GREETING");
        const auto limitsOf = [&](const QStringList& options) {
            const auto outcome
                = ctl::run(QStringList{"run", "--json"} + options + QStringList{program});
            const auto record = QJsonDocument::fromJson(outcome.out).object();
            return outcome.status == 0 && record["stdout"].toString() == "hello\n"
                ? record["limits"].toObject()
                : QJsonObject{{"problem", QString::fromUtf8(outcome.err + outcome.out)}};
        };
        const auto usual = limitsOf({});
        QVERIFY2(
            usual["memory_bytes"].toDouble() == 300 << 20, qPrintable(usual["problem"].toString()));
        QCOMPARE(usual["wall_seconds"].toDouble(), 7.0);
        QCOMPARE(usual["file_bytes"].toDouble(), 1 << 20);
        QCOMPARE(usual["open_files"].toDouble(), 32);
        QCOMPARE(limitsOf({"--timeout", "9"})["wall_seconds"].toDouble(), 9.0);
        const auto strict = limitsOf({"--profile", "strict"});
        QCOMPARE(strict["memory_bytes"].toDouble(), 512 << 20);
        QCOMPARE(strict["wall_seconds"].toDouble(), 30.0);
        const auto spawns = folder.write("b.py", "import os; os.system('true')");
        QCOMPARE(ctl::run({"run", spawns}).status, 126);
    }

    void aRunMayWriteAndOpenAsMuchAsIsSaid()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto writes = folder.write("a.sh", "exec head -c 2000000 /dev/zero > x");
        QCOMPARE(ctl::run({"run", "--file-size", "4m", writes}).status, 0);
        QCOMPARE(ctl::run({"run", "--file-size", "1m", writes}).status, 122);
        const auto opens = folder.write("b.py", "all = [open('/dev/null') for i in range(40)]");
        QCOMPARE(ctl::run({"run", opens}).status, 0);
        const auto refused = ctl::run({"run", "--open-files", "20", opens});
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.err.contains("Too many open files"), refused.err);
    }

    void anUnknownOneIsRefused()
    {
        const auto outcome = ctl::run({"run", "--profile", "lax", "-"}, "print(1)");
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.err.contains("strict, standard, permissive"));
    }

    void strictMakesTheImagesUserNobody_data() { images::eachEngine(); }
    void strictMakesTheImagesUserNobody()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record
            = ctl::recordIn(engine, "import os; print(os.getuid())", {"--profile", "strict"});
        QCOMPARE(record["stdout"].toString(), QString("65534\n"));
        QCOMPARE(ctl::relaxationsOf(record), QString());
    }

    void permissiveGivesRootAWritableRootAndANetwork_data() { images::eachEngine(); }
    void permissiveGivesRootAWritableRootAndANetwork()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto record = ctl::recordIn(
            engine,
            "import os\n"
            "open('/etc/of-mine', 'w').write('x')\n"
            "print(os.getuid(), len(os.listdir('/sys/class/net')) > 1)",
            {"--profile", "permissive", "--memory", "1g"});
        QCOMPARE(record["stdout"].toString(), QString("0 True\n"));
        const auto relaxed = ctl::relaxationsOf(record);
        for (const char* what : {"user root", "writable root file system", "network bridge"})
            QVERIFY2(relaxed.contains(what), qPrintable(relaxed));
        const auto differences = joined(record["differences"]);
        QVERIFY2(!differences.contains("memory"), qPrintable(differences));
        QVERIFY2(differences.contains("time 600 s (default: 60 s)"), qPrintable(differences));
    }

    void theRootIsReadOnlyWithoutOne_data() { images::eachEngine(); }
    void theRootIsReadOnlyWithoutOne()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const QByteArray code = "open('/etc/of-mine', 'w')";
        const auto denied = ctl::runIn(engine, code, {"--user", "root"});
        QCOMPARE(denied.status, 1);
        QVERIFY(denied.err.contains("Read-only file system"));
        const auto allowed = ctl::runIn(engine, code, {"--user", "root", "--root", "writable"});
        QCOMPARE(allowed.status, 0);
    }
};

SANDBENCH_TEST(TestSandbenchctlProfiles);
#include "tst_sandbenchctl_profiles.moc"
