// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/mcp_sdk.h"
#include "tests/integration/servers/serving.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace {

/// A request of @p method with @p params; of the stateless version where that is wanted.
QByteArray request(const QString& method, QJsonObject params = {}, bool isStateless = false)
{
    if (isStateless)
        params["_meta"] = QJsonObject{
            {"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
            {"io.modelcontextprotocol/clientCapabilities", QJsonObject()}};
    const QJsonObject message
        = {{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}};
    return QJsonDocument(message).toJson(QJsonDocument::Compact);
}

struct Reply
{
    int status = 0;
    QByteArray type;
    QByteArray body;

    QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
    int code() const { return json()["error"].toObject()["code"].toInt(); }
};

} // namespace

class TestMcpHttp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        REQUIRE_LOCAL_ENGINE();
        m_server = std::make_unique<ctl::Server>();
        QVERIFY(m_server->port() != 0);
    }
    void cleanupTestCase() { m_server.reset(); }

    void servesTheOfficialClients_data() { mcpsdk::addEras(); }

    void servesTheOfficialClients()
    {
        REQUIRE_MCP_SDK();
        QFETCH(QString, era);
        QCOMPARE(mcpsdk::problemsOf(era, m_server->url("/mcp")), QString());
    }

    void answersWithTheStatusesOfTheProtocol_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QStringList>("headers");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        const auto stateless = [](const char* method) { return request(method, {}, true); };
        const auto headers = [](const char* version, const char* method) {
            return QStringList{
                QString("MCP-Protocol-Version: %1").arg(version),
                QString("Mcp-Method: %1").arg(method)};
        };
        QTest::newRow("no JSON") << QByteArray("{") << QStringList() << 400 << -32700;
        QTest::newRow("no message") << QByteArray("[]") << QStringList() << 400 << -32600;
        QTest::newRow("good") << stateless("server/discover")
                              << headers("2026-07-28", "server/discover") << 200 << 0;
        QTest::newRow("other method")
            << stateless("server/discover") << headers("2026-07-28", "tools/list") << 400 << -32020;
        QTest::newRow("other version") << stateless("server/discover")
                                       << headers("2025-11-25", "server/discover") << 400 << -32020;
        QTest::newRow("unknown version")
            << stateless("server/discover") << headers("2031-01-01", "server/discover") << 400
            << -32022;
        QTest::newRow("unknown method")
            << stateless("nothing") << headers("2026-07-28", "nothing") << 404 << -32601;
        QTest::newRow("old client") << request("tools/list") << QStringList() << 200 << 0;
        QTest::newRow("notification")
            << QByteArray("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
            << QStringList() << 202 << 0;
    }

    void answersWithTheStatusesOfTheProtocol()
    {
        QFETCH(QByteArray, body);
        QFETCH(QStringList, headers);
        QFETCH(int, status);
        QFETCH(int, code);
        const auto reply = post(body, headers);
        QCOMPARE(reply.status, status);
        QCOMPARE(reply.code(), code);
    }

    void answersACallAsJsonOrAsAStream()
    {
        const auto body = request(
            "tools/call",
            {{"name", "run_code"}, {"arguments", QJsonObject{{"code", "print(42)"}}}});
        const QString version = "MCP-Protocol-Version: 2025-11-25";
        const auto plain = post(body, {version, "Accept: application/json"});
        QCOMPARE(plain.type, QByteArray("application/json"));
        const auto result = plain.json()["result"].toObject();
        const auto printed = result["structuredContent"].toObject()["stdout"].toString();
        QVERIFY2(printed.contains("] ---\n42\n--- end of stdout ["), qPrintable(printed));
        const auto stream = post(body, {version, "Accept: application/json, text/event-stream"});
        QCOMPARE(stream.type, QByteArray("text/event-stream"));
        QVERIFY2(stream.body.startsWith("event: message\ndata: {"), stream.body.constData());
        QVERIFY(stream.body.endsWith("}\n\n"));
    }

    void letsNoForeignPageIn()
    {
        const auto reply = post(request("tools/list"), {"Origin: http://evil.example"});
        QCOMPARE(reply.status, 403);
    }

    void opensNoStreamForItself() { QCOMPARE(ask({m_server->url("/mcp")}).status, 405); }

    void saysWhatItIsInItsCard()
    {
        const auto card = ask({m_server->url("/.well-known/mcp/server-card.json")});
        QCOMPARE(card.status, 200);
        const auto remote = card.json()["remotes"].toArray().first().toObject();
        QCOMPARE(remote["url"].toString(), m_server->url("/mcp"));
    }

private:
    Reply ask(const QStringList& arguments)
    {
        QProcess curl;
        curl.start("curl", QStringList{"-s", "-w", "\n%{http_code} %{content_type}"} + arguments);
        if (!curl.waitForFinished(60'000))
            return {};
        auto out = curl.readAllStandardOutput();
        const auto last = out.lastIndexOf('\n');
        const auto words = out.mid(last + 1).split(' ');
        out.truncate(last);
        return {words.value(0).toInt(), words.value(1), out};
    }
    Reply post(const QByteArray& body, const QStringList& headers)
    {
        QStringList arguments
            = {"--data-binary", QString::fromUtf8(body), "-H", "Content-Type: application/json"};
        for (const auto& header : headers)
            arguments << "-H" << header;
        return ask(arguments << m_server->url("/mcp"));
    }

    std::unique_ptr<ctl::Server> m_server;
};

SANDBENCH_TEST(TestMcpHttp);
#include "tst_mcp_http.moc"
