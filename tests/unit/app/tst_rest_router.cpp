// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/client_json.h"
#include "tests/support/api_document.h"
#include "tests/support/rest_client.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>
#include <stdexcept>
#include <tuple>

using namespace sandbench;
using namespace sandbench::rest;
using sandbench::FieldType;
using sandbench::test::answered;
using sandbench::test::GivenBody;
using sandbench::workspace::Scope;

namespace {

std::string pathOf(const Call& call)
{
    const auto at = call.parameters.find("path");
    return at == call.parameters.end() ? "" : at->second;
}

Route route(std::string_view method, std::string_view path, std::string_view id)
{
    return {
        .method = method,
        .path = path,
        .id = id,
        .tag = "t",
        .summary = "s",
        .scope = {},
        .handler = [id = std::string(id)](const Call& call) {
            return jsonAnswer(
                {{"id", id},
                 {"path", pathOf(call)},
                 {"json", call.json},
                 {"options", call.options}});
        }};
}

Router router()
{
    std::vector<Route> routes
        = {route("GET", "/", "root"),
           route("GET", "/things/{path}", "one"),
           route("DELETE", "/things/{path}", "delete"),
           route("GET", "/files/{path...}", "file"),
           route("POST", "/things/", "make"),
           route("POST", "/lenient", "lenient"),
           route("GET", "/asked", "asked"),
           route("POST", "/admin", "admin"),
           route("GET", "/throws", "throws"),
           route("POST", "/foreign/run", "foreign")};
    routes[4].body = {{"size", FieldType::Integer, "d", true}};
    routes[5].body = {{"size", FieldType::Integer, "d"}};
    routes[5].takesUnknown = true;
    routes[6].query
        = {{"many", FieldType::Integer, "d"},
           {"on", FieldType::Boolean, "d"},
           {"share", FieldType::Number, "d"}};
    routes[7].scope = Scope::Admin;
    routes[8].handler = [](const Call&) -> Answer { throw std::runtime_error("/secret/path"); };
    routes[9].scope = Scope::Run;
    routes[9].answer
        = {{"kind", FieldType::Text, "d", true, {"a", "b"}},
           {"parts", FieldType::ObjectList, "d", false, {}, 0, 0, {{"size", FieldType::Integer}}}};
    routes[9].isList = true;
    routes[9].problem = {{"message", FieldType::Text, "d", true}};
    routes[9].refusal = [](int status, const std::string&, const std::string& detail) {
        return jsonAnswer({{"message", detail}}, status);
    };
    return Router(std::move(routes));
}

test::Answered
send(std::string method, std::string path, std::string body = {}, Headers headers = {})
{
    GivenBody given(std::move(body));
    Call call;
    call.method = std::move(method);
    call.path = std::move(path);
    call.headers = std::move(headers);
    call.body = &given;
    call.caller = workspace::localCaller();
    return answered(router(), std::move(call));
}

} // namespace

