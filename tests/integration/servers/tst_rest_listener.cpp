// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/raw_requests.h"
#include "tests/integration/servers/serving.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using ctl::curl;

namespace {

QString url(RestServer& server, const char* path, const char* scheme = "http")
{
    return QString("%1://127.0.0.1:%2%3").arg(scheme).arg(server.port()).arg(path);
}

} // namespace

class RestListenerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void curlGetsAnswersAndKeepsItsConnection()
    {
        RestServer server;
        QCOMPARE(curl({url(server, "/hello"), url(server, "/hello")}), QByteArray("hellohello"));
        QCOMPARE(server.listener().counters().accepted, std::uint64_t(1));
        // curl has an answer before it is counted.
        QTRY_COMPARE(server.listener().counters().answered, std::uint64_t(2));
        QVERIFY(curl({"-I", url(server, "/hello")}).contains("content-length: 5\r\n"));
        QVERIFY(curl({"--http1.0", url(server, "/hello")}) == "hello");
        QVERIFY(curl({url(server, "/nothing")}).contains("\"not_found\""));
    }

    void curlSendsBodiesOfEachKind()
    {
        RestServer server;
        QTemporaryDir folder;
        QFile file(folder.filePath("big"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(3'000'000, 'x'));
        file.close();
        QCOMPARE(curl({"-d", "abc", url(server, "/echo")}), QByteArray("abc"));
        QCOMPARE(
            curl({"-H", "Transfer-Encoding: chunked", "-d", "abc", url(server, "/echo")}),
            QByteArray("abc"));
        // Larger than what curl sends before it has asked: Expect: 100-continue.
        QCOMPARE(
            curl({"-F", "a=1", "-F", "f=@" + file.fileName(), url(server, "/form")}),
            QByteArray("a/=1;f/big=3000000;"));
        const auto refused
            = curl({"-w", "%{http_code}", "-T", file.fileName(), url(server, "/echo")});
        QVERIFY2(refused.contains("resource_exhausted") && refused.endsWith("413"), refused);
        QVERIFY(curl({"-d", "a=1", "-H", "Content-Type: multipart/form-data", url(server, "/form")})
                    .contains("boundary"));
    }

    void curlSpeaksTls()
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
        rest::ListenerOptions options;
        options.certificateFile = certificate.toStdString();
        options.keyFile = key.toStdString();
        options.headPatience = 300ms;
        RestServer server(std::move(options));
        QCOMPARE(
            curl(
                {"--cacert", certificate, url(server, "/hello", "https"),
                 url(server, "/hello", "https")}),
            QByteArray("hellohello"));
        QCOMPARE(
            curl(
                {"--cacert", certificate, "-F", "f=@" + certificate,
                 url(server, "/form", "https")}),
            QByteArray("f/cert.pem=" + QByteArray::number(QFileInfo(certificate).size()) + ";"));
        QCOMPARE(curl({"--cacert", certificate, url(server, "/big", "https")}).size(), 4 << 20);
        // Who says nothing, or no TLS, is let go and keeps nobody waiting.
        RawClient silent(server.port()), plain(server.port());
        QVERIFY(plain.send(get("/hello")));
        QVERIFY(!QByteArray::fromStdString(plain.receiveAll()).contains("(no end)"));
        QCOMPARE(silent.receiveAll(), std::string());
    }

    void foreignCertificatesAndAddressesAreRefused()
    {
        const auto codeOf = [](rest::ListenerOptions options) {
            const auto opened = rest::Listener::open(std::move(options), {});
            return opened ? ErrorCode::Internal : opened.error().code();
        };
        QCOMPARE(codeOf({.address = "localhost"}), ErrorCode::InvalidArgument);
        QCOMPARE(codeOf({.address = "192.0.2.1"}), ErrorCode::NotFound);
        QCOMPARE(codeOf({.certificateFile = "/dev/null"}), ErrorCode::InvalidArgument);
        QCOMPARE(
            codeOf({.certificateFile = "/dev/null", .keyFile = "/dev/null"}),
            ErrorCode::InvalidArgument);
        RestServer server;
        QCOMPARE(codeOf({.port = server.port()}), ErrorCode::AlreadyExists);
        QVERIFY(server.listener().isLocal());
    }

    void requestsInOnePieceAreAnsweredInOrder()
    {
        RestServer server;
        RawClient client(server.port());
        QVERIFY(client.send(
            "\r\n" + get("/hello")
            + "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + get("/none")
            + last("/hello")));
        const auto all = client.receiveAll();
        QCOMPARE(count(all, "HTTP/1.1 "), std::size_t(4));
        QVERIFY(all.find("hello") < all.find("abc") && all.find("abc") < all.find("not_found"));
        QVERIFY(all.ends_with("hello"));
    }

    void oneByteAtATimeIsFine()
    {
        RestServer server;
        RawClient client(server.port());
        for (const char c : std::string("POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                                        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"))
            QVERIFY(client.send({&c, 1}));
        QVERIFY(client.receiveAll().ends_with("abc"));
    }

    void anUnreadBodyIsNotTheNextRequest()
    {
        RestServer server;
        RawClient whole(server.port()), half(server.port());
        const std::string inner = get("/hello");
        const auto head = "POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: ";
        // All of it has come: it is skipped.
        QVERIFY(
            whole.send(head + std::to_string(inner.size()) + "\r\n\r\n" + inner + last("/hello")));
        QCOMPARE(count(whole.receiveAll(), "HTTP/1.1 "), std::size_t(2));
        // Nobody knows whether the rest comes: the connection ends.
        QVERIFY(half.send(head + std::to_string(inner.size() + 9) + "\r\n\r\n" + inner));
        const auto all = half.receiveAll();
        QCOMPARE(count(all, "HTTP/1.1 "), std::size_t(1));
        QVERIFY(all.find("connection: close") != std::string::npos);
    }

    void brokenRequestsGetAProblemAndTheEnd()
    {
        RestServer server;
        for (const std::string request :
             {"nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
              "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: "
              "chunked\r\n\r\n0\r\n\r\n",
              "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
              // Of these no head ever ends: they are told so all the same.
              "\x16\x03\x01\x02", "nonsense\r\n", "GET / HTTP/1.1\nHost: a\n\n"}) {
            RawClient client(server.port());
            QVERIFY(client.send(request));
            const auto all = client.receiveAll();
            QVERIFY2(statusOf(all) == 400 && count(all, "HTTP/1.1 ") == 1, all.c_str());
            QVERIFY(all.find("\"code\":\"protocol\"") != std::string::npos);
        }
        RawClient client(server.port());
        QVERIFY(client.send("GET / HTTP/1.1\r\nX: " + std::string(60000, 'x')));
        QCOMPARE(statusOf(client.receiveAll()), 431);
        // The fourth one was a call: its body was wrong.
        QCOMPARE(server.refusals(), (std::vector<int>{400, 400, 400, 400, 400, 400, 431}));
        QCOMPARE(server.listener().counters().refused, std::uint64_t(7));
        QCOMPARE(server.listener().counters().answered, std::uint64_t(1));
    }

    void aThrowingHandlerIsAProblemWithoutWords()
    {
        RestServer server;
        RawClient client(server.port());
        QVERIFY(client.send(get("/throw") + last("/hello")));
        const auto all = client.receiveAll();
        QVERIFY(statusOf(all) == 500 && all.ends_with("hello"));
        QVERIFY(all.find("secret") == std::string::npos);
    }

    void anEndedServerLetsCallsEndAndStopsTheRest()
    {
        RestServer server({}, {.grace = 300ms});
        RawClient idle(server.port()), waiting(server.port());
        QVERIFY(waiting.send(get("/wait")));
        QVERIFY(isDone(server.started));
        server.requestEnd();
        QVERIFY(isDone(server.stopped));
        QCOMPARE(idle.receiveAll(), std::string());
        const auto answer = waiting.receiveAll();
        QVERIFY(statusOf(answer) == 499);
        server.end();
        QVERIFY(!RawClient(server.port()).isConnected());
    }

    void whoCameBeforeTheEndIsStillAnswered()
    {
        auto opened = rest::Listener::open(
            {}, {.onCall = [](rest::Call& call) { return rest::jsonAnswer(call.path); }});
        QVERIFY(opened);
        const auto& listener = **opened;
        const auto port = portOf(listener.addresses().front());
        std::vector<RawClient> asking;
        for (int i = 0; i < 40; ++i)
            QVERIFY(asking.emplace_back(port).send(get("/a")));
        RawClient begun(port), fresh(port);
        QVERIFY(begun.send("GET /b HTTP/1.1\r\n"));
        // Nobody has accepted them when the end begins.
        std::stop_source stop;
        stop.request_stop();
        std::thread serving([&] { (*opened)->serve(stop.get_token(), {.grace = 10s}); });
        for (auto& client : asking)
            QVERIFY(client.receiveAll().ends_with("\"/a\"\n"));
        QVERIFY(begun.send("Host: localhost\r\n\r\n"));
        const auto answer = begun.receiveAll();
        QVERIFY(answer.ends_with("\"/b\"\n") && answer.find("onnection: close") != answer.npos);
        QCOMPARE(fresh.receiveAll(), std::string()); // it had a second to ask
        serving.join();
        QVERIFY(!RawClient(port).isConnected());
    }

    void aDrainingServerTakesCallsAndEndsTheirConnections()
    {
        RestServer server({}, {.drain = 1h});
        RawClient kept(server.port());
        QVERIFY(kept.send(get("/hello")));
        QVERIFY(kept.receiveUntil("hello").find("onnection: close") == std::string::npos);
        server.requestEnd();
        for (bool isClosed = false; !isClosed;) {
            RawClient next(server.port());
            QVERIFY(next.send(get("/hello")));
            const auto answer = next.receiveUntil("hello");
            QVERIFY(answer.ends_with("hello"));
            isClosed = answer.find("onnection: close") != std::string::npos;
        }
        QVERIFY(kept.send(get("/hello")));
        QVERIFY(kept.receiveAll().ends_with("hello"));
        server.hurry();
        server.end();
        QVERIFY(!RawClient(server.port()).isConnected());
    }

    void whatNoCallWaitsForHasTheGraceToo()
    {
        int looks = 0;
        RestServer server({}, {.grace = 1h, .isBusy = [&looks] { return ++looks < 3; }});
        server.end();
        QCOMPARE(looks, 3);
    }

    void aSecondSignalEndsTheGrace()
    {
        RestServer server({}, {.grace = 1h});
        RawClient waiting(server.port());
        QVERIFY(waiting.send(get("/wait")));
        QVERIFY(isDone(server.started));
        server.requestEnd();
        server.hurry();
        server.end();
        QVERIFY(isDone(server.stopped));
    }

    void aClientThatReadsNothingDoesNotKeepAnEndingServer()
    {
        RestServer server({.stallPatience = 1h});
        RawClient client(server.port());
        QVERIFY(client.send(get("/big") + get("/big")));
        QVERIFY(client.receiveUntil("bbbb").size() > 4);
        server.end();
        QVERIFY(server.listener().counters().calls == 0);
    }

    void whatIsTooMuchIsRefusedPolitely()
    {
        RestServer server({.connections = 4, .workers = 1, .reserve = 0});
        RawClient waiting(server.port()), second(server.port());
        QVERIFY(waiting.send(get("/wait")));
        QVERIFY(isDone(server.started));
        QVERIFY(second.send(get("/hello")));
        QCOMPARE(statusOf(second.receiveAll()), 503);
        second.close();
        RawClient a(server.port()), b(server.port()), c(server.port()), d(server.port()),
            e(server.port());
        QCOMPARE(statusOf(e.receiveAll()), 503);
        QVERIFY(server.listener().counters().refused >= 2);
    }

    void oneAddressHasOnlyItsShareOfTheConnections()
    {
        RestServer server({.connections = 100, .connectionsPerAddress = 2});
        RawClient a(server.port());
        {
            RawClient b(server.port()), c(server.port());
            QCOMPARE(statusOf(c.receiveAll()), 503);
            const auto elsewhere = curl({"--interface", "127.0.0.2", url(server, "/hello")});
            QCOMPARE(elsewhere, QByteArray("hello"));
        }
        // When one has gone there is room again.
        QTRY_COMPARE(curl({url(server, "/hello")}), QByteArray("hello"));
    }

    void withoutMemoryOneConnectionEndsAndNotTheServer()
    {
        RestServer server;
        server.lacksMemory = true;
        RawClient worker(server.port()), loop(server.port());
        QVERIFY(worker.send("GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"));
        (void)worker.receiveAll();
        QVERIFY(loop.send("GET /" + std::string(200'000, 'a')));
        (void)loop.receiveAll();
        server.lacksMemory = false;
        QCOMPARE(curl({url(server, "/hello")}), QByteArray("hello"));
        QTRY_COMPARE(server.listener().counters().calls, std::size_t(0));
    }

    void withoutDescriptorsClientsAreRefusedAndLaterServed()
    {
        RestServer server;
        RawClient before(server.port());
        QVERIFY(before.send(get("/hello")) && before.receiveUntil("hello").ends_with("hello"));
        std::vector<UniqueFd> all;
        rlimit files = {};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
        const rlimit few = {200, files.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
        // Made before they run out, connected after.
        UniqueFd kept(::dup(0));
        while (UniqueFd more{::dup(0)})
            all.push_back(std::move(more));
        kept.reset();
        RawClient client(server.port());
        QVERIFY(client.isConnected());
        QCOMPARE(statusOf(client.receiveAll()), 503);
        QVERIFY(
            before.send(get("/hello", "X: 2\r\n"))
            && before.receiveUntil("hello").ends_with("hello"));
        all.clear();
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
        RawClient after(server.port());
        QVERIFY(after.send(last("/hello")) && after.receiveAll().ends_with("hello"));
    }
};

SANDBENCH_TEST(RestListenerTest);
#include "tst_rest_listener.moc"
