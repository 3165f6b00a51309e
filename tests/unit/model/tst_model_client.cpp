// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// A model is asked over a real connection, also of a server that does everything wrong.
#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/model/model_client.h"
#include "tests/support/model_server.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <latch>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>

using namespace sandbench;
using namespace sandbench::model;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

constexpr auto kKey = "sk-very-secret";

ModelServer serverAt(const std::string& url)
{
    return readModelServer(url, "small").value();
}

struct Asked
{
    std::string text;
    Result<AnswerEnd> end = AnswerEnd::Whole;

    std::string problem() const { return end ? "" : end.error().text(); }
};

Asked ask(const ModelHost& host, const std::string& key = {}, std::stop_token stop = {})
{
    Asked asked;
    asked.end = ModelClient(serverAt(host.url()), 10s)
                    .ask(
                        {{"user", "Why?"}}, key,
                        [&asked](std::string_view piece) { asked.text += piece; }, stop);
    return asked;
}

HostileHttpServer::Handler
answers(int status, std::string body, std::string more = "Content-Type: application/json\r\n")
{
    return [=](Conversation& peer) { peer.answer(status, body, more); };
}

} // namespace

class TestModelClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAnswerStreamsAsTheModelWritesIt()
    {
        const ModelHost host;
        const auto asked = ask(host);
        QVERIFY2(asked.end, asked.problem().c_str());
        QVERIFY(*asked.end == AnswerEnd::Whole);
        QCOMPARE(asked.text, ModelHost::answer());
        const auto question = parseJson(host.questions().at(0)).value();
        QCOMPARE(jsonString(question, "model"), std::string("small"));
        QVERIFY(jsonBool(question, "stream"));
        QVERIFY(question["messages"] == Json({{{"role", "user"}, {"content", "Why?"}}}));
        QVERIFY(host.heads().at(0).starts_with("POST /v1/chat/completions HTTP/1.1\r\n"));
        QVERIFY(host.heads().at(0).find("Authorization") == std::string::npos);
    }

    void piecesComeBeforeTheEnd()
    {
        std::latch firstCame(1);
        const ModelHost host([&](Conversation& peer) {
            ModelHost::beginStream(peer);
            ModelHost::sendChunk(peer, ModelHost::event("first"));
            firstCame.wait();
            ModelHost::sendChunk(peer, ModelHost::event(" second") + "data: [DONE]\n\n");
            peer.isGoneWithin(20s); // the client need not wait for the end of the connection
        });
        std::string text;
        const auto end = ModelClient(serverAt(host.url()))
                             .ask(
                                 {{"user", "x"}}, {},
                                 [&](std::string_view piece) {
                                     if (text.empty())
                                         firstCame.count_down();
                                     text += piece;
                                 },
                                 {});
        QVERIFY(end && *end == AnswerEnd::Whole);
        QCOMPARE(text, std::string("first second"));
    }

    void chunksMayCutCharactersInTwo()
    {
        const ModelHost host([](Conversation& peer) {
            ModelHost::beginStream(peer);
            for (const char c : ModelHost::event("a \xf0\x9f\x99\x82") + ModelHost::ending("stop"))
                ModelHost::sendChunk(peer, {&c, 1});
            ModelHost::endStream(peer);
        });
        QCOMPARE(ask(host).text, std::string("a \xf0\x9f\x99\x82"));
    }

    void anAnswerThatDoesNotStreamIsTakenToo()
    {
        const ModelHost host(answers(
            200, R"({"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]})",
            "Content-Type: text/plain\r\n"));
        QCOMPARE(ask(host).text, std::string("x"));
    }

    void whatCameOfAnAnswerThatIsCutOffIsKept()
    {
        const ModelHost host([](Conversation& peer) {
            ModelHost::beginStream(peer);
            ModelHost::sendChunk(peer, ModelHost::event("half"));
            peer.cut();
        });
        const auto asked = ask(host);
        QVERIFY2(asked.end, asked.problem().c_str());
        QVERIFY(*asked.end == AnswerEnd::CutOff);
        QCOMPARE(asked.text, std::string("half"));
    }

    void aRefusalSaysWhatToDo_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](int status, const char* code, const char* words) {
            QTest::addRow("%d", status) << status << QByteArray(code) << QByteArray(words);
        };
        row(400, "invalid_argument", "shorten the text");
        row(401, "permission_denied", "does not accept the key (401): not [key]");
        row(403, "permission_denied", "does not accept the key (403)");
        row(404, "not_found", "ends in /v1, and the model's name");
        row(413, "invalid_argument", "shorten the text");
        row(418, "protocol", "not expected (418)");
        row(429, "resource_exhausted", "try again in 20 s");
        row(302, "protocol", "sends on to 'https://other.example/v1'");
        row(500, "unavailable", "in trouble (500)");
        row(503, "unavailable", "try again later");
    }

    void aRefusalSaysWhatToDo()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, words);
        const ModelHost host(answers(
            status, "{\"error\": {\"message\": \"not " + std::string(kKey) + "\"}}",
            "Retry-After: 20\r\nLocation: https://other.example/v1\r\n"));
        const auto asked = ask(host, kKey);
        QCOMPARE(asked.text, std::string());
        QVERIFY(!asked.end);
        QCOMPARE(QByteArray(errorCodeName(asked.end.error().code()).data()), code);
        QVERIFY2(
            asked.problem().find(words.toStdString()) != std::string::npos,
            asked.problem().c_str());
        QVERIFY2(asked.problem().find(kKey) == std::string::npos, asked.problem().c_str());
    }

    void anythingElseIsATypedError_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const std::string& bytes, const char* code) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(code);
        };
        const std::string ok = "HTTP/1.1 200 OK\r\nConnection: close\r\n";
        row("closes at once", "", "connection_lost");
        row("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "protocol");
        row("a page", ok + "Content-Type: text/html\r\n\r\n<html><p>Welcome", "protocol");
        row("an empty answer", ok + "\r\n", "protocol");
        row("another API", ok + "\r\n{\"models\": []}", "protocol");
        row("an error that has the key", ok + "\r\ndata: {\"error\": \"no " + kKey + "\"}\n\n",
            "unavailable");
    }

    void anythingElseIsATypedError()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, code);
        const ModelHost host([&bytes](Conversation& peer) {
            peer.send(bytes.toStdString());
            peer.cut();
        });
        const auto asked = ask(host, kKey);
        QVERIFY(!asked.end);
        QCOMPARE(QByteArray(errorCodeName(asked.end.error().code()).data()), code);
        QVERIFY2(asked.problem().find(kKey) == std::string::npos, asked.problem().c_str());
        QVERIFY2(asked.problem().find("engine") == std::string::npos, asked.problem().c_str());
    }

    void aServerThatSendsTooMuchIsGivenUp()
    {
        const ModelHost host([](Conversation& peer) {
            ModelHost::beginStream(peer);
            const auto much = ModelHost::event(std::string(64 << 10, 'x'));
            for (std::size_t sent = 0; sent < 100U << 20; sent += much.size())
                if (!ModelHost::sendChunk(peer, much))
                    return;
        });
        const auto asked = ask(host);
        QVERIFY(asked.end.failedAs(ErrorCode::ResourceExhausted));
        QVERIFY(asked.text.size() <= AnswerReader::kMostText);
        QVERIFY(asked.text.size() > AnswerReader::kMostText / 2);
    }

    void aServerThatIsNotThereIsNamed()
    {
        std::string gone;
        {
            const ModelHost host;
            gone = host.url();
        }
        const auto nobody = ModelClient(serverAt(gone)).listModels(kKey, {});
        QVERIFY(nobody.failedAs(ErrorCode::Unavailable));
        QVERIFY(nobody.error().text().find("start the model's server") != std::string::npos);
    }

    void aServerThatDoesNotSpeakTlsIsNamedAndGetsNoKey()
    {
        const UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in name = {};
        name.sin_family = AF_INET;
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof name;
        QVERIFY(::bind(listener.get(), reinterpret_cast<sockaddr*>(&name), size) == 0);
        QVERIFY(::listen(listener.get(), 1) == 0);
        QVERIFY(::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&name), &size) == 0);
        std::string seen(9000, '\0');
        std::jthread plain([&] {
            const UniqueFd peer(::accept(listener.get(), nullptr, nullptr));
            const auto got = ::recv(peer.get(), seen.data(), seen.size(), 0);
            seen.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
            constexpr std::string_view kAnswer = "HTTP/1.1 400 Bad Request\r\n\r\n";
            (void)::send(peer.get(), kAnswer.data(), kAnswer.size(), MSG_NOSIGNAL);
        });
        const auto url = "https://127.0.0.1:" + std::to_string(ntohs(name.sin_port)) + "/v1";
        const auto models = ModelClient(serverAt(url)).listModels(kKey, {});
        plain.join();
        QVERIFY(models.failedAs(ErrorCode::Protocol));
        QVERIFY(models.error().text().find("does not speak TLS") != std::string::npos);
        QVERIFY(models.error().text().find("engine") == std::string::npos);
        QVERIFY(!seen.empty() && seen.find(kKey) == std::string::npos);
    }

    void onlyAServerWhoseCertificateIsTrustedIsAsked()
    {
        QTemporaryDir folder;
        const auto key = folder.filePath("key.pem"), certificate = folder.filePath("cert.pem");
        QProcess openssl;
        openssl.start(
            "openssl",
            {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
             "-keyout", key, "-out", certificate});
        QVERIFY(openssl.waitForFinished(60'000) && openssl.exitCode() == 0);
        QVERIFY(QDir(folder.path()).mkdir("v1"));
        QFile list(folder.filePath("v1/models"));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("HTTP/1.0 200 OK\r\n\r\n{\"data\": [{\"id\": \"large\"}]}");
        list.close();
        openssl.setWorkingDirectory(folder.path());
        openssl.start(
            "openssl",
            {"s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-HTTP"});
        QByteArray said;
        const auto address = [&] {
            said += openssl.readAll();
            const auto at = said.indexOf("127.0.0.1:");
            const auto end = said.lastIndexOf('\n');
            return at < 0 || end < at ? QByteArray() : said.mid(at, end - at);
        };
        QTRY_VERIFY_WITH_TIMEOUT(!address().isEmpty(), 30'000);
        auto server = serverAt("https://" + address().toStdString() + "/v1");
        const auto refused = ModelClient(server).listModels(kKey, {});
        QVERIFY(refused.failedAs(ErrorCode::Unavailable));
        QVERIFY(refused.error().text().find("could not prove who it is") != std::string::npos);
        QVERIFY(
            refused.error().text().find("trusts the server's certificate") != std::string::npos);
        server.endpoint.tls.ca = certificate.toStdString();
        const auto models = ModelClient(server).listModels(kKey, {});
        QVERIFY2(models, models ? "" : models.error().text().c_str());
        QVERIFY(*models == std::vector<std::string>({"large"}));
        openssl.kill();
        openssl.waitForFinished();
    }

    void aStopIsObeyedWhateverTheServerDoes_data()
    {
        QTest::addColumn<bool>("isStreaming");
        QTest::newRow("it hangs") << false;
        QTest::newRow("it hangs in the middle") << true;
    }

    void aStopIsObeyedWhateverTheServerDoes()
    {
        QFETCH(bool, isStreaming);
        std::stop_source source;
        std::latch isAsked(1);
        const ModelHost host([&](Conversation& peer) {
            if (isStreaming) {
                ModelHost::beginStream(peer);
                ModelHost::sendChunk(peer, ModelHost::event("x"));
            }
            isAsked.count_down();
            peer.isGoneWithin(20s);
        });
        std::chrono::steady_clock::time_point stopped;
        const std::jthread stopper([&] {
            isAsked.wait();
            stopped = std::chrono::steady_clock::now();
            source.request_stop();
        });
        const auto asked = ask(host, {}, source.get_token());
        const auto took = std::chrono::steady_clock::now() - stopped;
        QVERIFY(asked.end.failedAs(ErrorCode::Cancelled));
        QVERIFY2(took < 10s, "the server would have said nothing for 20 s");
    }

    void silenceEndsAQuestionAtLast()
    {
        const ModelHost host([](Conversation& peer) { peer.isGoneWithin(20s); });
        const auto end = ModelClient(serverAt(host.url()), 50ms)
                             .ask({{"user", "x"}}, {}, [](std::string_view) {}, {});
        QVERIFY(end.failedAs(ErrorCode::Timeout));
        QVERIFY(end.error().text().find("said nothing") != std::string::npos);
    }

    void aKeyGoesToTheServerAndNowhereElse()
    {
        ModelHost host;
        host.setKey(kKey);
        QVERIFY(ask(host).end.failedAs(ErrorCode::PermissionDenied));
        QVERIFY(ask(host).problem().find("wants a key") != std::string::npos);
        QVERIFY(ask(host, kKey).end);
        for (const char* odd : {"two words", "line\nbreak", "caf\xc3\xa9"}) {
            const auto asked = ask(host, odd);
            QVERIFY(asked.end.failedAs(ErrorCode::InvalidArgument));
            QVERIFY(asked.problem().find(odd) == std::string::npos);
        }
        QVERIFY(host.questions().at(0).find(kKey) == std::string::npos);
    }

    void theModelsOfAServerAreListed()
    {
        const ModelHost host;
        const auto models = ModelClient(serverAt(host.url())).listModels({}, {});
        QVERIFY2(models, models ? "" : models.error().text().c_str());
        QVERIFY(*models == std::vector<std::string>({"large", "small"}));
    }
};

SANDBENCH_TEST(TestModelClient);

#include "tst_model_client.moc"
