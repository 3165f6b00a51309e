// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/docker_api.h"
#include "tests/support/hostile_http_server.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>

using namespace sandbench;
using namespace sandbench::docker;
using namespace sandbench::test;

namespace {

using Handler = HostileHttpServer::Handler;

Connection connectionTo(const HostileHttpServer& server)
{
    return {"docker", "default", server.endpoint(), "test"};
}

Result<std::shared_ptr<DockerApi>> connectTo(const HostileHttpServer& server)
{
    return DockerApi::connect(connectionTo(server), {});
}

std::string message(const std::string& text)
{
    return "{\"message\":\"" + text + "\"}";
}

net::HttpResponse answer(int status, const std::string& body)
{
    net::HttpResponse response;
    response.status = status;
    response.body = body;
    return response;
}

} // namespace

class DockerApiTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void versionsAreReadOrRefused()
    {
        QVERIFY((*parseApiVersion("1.41") == ApiVersion{1, 41}));
        QVERIFY((ApiVersion{1, 9} < ApiVersion{1, 41}));
        QVERIFY((ApiVersion{2, 0} > ApiVersion{1, 99}));
        for (const auto* text :
             {"", "1", "1.", ".1", "1.4x", "-1.41", "1.-41", "v1.41", "1.41.0", "1.99999999999999",
              " 1.41"})
            QVERIFY2(!parseApiVersion(text), text);
    }

    void theNewestVersionThatBothSpeakIsChosen_data()
    {
        QTest::addColumn<QString>("oldest");
        QTest::addColumn<QString>("newest");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char* oldest, const char* newest, const char* wanted) {
            QTest::addRow("%s to %s", oldest, newest) << oldest << newest << wanted;
        };
        row("1.12", "1.41", "1.41");
        row("1.24", "1.47", "1.47");
        row("1.44", "1.52", "1.52");
        row("1.44", "1.60", "1.52");
        row("1.52", "2.0", "1.52");
        row("1.12", "1.40", "the engine is too old");
        row("1.53", "1.60", "Sandbench is too old");
        row("2.0", "2.1", "Sandbench is too old");
    }

    void theNewestVersionThatBothSpeakIsChosen()
    {
        QFETCH(QString, oldest);
        QFETCH(QString, newest);
        QFETCH(QString, wanted);
        const HostileHttpServer server(afterHello(
            [](Conversation& peer) { peer.answer(200, "[]"); }, newest.toStdString(),
            oldest.toStdString()));
        const auto api = connectTo(server);
        if (api) {
            QCOMPARE(QString::fromStdString((*api)->version().text()), wanted);
            QCOMPARE((*api)->serverName(), "Docker 99.1, API " + wanted.toStdString());
            QVERIFY((*api)->get("/containers/json", {{"all", "1"}}, {}));
            QCOMPARE(
                QString::fromStdString(server.requests().back()),
                "GET /v" + wanted + "/containers/json?all=1 HTTP/1.1");
        } else {
            QCOMPARE(api.error().code(), ErrorCode::Unsupported);
            const auto text = QString::fromStdString(api.error().text());
            QVERIFY2(text.contains(wanted) && text.contains("update"), qPrintable(text));
        }
    }

    void podmanIsKnownByItsHeadersAlone()
    {
        const HostileHttpServer server([](Conversation& peer) {
            if (peer.path() == "/_ping")
                peer.answer(200, "OK", "Api-Version: 1.41\r\nLibpod-Api-Version: 4.3.1\r\n");
            else
                peer.answer(200, "pulled");
        });
        const auto api = connectTo(server);
        QVERIFY(api);
        QCOMPARE((*api)->dialect(), Dialect::Podman);
        QCOMPARE((*api)->serverName(), std::string("Podman 4.3.1, API 1.41"));
        std::string body;
        const auto streamed = (*api)->streamLibpod(
            {}, "/libpod/images/pull", {{"reference", "a/b:c"}},
            [&](std::string_view bytes) {
                body += bytes;
                return Result<void>();
            },
            {});
        QVERIFY(streamed);
        QCOMPARE(body, std::string("pulled"));
        QCOMPARE(
            server.requests().back(),
            std::string("GET /v4.3.1/libpod/images/pull?reference=a/b%3Ac HTTP/1.1"));
        QCOMPARE(server.requests().size(), std::size_t{2});
    }

    void podmanIsKnownByItsComponents()
    {
        const HostileHttpServer server([](Conversation& peer) {
            if (peer.path() == "/_ping")
                peer.answer(200, "OK", "Api-Version: 1.41\r\n");
            else
                peer.answer(
                    200, "{\"Version\":\"5.0\",\"Components\":[7,{\"Name\":\"Podman Engine\"}]}");
        });
        const auto api = connectTo(server);
        QVERIFY(api);
        QCOMPARE((*api)->dialect(), Dialect::Podman);
    }

    void dockerHasNoLibpod()
    {
        const HostileHttpServer server(
            afterHello([](Conversation& peer) { peer.answer(200, ""); }));
        const auto api = connectTo(server);
        QVERIFY(api);
        QCOMPARE((*api)->dialect(), Dialect::Docker);
        const auto refused = (*api)->streamLibpod({}, "/libpod/info", {}, {}, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::Unsupported);
    }

    void whatIsNoEngineIsSaidToBeNone_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("ping");
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, const char* head, int status, const std::string& ping,
                            const char* version, const char* code, const char* words) {
            QTest::newRow(name) << QByteArray(head) << QByteArray::fromStdString(ping)
                                << QByteArray(version) << status << QByteArray(code)
                                << QByteArray(words);
        };
        const char* api = "Api-Version: 1.41\r\n";
        row("a web server", "", 200, "<html>", "", "protocol", "neither Docker nor Podman");
        row("one without /_ping", "", 404, "404 page not found", "", "protocol", "neither Docker");
        row("one that redirects", "Location: /login\r\n", 302, "", "", "protocol",
            "neither Docker");
        row("a broken engine", api, 500, message("no disk"), "", "io", "no disk");
        row("a TLS port", "", 400, "Client sent an HTTP request to an HTTPS server.\n", "",
            "invalid_argument", "wants TLS");
        row("one with a login", "", 401, "", "", "permission_denied", "status 401");
        row("a version of nonsense", "Api-Version: latest\r\n", 200, "OK", "{}", "protocol",
            "no version");
        row("no JSON", api, 200, "OK", "<html>", "protocol", "neither Docker");
        row("JSON of another kind", api, 200, "OK", "{\"MinAPIVersion\":\"x\"}", "protocol",
            "no version");
        row("very deep JSON", api, 200, "OK", QByteArray(5000, '[').constData(), "protocol",
            "neither Docker");
    }

    void whatIsNoEngineIsSaidToBeNone()
    {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, ping);
        QFETCH(QByteArray, version);
        QFETCH(int, status);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, words);
        const HostileHttpServer server([&](Conversation& peer) {
            if (peer.path() == "/_ping")
                peer.answer(status, ping.toStdString(), head.toStdString());
            else
                peer.answer(200, version.toStdString());
        });
        const auto api = connectTo(server);
        QVERIFY(!api);
        const auto text = QByteArray::fromStdString(api.error().text());
        QVERIFY2(text.contains(words), text.constData());
        QCOMPARE(QByteArray(errorCodeName(api.error().code()).data()), code);
    }

    void aRefusalKeepsTheServersWords_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, int status, const std::string& body, const char* code,
                            const QByteArray& text) {
            QTest::newRow(name) << status << QByteArray::fromStdString(body) << QByteArray(code)
                                << text;
        };
        row("bad parameter", 400, message("bad"), "invalid_argument", "the engine says: bad");
        row("no login", 401, message("who?"), "permission_denied", "the engine says: who?");
        row("forbidden", 403, message("no"), "permission_denied", "the engine says: no");
        row("missing", 404, message("No such image: x"), "not_found",
            "the engine says: No such image: x");
        row("conflict", 409, message("in use"), "already_exists", "the engine says: in use");
        row("already so", 304, "", "already_exists",
            "tcp://lab:2375 refused with status 304 and gave no reason; check that the engine "
            "itself "
            "answers there, and look into its log");
        row("full", 507, message("x"), "resource_exhausted",
            "the engine says: x; free some with 'sandbenchctl images prune'");
        row("full in words", 500, message("write: no space left on device"), "resource_exhausted",
            "the engine says: write: no space left on device; free some with 'sandbenchctl images "
            "prune'");
        row("full, at the end of many words", 500,
            message(std::string(3000, 'w') + " no space left"), "resource_exhausted",
            "the engine says: " + QByteArray(150, 'w') + " … " + QByteArray(286, 'w')
                + " no space left; free some with 'sandbenchctl images prune'");
        row("podman", 500, "{\"cause\":\"c\",\"message\":\"whole\",\"response\":500}", "io",
            "the engine says: whole");
        row("gone while podman looked", 500,
            message("container 1f does not exist in database: no such container"), "not_found",
            "the engine says: container 1f does not exist in database: no such container");
        row("a lock that podman gave twice", 409,
            message("container 1f and volume v share lock ID 11: deadlock due to lock mismatch"),
            "unavailable",
            "the engine says: container 1f and volume v share lock ID 11: deadlock due to lock "
            "mismatch; stop its containers and its service, then run 'podman system renumber'");
        row("taken while podman looked", 500, message("name is already in use"), "already_exists",
            "the engine says: name is already in use");
        row("only a cause", 500, "{\"cause\":\"why\"}", "io", "the engine says: why");
        row("plain text", 500, "it broke\n", "io", "the engine says: it broke");
        row("a page", 502, "<html><h1>Bad gateway</h1></html>", "io",
            "tcp://lab:2375 refused with status 502 and gave no reason; check that the engine "
            "itself "
            "answers there, and look into its log");
        row("JSON of another kind", 500, "[1,2]", "io",
            "tcp://lab:2375 refused with status 500 and gave no reason; check that the engine "
            "itself "
            "answers there, and look into its log");
        row("a message of another kind", 500, "{\"message\":{\"a\":1}}", "io",
            "tcp://lab:2375 refused with status 500 and gave no reason; check that the engine "
            "itself "
            "answers there, and look into its log");
        row("lines and escapes", 500, "{\"message\":\"a\\r\\n\\u001b[31mb\\u0000c  d\"}", "io",
            "the engine says: a [31mb c d");
        row("no UTF-8", 500,
            "a\xff"
            "b",
            "io",
            "the engine says: a\xef\xbf\xbd"
            "b");
    }

    void aRefusalKeepsTheServersWords()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, text);
        const auto error
            = errorOf(answer(status, body.toStdString()), *net::parseEndpoint("tcp://lab:2375"));
        QCOMPARE(QByteArray::fromStdString(error.text()), text);
        QCOMPARE(QByteArray(errorCodeName(error.code()).data()), code);
    }

    void aRefusalOfAnyLengthStaysAShortLine()
    {
        const auto body = message(std::string(900'000, 'x'));
        const auto lab = *net::parseEndpoint("tcp://lab:2375");
        QVERIFY(errorOf(answer(500, body), lab).text().size() < 600);
        QVERIFY(errorOf(answer(500, std::string(2'000'000, 'y')), lab).text().size() < 600);
    }

    void everyKindOfCallTurnsARefusalIntoAnError()
    {
        const HostileHttpServer server(
            afterHello([](Conversation& peer) { peer.answer(404, message("nope")); }));
        const auto connected = connectTo(server);
        QVERIFY(connected);
        const auto& api = **connected;
        const auto nothing = [](std::string_view) { return Result<void>(); };
        QCOMPARE(api.get("/a", {}, {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(api.post("/a", {}, Json::object(), {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(api.remove("/a", {}, {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(api.send({}, "/a", {}, {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(api.stream({}, "/a", {}, nothing, {}).error().code(), ErrorCode::NotFound);
        QCOMPARE(api.upgrade("/a", {}, {}, {}).error().code(), ErrorCode::NotFound);
    }

    void anAnswerThatIsNotJsonIsAnError()
    {
        const HostileHttpServer server(
            afterHello([](Conversation& peer) { peer.answer(200, "{\"cut\":"); }));
        const auto api = connectTo(server);
        QVERIFY(api);
        QCOMPARE((*api)->get("/a", {}, {}).error().code(), ErrorCode::Protocol);
    }

    void anEmptyAnswerIsNull()
    {
        const HostileHttpServer server(
            afterHello([](Conversation& peer) { peer.answer(204, ""); }));
        const auto api = connectTo(server);
        QVERIFY(api);
        const auto json = (*api)->post("/a", {}, {}, {});
        QVERIFY(json && json->is_null());
    }

    void anAnswerWithoutAStreamIsNoStream()
    {
        const HostileHttpServer server(
            afterHello([](Conversation& peer) { peer.answer(200, "{}"); }));
        const auto api = connectTo(server);
        QVERIFY(api);
        const auto stream = (*api)->upgrade("/attach", {}, {}, {});
        QVERIFY(!stream);
        QCOMPARE(stream.error().code(), ErrorCode::Protocol);
    }

    /// The engine is replaced while we use it.
    void aRefusedVersionIsAgreedOnAgain_data()
    {
        QTest::addColumn<QString>("oldest");
        QTest::addColumn<QString>("newest");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("an older engine") << "1.24"
                                         << "1.41"
                                         << "1.41";
        QTest::newRow("a newer engine") << "1.50"
                                        << "1.51"
                                        << "1.51";
        QTest::newRow("one that is too old") << "1.24"
                                             << "1.30"
                                             << "";
        QTest::newRow("one that is too new") << "1.60"
                                             << "1.61"
                                             << "";
    }

    void aRefusedVersionIsAgreedOnAgain()
    {
        QFETCH(QString, oldest);
        QFETCH(QString, newest);
        QFETCH(QString, wanted);
        std::atomic<bool> isReplaced = false;
        const auto serve = [](Conversation& peer) { peer.answer(200, "[1]"); };
        const auto before = afterHello(serve, "1.47");
        const auto after = afterHello(
            [&](Conversation& peer) {
                if (!wanted.isEmpty() && peer.path().starts_with("/v" + wanted.toStdString() + "/"))
                    serve(peer);
                else
                    peer.answer(
                        400,
                        message("client version 1.47 is too new. Maximum supported API version is "
                                "1.41"));
            },
            newest.toStdString(), oldest.toStdString());
        const HostileHttpServer server(
            [&](Conversation& peer) { isReplaced ? after(peer) : before(peer); });
        const auto connected = connectTo(server);
        QVERIFY(connected);
        const auto& api = **connected;
        QVERIFY(api.get("/a", {}, {}));
        isReplaced = true;
        const auto again = api.get("/a", {}, {});
        if (wanted.isEmpty()) {
            QVERIFY(!again);
            QCOMPARE(again.error().code(), ErrorCode::Unsupported);
            return;
        }
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(QString::fromStdString(api.version().text()), wanted);
        const auto asked = server.requests().size();
        QVERIFY(api.get("/a", {}, {}));
        QCOMPARE(server.requests().size(), asked + 1);
    }

    void aSourceIsNotSentTwice()
    {
        const HostileHttpServer server(afterHello([&](Conversation& peer) {
            static std::atomic<int> asked = 0;
            if (asked++ == 0)
                peer.answer(400, message("client version 1.41 is too new."));
            else
                peer.answer(200, "");
        }));
        const auto api = connectTo(server);
        QVERIFY(api);
        net::HttpRequest request;
        request.method = "PUT";
        int ends = 0;
        request.source = [&](std::span<char>) -> Result<std::size_t> {
            ++ends;
            return std::size_t{0};
        };
        QVERIFY(!(*api)->send(request, "/archive", {}, {}));
        QCOMPARE(ends, 1);
    }

    void aServerThatRefusesEveryVersionIsAskedOnlyOnce()
    {
        const HostileHttpServer server(afterHello([](Conversation& peer) {
            peer.answer(400, message("client version 1.41 is too old."));
        }));
        const auto api = connectTo(server);
        QVERIFY(api);
        QVERIFY(!(*api)->get("/a", {}, {}));
        QVERIFY(server.requests().size() <= 6);
    }
};

SANDBENCH_TEST(DockerApiTest);
#include "tst_docker_api.moc"
