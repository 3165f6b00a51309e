// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/serving.h"
#include "tests/support/batch_results.h"
#include "tests/support/test_program.h"

#include <QTest>

/// `sandbenchctl batch` with real servers.
class TestBatchServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aServerThatIsKilledLosesNoLine()
    {
        REQUIRE_LOCAL_ENGINE();
        constexpr int kLines = 60;
        const ctl::Folder state, other, folder;
        ctl::Server stays({"--state", state.path("s")}), goes({"--state", other.path("s")});
        const auto lines = folder.write("lines.jsonl", ctl::numberedLines(kLines));
        const auto process = ctl::start(
            {"batch", lines, "--out", folder.path("out"), "-j", "4", "--server", stays.url(""),
             "--server", goes.url("")});
        ctl::waitForRows(folder, "out", 10, *process);
        goes.process().kill();
        QVERIFY(process->waitForFinished(ctl::kServePatienceMs));
        const auto said = process->readAllStandardError();
        QVERIFY2(process->exitCode() == 1, said);
        const auto rows = ctl::rowsIn(folder, "out");
        QCOMPARE(rows.size(), kLines);
        QVERIFY(!rows.contains(0));
        QCOMPARE(ctl::countOf(rows, "state", "passed"), kLines * 9 / 10);
        const auto placeOf = [](const ctl::Server& server) {
            return "server tcp://127.0.0.1:" + QString::number(server.port());
        };
        QVERIFY(ctl::countOf(rows, "place", placeOf(stays)) > 0);
        // What had begun at the one that went away says where.
        for (const auto& row : rows)
            QCOMPARE(row.contains("lost_at"), row["attempts"].toInt() > 1);
    }

    void aServerThatWantsATokenGetsIt()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder state, folder;
        const QStringList own{"--tokens", state.path("tokens.json")};
        const auto token = ctl::run(QStringList{"token", "create", "batch"} + own);
        QVERIFY2(token.status == 0, token.err);
        ctl::Server server(QStringList{"--require-token", "--state", state.path("s")} + own);
        const auto lines = folder.write("lines.jsonl", ctl::numberedLines(3));
        const auto batch = [&](const QString& out, const QStringList& more) {
            return ctl::run(
                QStringList{"batch", lines, "--out", folder.path(out), "--server", server.url("")}
                + more);
        };
        const auto without = batch("without", {});
        QVERIFY2(without.status == 125, without.err + without.out);
        QCOMPARE(ctl::rowsIn(folder, "without").size(), 0);
        const auto with = batch("with", {"--server-token", folder.write("token.txt", token.out)});
        QVERIFY2(with.status == 0, with.err);
        QCOMPARE(ctl::rowsIn(folder, "with").size(), 3);
    }
};

SANDBENCH_TEST(TestBatchServers);
#include "tst_batch_servers.moc"
