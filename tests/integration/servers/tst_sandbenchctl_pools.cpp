// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/serving.h"
#include "tests/support/hostile_http_server.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace sandbench;

/// `sandbenchctl pools` with real servers.
class TestSandbenchctlPools : public QObject
{
    Q_OBJECT

private:
    static QList<QJsonObject> poolsIn(const ctl::Outcome& list)
    {
        QList<QJsonObject> pools;
        for (const auto& pool : QJsonDocument::fromJson(list.out).object()["pools"].toArray())
            pools += pool.toObject();
        return pools;
    }

private Q_SLOTS:
    void makesShowsAndEndsPoolsOfAServer()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder state;
        ctl::Server server({"--state", state.path("s")});
        const auto pools = [&](const QStringList& words) {
            return ctl::run(QStringList{"pools"} + words + QStringList{"--server", server.url("")});
        };
        const auto made = pools(
            {"create", "judges", "--min", "1", "--max", "2", "--memory", "300m", "--cpus", "1.5",
             "--exhausted", "wait", "--no-preload"});
        QVERIFY2(made.status == 0, made.err);
        QVERIFY2(made.out.startsWith("NAME ") && made.out.contains("\njudges "), made.out);
        const auto shown = [&] { return poolsIn(pools({"list", "--json"})).value(0); };
        QTRY_COMPARE_WITH_TIMEOUT(shown()["ready"].toInt(), 1, ctl::kServePatienceMs);
        const auto pool = shown();
        QCOMPARE(pool["max"].toInt(), 2);
        QCOMPARE(pool["exhausted"].toString(), QString("wait"));
        QCOMPARE(pool["preload"].toBool(true), false);
        const auto limits = pool["sandbox"].toObject()["limits"].toObject();
        QCOMPARE(limits["cpus"].toDouble(), 1.5);
        const auto again = pools({"create", "judges"});
        QVERIFY2(again.status == 2 && again.err.contains("judges"), again.err);
        QCOMPARE(pools({"remove", "judges"}).status, 0);
        QCOMPARE(poolsIn(pools({"list", "--json"})).size(), 0);
        const auto gone = pools({"remove", "judges"});
        QVERIFY2(gone.status == 2 && gone.err.contains("judges"), gone.err);
    }

    void needsTheScopeAdmin()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder state;
        const QStringList own{"--tokens", state.path("tokens.json")};
        ctl::Server server(QStringList{"--require-token", "--state", state.path("s")} + own);
        const QStringList list{"pools", "list", "--server", server.url("")};
        for (const QString scopes : {"read,run", "read,admin"}) {
            const auto token
                = ctl::run(QStringList{"token", "create", scopes, "--scopes", scopes} + own);
            QVERIFY2(token.status == 0, token.err);
            const auto file = state.write("token.txt", token.out);
            const auto listed = ctl::run(list + QStringList{"--server-token", file});
            QVERIFY2((listed.status == 0) == scopes.contains("admin"), listed.err);
            QVERIFY2(listed.status == 0 || listed.err.contains("admin"), listed.err);
        }
        QVERIFY(ctl::run(list).err.contains("token"));
    }

    void believesNoOtherService()
    {
        std::string said;
        test::HostileHttpServer service(
            [&said](test::Conversation& peer) { peer.answer(200, said); },
            test::HostileHttpServer::Listen::Tcp);
        const auto address = QString::fromStdString(service.endpoint().text());
        for (const char* answer : {"[1]", "null", "<html>", "\"pools\""}) {
            said = answer;
            const auto outcome = ctl::run({"pools", "list", "--server", address});
            QVERIFY2(outcome.status == 125, outcome.err);
            QVERIFY2(outcome.err.contains("check which service"), outcome.err);
        }
        for (const char* answer : {"{}", R"({"pools": 7})", R"({"pools": [7, null, {}]})"}) {
            said = answer;
            QCOMPARE(ctl::run({"pools", "list", "--server", address}).status, 0);
        }
    }

    void saysWhatIsWrong()
    {
        const auto status = [](const QStringList& words) {
            return ctl::run(QStringList{"pools"} + words).status;
        };
        QCOMPARE(status({"create", "a", "--min", "few"}), 2);
        QCOMPARE(status({"create"}), 2);
        QCOMPARE(status({"list", "--server", "ftp://nowhere"}), 2);
        QCOMPARE(status({"list", "--server", "http://127.0.0.1:1"}), 125);
        QCOMPARE(status({"list", "--server-token", "/nowhere"}), 2);
    }
};

SANDBENCH_TEST(TestSandbenchctlPools);
#include "tst_sandbenchctl_pools.moc"
