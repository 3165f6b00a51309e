// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/openapi_examples.h"
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/guest_files.h"
#include "tests/support/prometheus.h"
#include "tests/support/rest_client.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using namespace sandbench;
using namespace sandbench::rest;
using sandbench::test::RestApi;

class TestRestAnswers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsPathsWhereTheyBegin_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("relative");
        QTest::newRow("plain") << QByteArray("a/b.txt") << QByteArray("a/b.txt");
        QTest::newRow("slashes") << QByteArray("//a///./b/") << QByteArray("a/b");
        QTest::newRow("up") << QByteArray("../a") << QByteArray();
        QTest::newRow("up inside") << QByteArray("a/../../b") << QByteArray();
        QTest::newRow("up at the end") << QByteArray("a/..") << QByteArray();
        QTest::newRow("nothing") << QByteArray("/./") << QByteArray();
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray();
        QTest::newRow("line break") << QByteArray("a\nb") << QByteArray();
        QTest::newRow("no UTF-8") << QByteArray("a\xff") << QByteArray();
        QTest::newRow("dots in a name") << QByteArray("..a/b...") << QByteArray("..a/b...");
        QTest::newRow("long") << QByteArray(5000, 'a') << QByteArray();
    }
    void keepsPathsWhereTheyBegin()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, relative);
        const std::string_view given(text.data(), static_cast<std::size_t>(text.size()));
        const auto path = guestPath(given, false);
        const auto absolute = guestPath(given, true);
        QCOMPARE(path.has_value(), !relative.isEmpty());
        QCOMPARE(absolute.has_value(), !relative.isEmpty());
        if (path) {
            QCOMPARE(*path, relative.toStdString());
            QCOMPARE(*absolute, "/" + relative.toStdString());
        } else {
            QCOMPARE(path.error().code(), ErrorCode::InvalidArgument);
        }
    }

    void takesPermissionsAndNothingMore()
    {
        QCOMPARE(readMode("755").value_or(0), 0755U);
        for (const auto* const bad : {"4755", "888", "", "-1", "0x1", "644 "})
            QVERIFY2(!readMode(bad), bad);
    }

    void neverShowsWhatCouldHoldAScript()
    {
        for (const auto* const mime :
             {"text/html", "image/svg+xml", "application/pdf", "text/plain", "application/json",
              "application/octet-stream", "application/xhtml+xml"}) {
            const auto headers = untrustedHeaders(mime, "a.html");
            QVERIFY2(headers.at("content-disposition").starts_with("attachment;"), mime);
        }
        const auto headers = untrustedHeaders("image/png", "figure.png");
        QCOMPARE(
            headers.at("content-disposition"),
            std::string("inline; filename=\"figure.png\"; filename*=UTF-8''figure.png"));
        QCOMPARE(headers.at("x-content-type-options"), std::string("nosniff"));
        QCOMPARE(headers.at("content-security-policy"), std::string("sandbox; default-src 'none'"));
        QCOMPARE(headers.at("cross-origin-resource-policy"), std::string("same-origin"));
    }

    void letsNoNameLeaveItsHeader()
    {
        const auto text = disposition("attachment", "../a\"b\r\nSet-Cookie: x=1;ü.txt");
        QVERIFY2(text.find('\n') == std::string::npos, text.c_str());
        QVERIFY2(text.find('\r') == std::string::npos, text.c_str());
        QCOMPARE(std::count(text.begin(), text.end(), '"'), 2L);
        QVERIFY2(text.find("..") == std::string::npos, text.c_str());
        QVERIFY2(text.find("%C3%BC.txt") != std::string::npos, text.c_str());
        QCOMPARE(contentTypeOf("text/html\r\nX: y"), std::string("application/octet-stream"));
        QCOMPARE(contentTypeOf("text/html"), std::string("text/html; charset=utf-8"));
        QCOMPARE(
            contentTypeOf("application/vnd.plotly.v1+json"),
            std::string("application/vnd.plotly.v1+json"));
    }

    void joinsCharactersThatWereCut()
    {
        WholeText text;
        QCOMPARE(text.add("a\xc3"), std::string("a"));
        QCOMPARE(text.add("\xbc"), std::string("ü"));
        QCOMPARE(text.add("\xe2\x82"), std::string());
        QCOMPARE(text.flush(), std::string("\xef\xbf\xbd"));
        QCOMPARE(text.add("\xff"), std::string("\xef\xbf\xbd"));
    }

    void namesEveryOperationOnce()
    {
        std::string problem;
        const auto server = RestApi::create(problem);
        QVERIFY2(server, problem.c_str());
        std::set<std::string> ids, places;
        for (const auto& route : server->router().routes()) {
            QVERIFY2(ids.insert(std::string(route.id)).second, std::string(route.id).c_str());
            const auto place = std::string(route.method) + " " + std::string(route.path);
            QVERIFY2(places.insert(place).second, place.c_str());
            QVERIFY2(route.handler != nullptr, place.c_str());
            QVERIFY2(!route.summary.empty() && !route.tag.empty(), place.c_str());
        }
    }

    void needsATokenForAllThatTellsOrChangesSomething()
    {
        std::string problem;
        const auto server = RestApi::create(problem);
        QVERIFY2(server, problem.c_str());
        // Addresses of files are signed instead.
        const std::set<std::string> open
            = {"root", "health",  "ready",    "openApi",     "docs",
               "ui",   "uiFrame", "webAsset", "e2bDownload", "e2bUpload"};
        server->caller = {};
        for (const auto& route : server->router().routes()) {
            const auto isOpen = open.contains(std::string(route.id));
            QCOMPARE(!route.scope.has_value(), isOpen);
            if (!isOpen)
                QCOMPARE(
                    server->send(std::string(route.method), std::string(route.path)).status, 401);
        }
    }

    void servesItsDocumentAndPages()
    {
        std::string problem;
        const auto server = RestApi::create(problem);
        QVERIFY2(server, problem.c_str());
        QCOMPARE(jsonString(server->send("GET", "/health").json, "status"), std::string("healthy"));
        for (const auto* const probe : {"/?x=1", "/health?x=1"})
            QCOMPARE(server->send("GET", probe).status, 200);
        const auto api = server->send("GET", "/openapi.json");
        QVERIFY(api.json["paths"]["/sessions/{id}/execute"].contains("post"));
        QVERIFY(api.json["paths"]["/sessions/{id}/files/{path}"].contains("put"));
        const auto& paths = api.json["paths"];
        const auto& form = paths["/sessions/{id}/files"]["post"]["requestBody"]["content"];
        QVERIFY2(form["multipart/form-data"]["schema"]["properties"].contains("file"), "a form");
        const auto inHeader = [&](const char* path, const char* method, const char* name) {
            const auto text = writeJson(paths[path][method]["parameters"]);
            return text.find("\"in\":\"header\",\"name\":\"" + std::string(name)) != text.npos;
        };
        QVERIFY(inHeader("/e2b/execute", "post", "E2b-Sandbox-Id"));
        QVERIFY(inHeader("/runs/{run}/events", "get", "Last-Event-ID"));
        QCOMPARE(
            jsonString(api.json["components"]["securitySchemes"]["apiKey"], "name"),
            std::string("X-API-Key"));
        for (const auto* const path : {"/docs", "/ui", "/ui/frame"}) {
            const auto page = server->send("GET", path);
            QCOMPARE(page.status, 200);
            QCOMPARE(page.type, std::string("text/html; charset=utf-8"));
            const auto policy = page.header("content-security-policy");
            QVERIFY2(policy.find("default-src 'none'") != std::string::npos, path);
            QVERIFY2(policy.find("script-src 'self';") != std::string::npos, path);
            // A name of SVG's, in the icon: nothing is loaded.
            const QString text
                = QString::fromStdString(page.body).remove("xmlns='http://www.w3.org/2000/svg'");
            QVERIFY2(!text.contains("http:"), path);
            QVERIFY2(page.body.find("https:") == std::string::npos, path);
        }
        QVERIFY(server->send("GET", "/ui/frame")
                    .header("content-security-policy")
                    .starts_with("sandbox"));
        QCOMPARE(
            server->send("GET", "/web/ui.js").type, std::string("text/javascript; charset=utf-8"));
        QVERIFY(server->send("GET", "/web/plotly.js").body.size() > 1'000'000);
        for (const auto* const name : {"..%2fx", "../sizes.json", "nothing.js", "plotly.js/"})
            QVERIFY2(server->send("GET", std::string("/web/") + name).status != 500, name);
        QCOMPARE(server->send("GET", "/web/nothing.js").status, 404);
    }

    void showsAnExampleOfEveryBodyAndOfEveryRefusal()
    {
        std::string problem;
        const auto server = RestApi::create(problem);
        QVERIFY2(server, problem.c_str());
        const auto api = server->send("GET", "/openapi.json").json;
        for (const auto& route : server->router().routes()) {
            if (!route.body)
                continue;
            const auto good = checkFields(exampleOf(*route.body), *route.body);
            QVERIFY2(good, good ? "" : (std::string(route.id) + good.error().text()).c_str());
        }
        const auto& post = api["paths"]["/execute"]["post"];
        const auto& example = post["requestBody"]["content"]["application/json"]["example"];
        QCOMPARE(jsonString(example, "code"), std::string("print(6 * 7)"));
        for (const char* status : {"400", "401", "403", "413", "415", "429", "default"})
            QVERIFY2(post["responses"].contains(status), status);
        QVERIFY(!post["responses"].contains("404"));
        QVERIFY(api["paths"]["/sessions/{id}"]["get"]["responses"].contains("404"));
        for (const auto& [name, answer] : api["components"]["responses"].items())
            if (name != "Problem")
                QVERIFY2(
                    answer["content"]["application/problem+json"]["example"].contains("detail"),
                    name.c_str());
    }

    void saysOneVocabularyOfSessions()
    {
        std::string problem;
        const auto server = RestApi::create(problem);
        QVERIFY2(server, problem.c_str());
        const auto api = server->send("GET", "/openapi.json");
        const auto session = api.json["paths"]["/sessions/{id}"];
        for (const auto* const method : {"get", "delete"}) {
            const auto text = writeJson(session[method]["responses"]["200"]);
            QVERIFY2(
                text.find(R"("enum":["ready","lost","closed"])") != std::string::npos,
                text.c_str());
        }
    }

    void countsForPrometheus()
    {
        std::string problem;
        const auto server = RestApi::create(problem);
        QVERIFY2(server, problem.c_str());
        server->parts().traffic = [] { return Listener::Counters{3, 1, 7, 42, 5}; };
        server->parts().answers = [] {
            return Front::Answers{{{"execute", 429}, 9}, {{"", 404}, 2}};
        };
        const auto answer = server->send("GET", "/metrics");
        QCOMPARE(answer.type, std::string("text/plain; version=0.0.4; charset=utf-8"));
        const auto metrics = test::parsePrometheus(answer.body);
        QVERIFY2(metrics.problem.empty(), metrics.problem.c_str());
        const auto value = [&](const char* name) {
            const auto at = metrics.samples.find(name);
            return at == metrics.samples.end() ? -1.0 : at->second;
        };
        QCOMPARE(value("sandbench_sandboxes{engine=\"local\"}"), 0.0);
        QCOMPARE(value("sandbench_runs"), 0.0);
        QCOMPARE(value("sandbench_runs_total{verdict=\"exited\"}"), 0.0);
        QCOMPARE(value("sandbench_runs_refused_total"), 0.0);
        QCOMPARE(value("sandbench_http_connections"), 3.0);
        QCOMPARE(value("sandbench_http_connections_total"), 7.0);
        QCOMPARE(value("sandbench_http_calls_total"), 42.0);
        QCOMPARE(value("sandbench_http_refused_total"), 5.0);
        const std::string answers = "sandbench_http_answers_total{operation=";
        QCOMPARE(value((answers + "\"execute\",status=\"429\"}").c_str()), 9.0);
        QCOMPARE(value((answers + "\"\",status=\"404\"}").c_str()), 2.0);
        QVERIFY(value("process_resident_memory_bytes") > 1e6);
        QVERIFY(value("process_cpu_seconds_total") > 0);
        QVERIFY(value("process_open_fds") > 2 && value("process_threads") > 0);
        QCOMPARE(value("sandbench_trace_spans_total{state=\"sent\"}"), -1.0); // nobody wants any
        QCOMPARE(value("sandbench_build_info{version=\"1.2.3\"}"), 1.0);
        QVERIFY(!test::parsePrometheus("a 1\n").problem.empty());
        QVERIFY(answer.body.find("# TYPE sandbench_run_seconds histogram\n") != std::string::npos);
    }

    void tellsTheCatalogs()
    {
        std::string problem;
        const auto server = RestApi::create(problem);
        QVERIFY2(server, problem.c_str());
        QVERIFY(server->send("GET", "/languages").json["languages"].size() >= 12);
        QVERIFY(server->send("GET", "/policies").json["policies"].size() >= 5);
        QVERIFY(!server->send("GET", "/sizes").json["sizes"].empty());
        QVERIFY(server->send("GET", "/package-managers").body.find("pip") != std::string::npos);
        QCOMPARE(server->send("GET", "/images?engine=local").status, 501);
        QCOMPARE(server->send("GET", "/images").status, 501); // of the server's own engine
        QCOMPARE(server->send("GET", "/history").status, 501);
    }
};

SANDBENCH_TEST(TestRestAnswers);
#include "tst_rest_answers.moc"
