// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/serving.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <map>
#include <memory>

using ctl::Server;

/// Whose the images are that callers' sandboxes become.
class TenantImagesTest : public QObject
{
    Q_OBJECT

    ctl::Folder m_folder;
    QString m_engine, m_tag;
    std::map<QString, QString> m_tokens;
    std::unique_ptr<Server> m_server;

    static QString textOf(const QJsonObject& body)
    {
        return QString::fromUtf8(QJsonDocument(body).toJson());
    }
    ctl::Reply
    ask(const QString& who, const QString& method, const QString& path, const QString& body = {})
    {
        return ctl::ask(method, m_server->url(path), m_tokens.at(who), body);
    }
    bool isListed(const QString& who)
    {
        for (const auto& image : ask(who, "GET", "/images").json()["images"].toArray())
            for (const auto& tag : image.toObject()["tags"].toArray())
                if (tag.toString().endsWith(m_tag))
                    return true;
        return false;
    }
    ctl::Reply runIn(const QString& who, const QString& image)
    {
        return ask(
            who, "POST", "/execute",
            textOf(
                {{"lang", "python"},
                 {"code", "print(open('kept').read())"},
                 {"image", image},
                 {"pull", "never"}}));
    }

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("engine");
        for (const char* engine : {"docker", "podman"})
            QTest::newRow(engine) << engine;
    }
    void initTestCase() { qputenv("XDG_STATE_HOME", m_folder.path("state").toUtf8()); }
    void init()
    {
        QFETCH_GLOBAL(QString, engine);
        m_engine = engine;
        REQUIRE_REFEREE(engine);
        const auto file = m_folder.path(engine + "-tokens.json");
        for (const auto& [name, scopes] : std::map<QString, QString>{
                 {"ada", "read,run,images"},
                 {"bob", "read,run,images"},
                 {"eve", "read,run"},
                 {"root", "read,run,images,admin"}})
            m_tokens[name]
                = ctl::run({"token", "create", name, "--scopes", scopes, "--tokens", file})
                      .out.trimmed();
        m_server = std::make_unique<Server>(QStringList{
            "--engine", engine, "--connection", ctl::addressOf(engine), "--tokens", file, "--grace",
            "0"});
        m_tag = QString::fromStdString(images::uniqueName("tenant")) + ":1";
    }
    void cleanup()
    {
        m_server.reset();
        if (!m_tag.isEmpty())
            ctl::ask(m_engine, {"rmi", "--force", m_tag});
        m_tokens.clear();
    }

    void areTheirsAlone()
    {
        const auto image = QString::fromStdString(sandbench::test::testImage());
        const auto opened = ask(
            "ada", "POST", "/sessions",
            textOf({{"lang", "python"}, {"image", image}, {"commit", m_tag}}));
        const auto id = opened.json()["session_id"].toString();
        QVERIFY2(!id.isEmpty(), opened.text);
        const auto wrote = ask(
            "ada", "POST", "/sessions/" + id + "/execute",
            textOf({{"code", "open('kept', 'w').write('a secret')"}}));
        QCOMPARE(wrote.status, QByteArray("200"));
        const auto closed = ask("ada", "DELETE", "/sessions/" + id);
        QVERIFY2(closed.status == "200", closed.text);

        for (const char* who : {"ada", "root"}) {
            QVERIFY2(isListed(who), who);
            const auto ran = runIn(who, m_tag);
            QVERIFY2(ran.json()["stdout"].toString() == "a secret\n", ran.text);
            QCOMPARE(ask(who, "GET", "/images/inspect?image=" + m_tag).status, QByteArray("200"));
        }
        const auto sha
            = ask("ada", "GET", "/images/inspect?image=" + m_tag).json()["id"].toString();
        for (const char* who : {"bob", "eve"}) {
            QVERIFY2(!isListed(who), who);
            for (const auto& name : {m_tag, sha, sha.section(':', 1).left(12)}) {
                const auto none = runIn(who, "no-such-image:1"), ran = runIn(who, name);
                QVERIFY2(!ran.text.contains("a secret"), ran.text);
                QCOMPARE(ran.status, none.status);
                QCOMPARE(
                    ran.json()["detail"].toString().replace(name, "no-such-image:1"),
                    none.json()["detail"].toString());
                QCOMPARE(
                    ask(who, "GET", "/images/inspect?image=" + name).status, QByteArray("404"));
            }
        }
        QCOMPARE(ask("bob", "DELETE", "/images?image=" + m_tag).status, QByteArray("404"));
        // What is nobody's is everybody's.
        QCOMPARE(ask("eve", "GET", "/images/inspect?image=" + image).status, QByteArray("200"));
        QCOMPARE(ask("ada", "DELETE", "/images?image=" + m_tag).status, QByteArray("204"));
    }
};

SANDBENCH_TEST(TenantImagesTest);
#include "tst_tenant_images.moc"
