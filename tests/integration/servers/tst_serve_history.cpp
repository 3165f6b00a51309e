// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The history over REST: found, reviewed, compared.
#include "tests/integration/servers/serving.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

using ctl::ask;
using ctl::Server;

class ServeHistoryTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_state;

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toUtf8()); }

    void runsAreFoundReviewedAndCompared()
    {
        REQUIRE_LOCAL_ENGINE();
        Server server;
        QStringList ids;
        for (const char* code : {"echo needle 0.3", "echo needle 0.31"})
            ids << ask("POST", server.url("/execute"), {},
                       QByteArray(R"({"lang": "bash", "code": ")") + code + "\"}")
                       .json()["run_id"]
                       .toString();
        const auto found = [&](const QString& query) {
            return ask("GET", server.url("/history?" + query)).json()["runs"].toArray().size();
        };
        QCOMPARE(found("search=needle"), 2);
        QCOMPARE(found("search=needle%200.31"), 1);
        QCOMPARE(found("language=python"), 0);
        const auto review = server.url("/history/" + ids[0] + "/review");
        const auto kept
            = ask("PUT", review, {}, R"({"verdict": "rejected", "note": "off by one"})");
        QCOMPARE(kept.status, QByteArray("200"));
        QCOMPARE(kept.json()["review"].toObject()["note"].toString(), QString("off by one"));
        QCOMPARE(found("review=rejected"), 1);
        QCOMPARE(found("search=%22off%20by%22"), 1);
        QCOMPARE(ask("PUT", review, {}, R"({"verdict": "fine"})").status, QByteArray("400"));
        QCOMPARE(ask("PUT", server.url("/history/r-0/review"), {}, "{}").status, QByteArray("404"));
        const auto compare = server.url("/history/" + ids[0] + "/comparison?with=" + ids[1]);
        const auto compared = ask("GET", compare);
        QCOMPARE(compared.status, QByteArray("200"));
        QCOMPARE(compared.json()["same_outcome"].toBool(), false);
        QVERIFY(compared.json()["stdout"].toObject()["diff"].toString().contains("+needle 0.31"));
        QVERIFY(ask("GET", compare + "&tolerance=0.1").json()["same_outcome"].toBool());
        QCOMPARE(ask("PUT", review, {}, "{}").status, QByteArray("200"));
        QCOMPARE(found("review=none"), 2);
        const auto documents = ask("GET", server.url("/history/documents"));
        QCOMPARE(documents.status, QByteArray("200"));
    }
};

SANDBENCH_TEST(ServeHistoryTest);
#include "tst_serve_history.moc"
