// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/serving.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using ctl::ask;
using ctl::objectOf;
using ctl::Server;

/// What is left of a token's sandboxes when it is none any more.
class EndedTokensTest : public QObject
{
    Q_OBJECT

    ctl::Folder m_folder;

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_folder.path("state").toUtf8()); }

    void theSandboxesOfATokenEndWithIt()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto file = m_folder.path("ending.json"), audit = m_folder.path("ending.jsonl");
        constexpr int kTokens = 3;
        QString secrets[kTokens], paths[kTokens];
        for (int i = 0; i < kTokens; ++i)
            secrets[i]
                = ctl::run({"token", "create", QString::number(i), "--tokens", file}).out.trimmed();
        Server server({"--tokens", file, "--audit", audit});
        for (int i = 0; i < kTokens; ++i) {
            const auto opened
                = ask("POST", server.url("/sessions"), secrets[i], R"({"lang": "bash"})");
            paths[i] = "/sessions/" + opened.json()["session_id"].toString();
        }
        const auto statusOf = [&](int i) { return ask("GET", server.url(paths[i])).status; };
        for (int i = 0; i < kTokens; ++i)
            QCOMPARE(statusOf(i), QByteArray("200"));
        QCOMPARE(ctl::run({"token", "revoke", "0", "--tokens", file}).status, 0);
        QTRY_COMPARE_WITH_TIMEOUT(statusOf(0), QByteArray("404"), ctl::kServePatienceMs);
        // The other one expires.
        QFile tokens(file);
        QVERIFY(tokens.open(QIODevice::ReadOnly));
        auto all = objectOf(tokens.readAll());
        auto list = all["tokens"].toArray();
        for (auto entry : list)
            if (auto token = entry.toObject(); token["name"].toString() == "1") {
                token["expires_at"] = 1;
                entry = token;
            }
        all["tokens"] = list;
        m_folder.write("ending.json", QJsonDocument(all).toJson());
        QTRY_COMPARE_WITH_TIMEOUT(statusOf(1), QByteArray("404"), ctl::kServePatienceMs);
        QCOMPARE(statusOf(2), QByteArray("200"));
        QFile log(audit);
        QVERIFY(log.open(QIODevice::ReadOnly));
        const auto said = log.readAll();
        QCOMPARE(said.count("REVOKED"), 2);
        QVERIFY2(said.contains(paths[0].toUtf8()) && said.contains(paths[1].toUtf8()), said);
    }
};

SANDBENCH_TEST(EndedTokensTest);
#include "tst_ended_tokens.moc"