class TestRestRouter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsRoutesByMethodAndPath()
    {
        QCOMPARE(jsonString(send("GET", "/").json, "id"), std::string("root"));
        QCOMPARE(jsonString(send("GET", "/things/7").json, "path"), std::string("7"));
        QCOMPARE(jsonString(send("DELETE", "/things/7/").json, "id"), std::string("delete"));
        QCOMPARE(jsonString(send("GET", "/files/a/b.txt").json, "path"), std::string("a/b.txt"));
        QCOMPARE(send("GET", "/files/").status, 404);
        QCOMPARE(send("GET", "/things").status, 405);
        QCOMPARE(send("GET", "/things/1/2").status, 404);
    }

    void answersHeadAsGet()
    {
        QCOMPARE(jsonString(send("HEAD", "/things/7").json, "id"), std::string("one"));
    }

    void saysWhichMethodsAPathKnows()
    {
        const auto answer = send("PUT", "/things/7");
        QCOMPARE(answer.status, 405);
        QCOMPARE(answer.header("allow"), std::string("GET, HEAD, DELETE"));
        QCOMPARE(answer.code(), std::string("method_not_allowed"));
        QCOMPARE(send("OPTIONS", "/things/7").status, 204);
        QCOMPARE(send("GET", "/nowhere").code(), std::string("not_found"));
    }

    void checksBodiesBeforeTheHandler_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("named");
        QTest::newRow("good") << QByteArray(R"({"size": 3})") << 200 << QByteArray();
        QTest::newRow("missing") << QByteArray("{}") << 400 << QByteArray("size");
        QTest::newRow("nothing") << QByteArray() << 400 << QByteArray("size");
        QTest::newRow("other type") << QByteArray(R"({"size": "3"})") << 400 << QByteArray("size");
        QTest::newRow("unknown") << QByteArray(R"({"size": 3, "colour": 1})") << 400
                                 << QByteArray("colour");
        QTest::newRow("no JSON") << QByteArray("{size: 3") << 400 << QByteArray("JSON");
        QTest::newRow("no object") << QByteArray("[1]") << 400 << QByteArray("object");
        QTest::newRow("twice") << QByteArray(R"({"size": 3, "\u0073ize": 4})") << 400
                               << QByteArray("twice");
        QTest::newRow("too deep") << QByteArray(5000, '[') << 413 << QByteArray("JSON");
    }
    void checksBodiesBeforeTheHandler()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(QByteArray, named);
        const auto answer = send("POST", "/things", body.toStdString());
        QCOMPARE(answer.status, status);
        QVERIFY2(answer.body.find(named.toStdString()) != std::string::npos, answer.body.c_str());
        if (status != 200)
            QCOMPARE(answer.type, std::string("application/problem+json"));
    }

    void takesMembersAsPartsOfAForm()
    {
        Route made = route("POST", "/forms", "form");
        made.body
            = {{"dockerfile", FieldType::Text},
               {"libraries", FieldType::TextList},
               {"pids", FieldType::Integer},
               {"keep", FieldType::Boolean}};
        made.takesForm = true;
        made.mostBytes = 1000;
        const Router forms({made});
        const auto sent = [&](std::vector<GivenBody::Given> parts) {
            GivenBody given(std::move(parts));
            Call call;
            call.method = "POST";
            call.path = "/forms";
            call.headers["content-type"] = "multipart/form-data; boundary=x";
            call.body = &given;
            return answered(forms, std::move(call));
        };
        const auto good = sent(
            {{{"dockerfile", "Dockerfile", "text/plain"}, "FROM a\n"},
             {{"libraries", "", "", true}, "numpy"},
             {{"libraries", "", "", true}, "rich"},
             {{"pids", "", "", true}, "7"},
             {{"keep", "", "", true}, "true"}});
        QCOMPARE(
            writeJson(jsonField(good.json, "json")),
            std::string(
                R"({"dockerfile":"FROM a\n","keep":true,"libraries":["numpy","rich"],"pids":7})"));
        const auto refused = [&](const char* name, const std::string& text) {
            const auto answer = sent({{{name, "", "", true}, text}});
            return std::to_string(answer.status) + " " + jsonString(answer.json, "detail");
        };
        QVERIFY(refused("pids", "many").starts_with("400 pids: "));
        QVERIFY(refused("colour", "red").starts_with("400 colour: is not known"));
        QVERIFY(refused("dockerfile", std::string(1001, 'x')).starts_with("413 "));
    }

    void refusesBodiesThatWouldTakeTooMuchMemory()
    {
        std::string bomb = "{\"size\": [";
        for (int i = 0; i < 1'200'000; ++i)
            bomb += "[],";
        const auto answer = send("POST", "/things", bomb + "0]}");
        QCOMPARE(answer.status, 413);
        QVERIFY2(answer.body.find("more values") != std::string::npos, answer.body.c_str());
        // Marks in a text are none, and a quote that is escaped does not end it.
        const auto text = "{\"size\": \"" + std::string(3'000'000, ',') + "\\\",[{:\"}";
        QCOMPARE(send("POST", "/things", text).status, 400);
        QVERIFY(jsonMemory(text) < 1000);
        QCOMPARE(send("POST", "/things", std::string(kMostPlainBytes + 1, ' ')).status, 413);
    }

    void asksForTheMemoryThatABodyTakes()
    {
        const CallMemory memory;
        const auto others = memory.share("b");
        for (const bool isFull : {false, true}) {
            QVERIFY(others->resize(isFull ? CallMemory::kMostBytes : 0));
            GivenBody given(std::string(R"({"size": 3})"));
            Call call;
            call.method = "POST";
            call.path = "/things";
            call.body = &given;
            call.memory = memory.share("a");
            call.caller = workspace::localCaller();
            QCOMPARE(answered(router(), std::move(call)).status, isFull ? 429 : 200);
        }
    }

    void refusesBodiesThatArePacked()
    {
        const auto sent = [](const char* coding) {
            return send("POST", "/things", R"({"size": 3})", {{"content-encoding", coding}});
        };
        QCOMPARE(sent("gzip").status, 415);
        QCOMPARE(sent("gzip").header("accept-encoding"), std::string("identity"));
        QCOMPARE(sent("Identity").status, 200);
    }

    void leavesOutWhatAForeignApiHasMore()
    {
        const auto answer = send("POST", "/lenient", R"({"size": 3, "colour": 1})");
        QCOMPARE(answer.status, 200);
        QCOMPARE(writeJson(jsonField(answer.json, "json")), std::string(R"({"size":3})"));
    }

    void refusesBodiesOfPagesThatSayTheyAreNoJson()
    {
        const auto sent = [](const char* type) {
            return send(
                       "POST", "/things", R"({"size": 3})",
                       {{"content-type", type}, {"origin", "http://x"}})
                .status;
        };
        QCOMPARE(sent("text/plain"), 415); // what a foreign page may send without asking
        QCOMPARE(sent("application/x-www-form-urlencoded"), 415);
        const Headers curl = {{"content-type", "application/x-www-form-urlencoded"}};
        QCOMPARE(send("POST", "/things", R"({"size": 3})", curl).status, 200);
        QCOMPARE(sent("Application/JSON ; charset=utf-8"), 200);
        QCOMPARE(sent("application/merge-patch+json"), 200);
        const Headers foreign = {{"content-type", "application/json; charset=UTF-16"}};
        QCOMPARE(send("POST", "/things", R"({"size": 3})", foreign).status, 415);
    }

    void givesQueriesTheirTypes()
    {
        Call call;
        call.method = "GET";
        call.path = "/asked";
        call.query = {{"many", "12"}, {"on", "true"}, {"share", "0.5"}};
        const auto answer = answered(router(), call);
        QCOMPARE(
            writeJson(jsonField(answer.json, "options")),
            std::string(R"({"many":12,"on":true,"share":0.5})"));
        call.query = {{"many", "12x"}};
        QCOMPARE(answered(router(), call).status, 400);
        call.query = {{"other", "1"}};
        const auto refused = answered(router(), call);
        QCOMPARE(refused.status, 400);
        QVERIFY(refused.body.find("other") != std::string::npos);
    }

    void asksForAScope()
    {
        Call call;
        call.method = "POST";
        call.path = "/admin";
        const auto nobody = answered(router(), call);
        QCOMPARE(nobody.status, 401);
        QCOMPARE(nobody.header("www-authenticate"), std::string("Bearer"));
        call.caller.id = "t1";
        call.caller.scopes = {Scope::Run};
        const auto denied = answered(router(), call);
        QCOMPARE(denied.status, 403);
        QVERIFY(denied.body.find("admin") != std::string::npos);
        call.caller.scopes = {Scope::Admin};
        QCOMPARE(answered(router(), call).status, 200);
    }

    void tellsNothingOfWhatWasThrown()
    {
        const auto answer = send("GET", "/throws");
        QCOMPARE(answer.status, 500);
        QCOMPARE(answer.code(), std::string("internal"));
        QVERIFY(answer.body.find("secret") == std::string::npos);
    }

    void describesEveryRouteInOpenApi()
    {
        const auto api = openApiOf(router().routes(), "1.2.3");
        QCOMPARE(jsonString(api, "openapi"), std::string("3.1.0"));
        const auto& paths = api["paths"];
        QVERIFY(paths["/files/{path}"].contains("get"));
        QVERIFY(paths["/things/{path}"].contains("delete"));
        const auto& make = paths["/things/"]["post"];
        const auto& schema = make["requestBody"]["content"]["application/json"]["schema"];
        QCOMPARE(writeJson(schema["required"]), std::string(R"(["size"])"));
        const auto& parameter = paths["/things/{path}"]["get"]["parameters"][0];
        QCOMPARE(jsonString(parameter, "in"), std::string("path"));
        QVERIFY(jsonBool(parameter, "required"));
        QCOMPARE(paths["/admin"]["post"]["security"].size(), std::size_t(2));
        QCOMPARE(paths["/"]["get"]["security"].size(), std::size_t(0));
    }

    void refusesForeignCallsInTheirOwnWords()
    {
        for (const auto& [method, path, status] :
             {std::tuple("GET", "/foreign/run", 405), std::tuple("GET", "/foreign/other", 404)}) {
            const auto answer = send(method, path);
            QCOMPARE(answer.status, status);
            QCOMPARE(answer.type, std::string("application/json"));
            QVERIFY2(!jsonString(answer.json, "message").empty(), answer.body.c_str());
        }
        QCOMPARE(send("GET", "/foreign/run").header("allow"), std::string("POST"));
        QCOMPARE(send("GET", "/elsewhere").code(), std::string("not_found"));
    }

    void describesAnswersThatMayHaveMoreOrLess()
    {
        const auto api = openApiOf(router().routes(), "1.2.3");
        const auto problem = [&](const char* answer, int status = 200) {
            return test::answerProblem(
                api, "POST", "/foreign/run", status, "application/json", *parseJson(answer));
        };
        for (const auto* const good :
             {"[]", R"([{"kind":"a","more":1}])", R"([{"kind":"b","parts":null}])",
              R"([{"kind":"b","parts":[{"size":null,"more":1}]}])"})
            QCOMPARE(problem(good), std::string());
        for (const auto* const bad :
             {"{}", "[1]", "[{}]", R"([{"kind":null}])", R"([{"kind":"c"}])",
              R"([{"kind":"a","parts":[{"size":"1"}]}])"})
            QVERIFY2(!problem(bad).empty(), bad);
        QVERIFY(!problem("[]", 201).empty());
        QCOMPARE(problem(R"({"message":"no"})", 400), std::string());
        QVERIFY(!problem(R"({"detail":"no"})", 400).empty());
    }
};

SANDBENCH_TEST(TestRestRouter);
#include "tst_rest_router.moc"
