// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/container_options.h"
#include "core/workspace/requests.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::workspace;

/// What JSON asks of a sandbox, before there is one.
class TestServiceOpen : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<Composition> m_parts;

private Q_SLOTS:
    void initTestCase()
    {
        auto parts = Composition::create();
        QVERIFY(parts);
        m_parts = *std::move(parts);
    }

    void refusesWhatTakesMoreScopes_data()
    {
        QTest::addColumn<QString>("body");
        const std::pair<const char*, Json> rows[]
            = {{"mounts",
                {{"engine", "docker"}, {"mounts", {{{"source", "/etc"}, {"target", "/e"}}}}}},
               {"user", {{"engine", "docker"}, {"user", "1000"}}},
               {"profile", {{"engine", "docker"}, {"profile", "permissive"}}},
               {"runtime", {{"engine", "docker"}, {"runtime", "kata"}}},
               {"gpus", {{"engine", "docker"}, {"gpus", "all"}}},
               {"network", {{"engine", "docker"}, {"network", "lab"}}},
               {"usual network", {{"engine", "docker"}, {"network", "bridge"}}},
               {"pod network", {{"engine", "kubernetes"}, {"network", "pod"}}},
               {"commands with a network", {{"engine", "docker"}, {"install", {"true"}}}},
               {"commands with the embedded engine's network", {{"install", {"true"}}}},
               {"packages and a network",
                {{"engine", "docker"}, {"network", "bridge"}, {"libraries", {"rich"}}}},
               {"root", {{"engine", "docker"}, {"root", "writable"}}},
               {"container", {{"engine", "docker"}, {"container", "db"}}},
               {"pod", {{"engine", "kubernetes"}, {"pod", "db"}}},
               {"manifest", {{"engine", "kubernetes"}, {"manifest", "spec: {}"}}},
               {"commit", {{"engine", "docker"}, {"commit", "a:b"}}},
               {"pull", {{"engine", "docker"}, {"image", "a"}, {"pull", "always"}}},
               {"memory", {{"memory", "0"}}},
               {"pids", {{"pids", 0}}},
               {"disk", {{"disk", "0"}}},
               {"cpus", {{"cpus", 0}}},
               {"timeout", {{"timeout", 0}}},
               {"output", {{"output_limit", "0"}}},
               {"files", {{"open_files", 5000}}}};
        for (const auto& [name, body] : rows)
            QTest::newRow(name) << QString::fromStdString(writeJson(body));
    }

    void refusesWhatTakesMoreScopes()
    {
        QFETCH(QString, body);
        const auto json = parseJson(body.toStdString());
        QVERIFY(json);
        Caller caller;
        caller.id = "one";
        caller.scopes = {Scope::Read, Scope::Run};
        const auto refused = readOpen(*m_parts, caller, *json);
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().code() == ErrorCode::PermissionDenied, refused.error().text().c_str());
        const auto allowed = readOpen(*m_parts, localCaller(), *json);
        QVERIFY2(allowed, allowed ? "" : allowed.error().text().c_str());
    }

    void packagesNeedNoScopeForTheirNetwork()
    {
        Caller caller;
        caller.id = "one";
        caller.scopes = {Scope::Read, Scope::Run};
        const Json body = {{"engine", "docker"}, {"libraries", {"rich"}}};
        const auto opened = readOpen(*m_parts, caller, body);
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QVERIFY(opened->installs.dropsNetwork);
        // But where there is none at all.
        const auto refused = readOpen(
            *m_parts, localCaller(), body, Json::object(),
            {.networks = std::vector<std::string>()});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::PermissionDenied);
    }

    void aNetworkTakesItsScopeOrTheOperatorsWord()
    {
        const Json body = {{"engine", "docker"}, {"network", "bridge"}};
        Caller caller;
        caller.id = "one";
        caller.scopes = {Scope::Read, Scope::Run, Scope::Network};
        QVERIFY(readOpen(*m_parts, caller, body));
        QVERIFY(!readOpen(*m_parts, caller, {{"engine", "docker"}, {"network", "lab"}}));
        caller.scopes = {Scope::Run, Scope::Admin};
        QVERIFY(readOpen(*m_parts, caller, body));
        caller.scopes = {Scope::Read, Scope::Run};
        const ServerRules lab = {.networks = std::vector<std::string>{"lab"}};
        QVERIFY(!readOpen(*m_parts, caller, body, Json::object(), lab));
        QVERIFY(readOpen(
            *m_parts, caller, {{"engine", "docker"}, {"network", "lab"}}, Json::object(), lab));
        const ServerRules runtime = {.runtime = "runsc"};
        const auto opened
            = readOpen(*m_parts, caller, {{"engine", "docker"}}, Json::object(), runtime);
        QVERIFY(opened);
        QCOMPARE(containerOf(opened->session.sandbox).runtime, std::string("runsc"));
    }

    void theRuntimeOfTheServerMayBeNamedByEverybody()
    {
        Caller caller;
        caller.id = "one";
        caller.scopes = {Scope::Read, Scope::Run};
        const ServerRules rules = {.runtime = "runsc"};
        const auto opened = readOpen(
            *m_parts, caller, {{"engine", "docker"}, {"runtime", "runsc"}}, Json::object(), rules);
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        for (const auto& who : {caller, localCaller()})
            QVERIFY(!readOpen(
                *m_parts, who, {{"engine", "docker"}, {"runtime", "kata"}}, Json::object(), rules));
    }

    void namesMembersInErrors_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* body, const char* expected) {
            QTest::newRow(body) << QString(body) << QString(expected);
        };
        row(R"({"lang": "cobol"})", "cobol");
        row(R"({"engine": "qemu"})", "qemu");
        row(R"({"memory": "much"})", "memory: ");
        row(R"({"image": "python:3"})",
            "image: the embedded engine has nothing of that kind; add engine");
        row(R"({"policy": "/etc/passwd"})", "there is no policy '/etc/passwd'");
        row(R"({"environment": "/etc/a.yml"})", "environment: ");
        row(R"({"profile": "loose"})", "profile: ");
        row(R"({"engine": "docker", "libraries": ["--index-url=x"]})", "libraries: ");
        row(R"({"engine": "docker", "manifests": [{"name": "a.bin", "content": ""}]})",
            "manifests: ");
        row(R"({"engine": "docker", "manifest": "{}"})",
            "manifest: only Kubernetes has that; add engine");
        row(R"({"colour": 1})", "colour: is not known");
        row(R"({"size": "vast"})", "size: ");
        const auto longText = std::string(131'072, 'w');
        QTest::newRow("a long variable")
            << QString::fromStdString(writeJson({{"env", {{"LONG", longText}}}}))
            << QString("env.LONG: no program can");
        row(R"({"lang": "python", "language": "bash"})", "lang: it differs from language");
    }

    void namesMembersInErrors()
    {
        QFETCH(QString, body);
        QFETCH(QString, expected);
        const auto read = readOpen(*m_parts, localCaller(), *parseJson(body.toStdString()));
        QVERIFY(!read);
        QVERIFY2(
            read.error().text().find(expected.toStdString()) != std::string::npos,
            read.error().text().c_str());
        QVERIFY2(
            read.error().text().find("--") == std::string::npos || body.contains("--index"),
            read.error().text().c_str());
        // Not found is what a path names, never what a body does.
        QCOMPARE(std::string(errorCodeName(read.error().code())), std::string("invalid_argument"));
    }

    void whatAnEngineDoesAnywayIsNoError_data()
    {
        QTest::addColumn<QString>("body");
        const auto row = [](const char* body) { QTest::newRow(body) << QString(body); };
        for (const auto* body :
             {R"({"keep_template": false})", R"({"keep_template": true})", R"({"pull": "missing"})",
              R"({"pull": "always"})", R"({"pull": "never"})", R"({"root": "read-only"})",
              R"({"network": "none"})", R"({"workdir": "/work"})", R"({"gpus": "0"})",
              R"({"engine": "kubernetes", "keep_template": false})",
              R"({"engine": "kubernetes", "pull": "missing"})",
              R"({"engine": "docker", "container": "c", "keep_template": false})",
              R"({"engine": "docker", "container": "c", "pull": "always"})"})
            row(body);
    }

    void whatAnEngineDoesAnywayIsNoError()
    {
        QFETCH(QString, body);
        const auto read = readOpen(*m_parts, localCaller(), *parseJson(body.toStdString()));
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        // An engine is given nothing that it does not know.
        if (read->engine == "local")
            QVERIFY(read->session.sandbox.own.isEmptyBut<>());
    }

    void whatWouldBeLostIsAnError_data()
    {
        QTest::addColumn<QString>("body");
        const auto row = [](const char* body) { QTest::newRow(body) << QString(body); };
        for (const auto* body :
             {R"({"root": "writable"})",
              R"({"network": "bridge"})",
              R"({"platform": "linux/s390x"})",
              R"({"commit": "a:b"})",
              R"({"container": "c"})",
              R"({"entrypoint": ["env"]})",
              R"({"runtime": "runsc"})",
              R"({"gpus": "all"})",
              R"({"user": "1000"})",
              R"({"mounts": [{"source": "/a", "target": "/b"}]})",
              R"({"add_host": ["a:1.2.3.4"]})",
              R"({"labels": {"a": "b"}})",
              R"({"namespace": "a"})",
              R"({"manifest": "{}"})",
              R"({"pod": "p"})",
              R"({"agent_image": "a:b"})",
              R"({"dockerfile": "FROM scratch"})",
              R"({"engine": "kubernetes", "pull": "always"})",
              R"({"engine": "kubernetes", "pull": "never"})",
              R"({"engine": "kubernetes", "dockerfile": "FROM scratch"})",
              R"({"engine": "docker", "container": "c", "image": "a"})",
              R"({"engine": "docker", "container": "c", "root": "read-only"})",
              R"({"engine": "docker", "container": "c", "network": "none"})"})
            row(body);
    }

    void whatWouldBeLostIsAnError()
    {
        QFETCH(QString, body);
        const auto json = *parseJson(body.toStdString());
        const auto read = readOpen(*m_parts, localCaller(), json);
        QVERIFY(!read);
        QCOMPARE(read.error().code(), ErrorCode::InvalidArgument);
        const bool isNamed = std::any_of(json.items().begin(), json.items().end(), [&](auto& one) {
            return one.key() != "engine" && read.error().text().starts_with(one.key() + ": ");
        });
        QVERIFY2(isNamed, read.error().text().c_str());
    }

    void takesADockerfileAsText()
    {
        const Json body = {{"engine", "docker"}, {"dockerfile", "FROM a:b\n"}, {"image", "mine:1"}};
        const auto read = readOpen(*m_parts, localCaller(), body);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->dockerfile, std::string("FROM a:b\n"));
        QCOMPARE(read->session.sandbox.image, std::string("mine:1"));
        QVERIFY(readOpen(*m_parts, localCaller(), {{"engine", "docker"}, {"dockerfile", "FROM a"}})
                    ->session.sandbox.image.empty());
        auto pulled = body;
        pulled["pull"] = "always";
        QVERIFY(!readOpen(*m_parts, localCaller(), pulled));
        const ServerRules rules = {.networks = std::vector<std::string>()};
        QVERIFY(!readOpen(*m_parts, localCaller(), body, Json::object(), rules));
        Caller caller;
        caller.id = "one";
        caller.scopes = {Scope::Read, Scope::Run, Scope::Images};
        const auto refused = readOpen(*m_parts, caller, body);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::PermissionDenied);
    }

    void onlyAdministratorsChooseOtherwiseThanTheServer()
    {
        const Json defaults = {{"engine", "local"}, {"policy", "strict"}};
        Caller caller;
        caller.id = "one";
        caller.scopes = {Scope::Read, Scope::Run};
        for (const Json& body :
             {Json{{"policy", ""}}, Json{{"policy", "minimal"}}, Json{{"engine", "docker"}}}) {
            const auto refused = readOpen(*m_parts, caller, body, defaults);
            QVERIFY2(!refused, writeJson(body).c_str());
            QCOMPARE(refused.error().code(), ErrorCode::PermissionDenied);
            QVERIFY(readOpen(*m_parts, localCaller(), body, defaults));
        }
        for (const Json& body :
             {Json{{"policy", "strict"}}, Json{{"policy", nullptr}}, Json::object()}) {
            const auto opened = readOpen(*m_parts, caller, body, defaults);
            QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
            QVERIFY(opened->policy == "strict" && opened->session.policy);
        }
    }

    void leavesTheInputOfATerminalOpenUnlessAllOfItIsGiven()
    {
        const auto isOpen = [&](Json body) {
            body["code"] = "";
            const auto read = readRun(*m_parts, SandboxRequest(), body);
            return read && read->request.liveInput;
        };
        const Json terminal = {{"rows", 24}, {"columns", 80}};
        QVERIFY(isOpen({{"terminal", terminal}}));
        QVERIFY(isOpen({{"live_input", true}, {"stdin", "a"}}));
        QVERIFY(!isOpen({{"terminal", terminal}, {"stdin", ""}}));
        QVERIFY(!isOpen({{"terminal", terminal}, {"live_input", false}}));
        QVERIFY(!isOpen(Json::object()));
    }

    void namesWhatARunCannotHave_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("expected");
        const std::string word(131'071, 'w');
        const auto row = [](const char* name, Json body, const char* expected) {
            if (!body.contains("command"))
                body["code"] = "";
            QTest::newRow(name) << QString::fromStdString(writeJson(body)) << QString(expected);
        };
        row("no language", {{"language", "klingon"}}, "language: ");
        row("two languages", {{"lang", "python"}, {"language", "bash"}}, "lang: it differs");
        row("a context in a folder", {{"context", "a/b"}}, "context: must be a plain name");
        row("a context above", {{"context", ".."}}, "context: must be a plain name");
        row("a long context", {{"context", std::string(65, 'c')}}, "context: ");
        row("a long argument", {{"arguments", {"a", word + "w"}}}, "arguments: no program can");
        row("many long arguments", {{"arguments", std::vector<std::string>(9, word)}},
            "arguments: no program can");
        row("a long command", {{"command", {"sh", "-c", word + "w"}}}, "command: no program can");
        row("a long variable", {{"env", {{"LONG", word}}}}, "env.LONG: no program can");
        row("what fits", {{"arguments", std::vector<std::string>(7, word)}, {"context", "c"}}, "");
    }

    void namesWhatARunCannotHave()
    {
        QFETCH(QString, body);
        QFETCH(QString, expected);
        const auto read
            = readRun(*m_parts, SandboxRequest(), *parseJson(body.toStdString(), 1U << 22));
        if (expected.isEmpty()) {
            QVERIFY2(read, read ? "" : read.error().text().c_str());
            return;
        }
        QVERIFY(!read);
        QCOMPARE(read.error().code(), ErrorCode::InvalidArgument);
        QVERIFY2(
            read.error().text().starts_with(expected.toStdString()), read.error().text().c_str());
    }
};

SANDBENCH_TEST(TestServiceOpen);
#include "tst_service_open.moc"
