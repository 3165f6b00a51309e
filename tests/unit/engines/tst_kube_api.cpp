// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "core/engine/kubernetes/kube_api.h"
#include "core/engine/kubernetes/watch_lines.h"
#include "tests/support/hostile_http_server.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

#include <fstream>
#include <memory>
#include <mutex>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;

namespace {

using Handler = HostileHttpServer::Handler;
using WatchEnd = KubeApi::WatchEnd;

constexpr const char* kVersionAnswer = R"({"major":"1","minor":"20+","gitVersion":"v1.20.2"})";

Handler afterVersion(Handler handler)
{
    return [handler = std::move(handler)](Conversation& peer) {
        if (peer.path() == "/version")
            peer.answer(200, kVersionAnswer);
        else
            handler(peer);
    };
}

KubeConnection clusterAt(const HostileHttpServer& server)
{
    KubeConnection connection;
    connection.context = "test";
    connection.user = "somebody";
    connection.endpoint = server.endpoint();
    connection.credentials.token = "secret";
    connection.source = "a test";
    return connection;
}

std::shared_ptr<KubeApi> connectToCluster(const HostileHttpServer& server)
{
    auto api = KubeApi::connect(clusterAt(server), {});
    return api ? *api : nullptr;
}

std::string codeName(const Error& error)
{
    return std::string(errorCodeName(error.code()));
}

std::string eventLine(const std::string& type, const std::string& version)
{
    return writeJson({{"type", type}, {"object", {{"metadata", {{"resourceVersion", version}}}}}})
        + "\n";
}

/// How a watch that got @p body ended, behind the versions that it saw.
std::string watched(const std::string& body, int status = 200, int enough = 100)
{
    const HostileHttpServer server(
        afterVersion([&](Conversation& peer) { peer.answer(status, body); }));
    const auto api = connectToCluster(server);
    if (!api)
        return "no connection";
    std::string seen;
    const auto onEvent = [&](const Json& one) -> Result<bool> {
        seen += jsonString(jsonField(one.at("object"), "metadata"), "resourceVersion") + " ";
        return --enough > 0;
    };
    const auto end = api->watch("/api/v1/pods", {{"resourceVersion", "7"}}, onEvent, {});
    if (!end)
        return seen + codeName(end.error());
    return seen
        + (*end == WatchEnd::Enough      ? "enough"
               : *end == WatchEnd::Ended ? "ended"
                                         : "expired");
}

} // namespace

class KubeApiTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhoItIsAndWhatItWants()
    {
        std::mutex mutex;
        std::string head;
        const HostileHttpServer server([&](Conversation& peer) {
            const std::lock_guard lock(mutex);
            head = peer.head;
            peer.answer(200, peer.path() == "/k8s/c-1/version" ? kVersionAnswer : "{}");
        });
        auto connection = clusterAt(server);
        connection.basePath = "/k8s/c-1";
        connection.credentials.impersonatedUser = "jane";
        connection.credentials.impersonatedGroups = {"a", "b"};
        connection.credentials.impersonatedExtra["example.org/team"] = {"x"};
        const auto api = KubeApi::connect(connection, {});
        QVERIFY2(api, api ? "" : api.error().text().c_str());
        QCOMPARE((*api)->serverName(), std::string("Kubernetes v1.20.2"));
        QCOMPARE((*api)->minorVersion(), 20);
        QVERIFY((*api)->get("/api/v1/pods", {{"labelSelector", "a=b,c"}, {"limit", "5"}}, {}));
        const std::lock_guard lock(mutex);
        for (const auto* part :
             {"GET /k8s/c-1/api/v1/pods?labelSelector=a%3Db%2Cc&limit=5 HTTP/1.1\r\n",
              "Authorization: Bearer secret\r\n", "Accept: application/json\r\n",
              "Impersonate-User: jane\r\n", "Impersonate-Group: a\r\n", "Impersonate-Group: b\r\n",
              "Impersonate-Extra-example.org%2Fteam: x\r\n"})
            QVERIFY2(contains(head, part), head.c_str());
    }

    void aPasswordIsBasicAuthorization()
    {
        std::mutex mutex;
        std::string head;
        const HostileHttpServer server([&](Conversation& peer) {
            const std::lock_guard lock(mutex);
            head = peer.head;
            peer.answer(200, kVersionAnswer);
        });
        auto connection = clusterAt(server);
        connection.credentials = {};
        connection.credentials.user = "user";
        connection.credentials.password = "pass";
        QVERIFY(KubeApi::connect(connection, {}));
        const std::lock_guard lock(mutex);
        QVERIFY2(contains(head, "Authorization: Basic dXNlcjpwYXNz\r\n"), head.c_str());
    }

    void everyVerbGoesOutAsTheApiWantsIt()
    {
        std::mutex mutex;
        std::vector<std::string> seen;
        const HostileHttpServer server(afterVersion([&](Conversation& peer) {
            const std::lock_guard lock(mutex);
            const auto type = peer.head.find("merge-patch") != std::string::npos ? " merge" : "";
            seen.push_back(peer.line + type + " " + peer.body);
            peer.answer(peer.line.starts_with("POST") ? 201 : 200, "{\"a\":1}");
        }));
        const auto api = connectToCluster(server);
        QVERIFY(api);
        const Json body = {{"x", 1}};
        QCOMPARE(jsonInt(api->post("/p", body, {}).value(), "a"), 1);
        QCOMPARE(jsonInt(api->remove("/p", body, {}).value(), "a"), 1);
        QCOMPARE(jsonInt(api->patch("/p", body, {}).value(), "a"), 1);
        const std::lock_guard lock(mutex);
        QCOMPARE(seen.size(), std::size_t{3});
        QCOMPARE(seen[0], std::string("POST /p HTTP/1.1 {\"x\":1}"));
        QCOMPARE(seen[1], std::string("DELETE /p HTTP/1.1 {\"x\":1}"));
        QCOMPARE(seen[2], std::string("PATCH /p HTTP/1.1 merge {\"x\":1}"));
    }

    void whatIsNoClusterIsSaidToBeNone_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("a web server") << 200 << QByteArray("<html>") << QByteArray("protocol");
        QTest::newRow("a strange JSON") << 200 << QByteArray("[1]") << QByteArray("protocol");
        QTest::newRow("nothing there") << 404 << QByteArray("{}") << QByteArray("protocol");
        QTest::newRow("a redirect") << 302 << QByteArray() << QByteArray("protocol");
        QTest::newRow("deep") << 200 << QByteArray(5000, '[') << QByteArray("protocol");
        QTest::newRow("unknown to it")
            << 401 << QByteArray("{}") << QByteArray("permission_denied");
        QTest::newRow("a broken one")
            << 503 << QByteArray("etcd is away") << QByteArray("unavailable");
    }

    void whatIsNoClusterIsSaidToBeNone()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, code);
        const HostileHttpServer server(
            [&](Conversation& peer) { peer.answer(status, body.toStdString()); });
        const auto api = KubeApi::connect(clusterAt(server), {});
        QVERIFY(!api);
        QCOMPARE(codeName(api.error()), code.toStdString());
    }

    void aClusterThatTellsItsVersionToNobodyIsUsable()
    {
        const HostileHttpServer server([](Conversation& peer) { peer.answer(403, "{}"); });
        const auto api = connectToCluster(server);
        QVERIFY(api);
        QCOMPARE(api->minorVersion(), 20);
    }

    void aRefusalSaysTheNextStep_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, int status, const char* message, const char* code,
                            const char* words) {
            QTest::newRow(name) << status << QByteArray(message) << QByteArray(code)
                                << QByteArray(words);
        };
        row("no right", 403,
            "pods is forbidden: User \"limited\" cannot create resource \"pods\" in API group \"\" "
            "in "
            "the namespace \"lab\"",
            "permission_denied",
            "the user 'limited' may not create pods in the namespace 'lab'; ask ");
        row("no right in a group", 403,
            "x is forbidden: User \"u\" cannot list resource \"networkpolicies\" in API group "
            "\"networking.k8s.io\" at the cluster scope",
            "permission_denied",
            "may not list networkpolicies.networking.k8s.io in the whole cluster; ask ");
        row("no right to a part", 403,
            "pods \"p\" is forbidden: User \"u\" cannot get resource \"pods/exec\" in API group "
            "\"\" in "
            "the namespace \"n\"",
            "permission_denied", "may not get pods/exec in the namespace 'n'");
        row("a quota", 403, "pods x is forbidden: exceeded quota: small, requested: pods=1",
            "resource_exhausted", "exceeded quota: small");
        row("a policy", 403, "violates PodSecurity restricted", "permission_denied",
            "violates PodSecurity restricted");
        row("half a refusal", 403, "User \"u cannot create resource", "permission_denied",
            "does not allow it");
        row("gone", 404, "pods x not found", "not_found", "pods x not found");
        row("there already", 409, "pods x already exists", "already_exists", "already exists");
        row("wrong", 422, "Pod is invalid", "invalid_argument", "Pod is invalid");
        row("bad", 400, "no kind", "invalid_argument", "no kind");
        row("late", 504, "took too long", "timeout", "took too long");
        row("busy", 429, "too many", "unavailable", "try once more");
        row("broken", 500, "etcd", "unavailable", "etcd");
        row("wordless", 502, "", "unavailable", "refused with status 502");
    }

    void aRefusalSaysTheNextStep()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, words);
        const auto body = writeJson({{"kind", "Status"}, {"message", message.toStdString()}});
        const auto error = errorOfStatus(status, body, {});
        QCOMPARE(codeName(error), code.toStdString());
        QVERIFY2(contains(error.text(), words.toStdString()), error.text().c_str());
    }

    void anInvalidPodNamesItsFields()
    {
        const auto error = errorOfStatus(
            422,
            R"({"message":"long","details":{"causes":[{"field":"spec.x","message":"Required"},{"field":"spec.y","message":"No"}]}})",
            {});
        QVERIFY2(contains(error.text(), "spec.x: Required; spec.y: No"), error.text().c_str());
    }

    void aRefusedUserIsToldWhatToRenew()
    {
        const auto textFor = [](const Credentials& credentials) {
            KubeConnection connection;
            connection.credentials = credentials;
            return errorOfStatus(401, "", connection).text();
        };
        Credentials token, file, plugin;
        token.token = "secret";
        file.tokenFile = "/a/token";
        plugin.plugin.emplace().command = "cloud-login";
        QVERIFY(contains(textFor({}), "has no credentials"));
        QVERIFY(contains(textFor(token), "token is expired or wrong"));
        QVERIFY(!contains(textFor(token), "secret"));
        QVERIFY(contains(textFor(file), "/a/token"));
        QVERIFY(contains(textFor(plugin), "cloud-login"));
    }

    void aRefusalOfAnyLengthStaysAShortLine()
    {
        const auto body = writeJson({{"message", "a\r\n\x1b[31m" + std::string(900'000, 'x')}});
        for (const int status : {400, 403, 404, 409, 500}) {
            const auto text = errorOfStatus(status, body, {}).text();
            QVERIFY(text.size() < 1000);
            QVERIFY(text.find_first_of("\r\n\x1b") == std::string::npos);
        }
    }

    void aTokenFileIsReadAgain()
    {
        auto folder = PrivateFolder::create("", "kube-token");
        QVERIFY(folder);
        const auto path = folder->path() + "/token";
        const auto write = [&](const char* token) { std::ofstream(path) << token << "\n"; };
        const HostileHttpServer server(afterVersion([&](Conversation& peer) {
            const bool isNew = peer.head.find("Bearer new\r\n") != std::string::npos;
            write("new"); // while the request is under way
            peer.answer(isNew ? 200 : 401, "{}");
        }));
        auto connection = clusterAt(server);
        connection.credentials.tokenFile = path;
        write("old");
        const auto api = KubeApi::connect(connection, {});
        QVERIFY(api);
        const auto answer = (*api)->get("/a", {}, {});
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        QCOMPARE(server.requests().size(), std::size_t{3});
    }

    void aTokenThatStaysIsNotTriedTwice()
    {
        const HostileHttpServer server(
            afterVersion([](Conversation& peer) { peer.answer(401, "{}"); }));
        const auto api = connectToCluster(server);
        QVERIFY(api);
        QCOMPARE(api->get("/a", {}, {}).error().code(), ErrorCode::PermissionDenied);
        QCOMPARE(server.requests().size(), std::size_t{2});
    }

    void aPluginIsAskedAgainWhenItsTokenIsRefused()
    {
        auto folder = PrivateFolder::create("", "kube-plugin");
        QVERIFY(folder);
        const HostileHttpServer server(afterVersion([](Conversation& peer) {
            peer.answer(peer.head.find("Bearer t3\r\n") != std::string::npos ? 200 : 401, "{}");
        }));
        auto connection = clusterAt(server);
        connection.credentials = {};
        auto& plugin = connection.credentials.plugin.emplace();
        plugin.command = "/bin/sh";
        plugin.apiVersion = "client.authentication.k8s.io/v1";
        plugin.env["COUNT"] = folder->path() + "/count";
        plugin.arguments
            = {"-c",
               "echo x >>\"$COUNT\"; printf '{\"kind\":\"ExecCredential\",\"apiVersion\":"
               "\"%s\",\"status\":{\"token\":\"t%s\"}}' \"$VERSION\" $(wc -l <\"$COUNT\")"};
        plugin.env["VERSION"] = plugin.apiVersion;
        const auto api = KubeApi::connect(connection, {}); // t1
        QVERIFY2(api, api ? "" : api.error().text().c_str());
        QCOMPARE((*api)->get("/a", {}, {}).error().code(), ErrorCode::PermissionDenied); // t2
        const auto answer = (*api)->get("/a", {}, {}); // t2 once more, then t3
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        QVERIFY((*api)->get("/a", {}, {}));
        const auto count = readFile(folder->path() + "/count", 100);
        QCOMPARE(count.value(), std::string("x\nx\nx\n"));
    }

    void aWatchHandsOnWhatComes()
    {
        const auto two = eventLine("ADDED", "1") + eventLine("BOOKMARK", "2");
        QCOMPARE(watched(two), std::string("1 2 ended"));
        QCOMPARE(watched(two, 200, 1), std::string("1 enough"));
        QCOMPARE(watched(eventLine("MODIFIED", "3") + "{\"type\":\"ADD"), std::string("3 ended"));
        QCOMPARE(watched(""), std::string("ended"));
        QCOMPARE(watched("\r\n\n" + two), std::string("1 2 ended"));
    }

    void aWatchSaysWhenItsVersionIsTooOld()
    {
        const std::string expired
            = R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired"}})";
        QCOMPARE(watched(eventLine("ADDED", "1") + expired + "\n"), std::string("1 expired"));
        QCOMPARE(watched("{\"code\":410}", 410), std::string("expired"));
        QCOMPARE(
            watched(R"({"type":"ERROR","object":{"code":403,"message":"no"}})"
                    "\n"),
            std::string("permission_denied"));
        QCOMPARE(watched("{}", 403), std::string("permission_denied"));
    }

    void aWatchOfNonsenseIsAnError()
    {
        QCOMPARE(watched("hello\n"), std::string("protocol"));
        QCOMPARE(watched("{\"type\":1,\"object\":{}}\n"), std::string("protocol"));
        QCOMPARE(watched("{\"type\":\"ADDED\",\"object\":[]}\n"), std::string("protocol"));
        QCOMPARE(watched(eventLine("ADDED", "1") + "[[[[\n"), std::string("1 protocol"));
        QCOMPARE(watched(std::string(5U << 20, 'x')), std::string("protocol"));
        QCOMPARE(watched(std::string(100'000, '[') + "\n"), std::string("protocol"));
    }

    void aWatchThatIsCutSaysSo()
    {
        const HostileHttpServer server(afterVersion([](Conversation& peer) {
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + eventLine("ADDED", "1"));
            peer.cut();
        }));
        const auto api = connectToCluster(server);
        QVERIFY(api);
        int events = 0;
        const auto end = api->watch(
            "/w", {},
            [&](const Json&) {
                ++events;
                return Result<bool>(true);
            },
            {});
        QVERIFY(!end);
        QCOMPARE(end.error().code(), ErrorCode::ConnectionLost);
        QCOMPARE(events, 1);
    }

    void aWatchEndsWithItsReadersError()
    {
        const HostileHttpServer server(
            afterVersion([](Conversation& peer) { peer.answer(200, eventLine("ADDED", "1")); }));
        const auto api = connectToCluster(server);
        QVERIFY(api);
        const auto refuse
            = [](const Json&) -> Result<bool> { return Error(ErrorCode::Unsupported, "no"); };
        QCOMPARE(api->watch("/w", {}, refuse, {}).error().code(), ErrorCode::Unsupported);
    }

    void aWatchCanBeStopped()
    {
        std::stop_source stop;
        const HostileHttpServer server(afterVersion([&](Conversation& peer) {
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
            stop.request_stop();
            peer.awaitEnd();
            peer.cut();
        }));
        const auto api = connectToCluster(server);
        QVERIFY(api);
        const auto end = api->watch(
            "/w", {}, [](const Json&) { return Result<bool>(true); }, stop.get_token());
        QVERIFY(!end);
        QCOMPARE(end.error().code(), ErrorCode::Cancelled);
    }

    void eventsAreTheSameByteByByte()
    {
        const auto text
            = eventLine("ADDED", "1") + "\n \r\n" + eventLine("MODIFIED", "2") + "{\"half\"";
        WatchLines lines;
        std::string seen;
        for (const char& c : text) {
            QVERIFY(lines.feed({&c, 1}));
            const auto one = lines.next();
            QVERIFY(one);
            if (*one)
                seen += jsonString(**one, "type") + " ";
        }
        QCOMPARE(seen, std::string("ADDED MODIFIED "));
    }

    void missingRightsAreThoseThatAreNotAllowed()
    {
        std::mutex mutex;
        std::vector<Json> asked;
        const HostileHttpServer server(afterVersion([&](Conversation& peer) {
            const auto review = parseJson(peer.body).value();
            const auto attributes = review["spec"]["resourceAttributes"];
            const std::lock_guard lock(mutex);
            asked.push_back(attributes);
            const bool may = attributes["verb"] != "create";
            peer.answer(
                201, std::string(R"({"status":{"allowed":)") + (may ? "true}}" : "false}}"));
        }));
        const auto api = connectToCluster(server);
        QVERIFY(api);
        const auto missing = api->missingRights(
            {{"get", "", "pods/exec", "a"},
             {"create", "g", "things", "b"},
             {"create", "", "later", "c", 35}},
            "lab", {});
        QVERIFY(missing);
        QCOMPARE(missing->size(), std::size_t{1});
        QCOMPARE(missing->front().text(), std::string("create things.g"));
        const std::lock_guard lock(mutex);
        QCOMPARE(asked.size(), std::size_t{2});
        QVERIFY(
            asked[0]
            == Json(
                {{"namespace", "lab"},
                 {"verb", "get"},
                 {"group", ""},
                 {"resource", "pods"},
                 {"subresource", "exec"}}));
    }
};

SANDBENCH_TEST(KubeApiTest);
#include "tst_kube_api.moc"
