// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/service/requests.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::service;

/// What JSON asks of a sandbox, before there is one.
class TestServiceOpen : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<Composition> m_parts;

private slots:
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
               {"output", {{"output_limit", "0"}}}};
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
    }
};

QTEST_GUILESS_MAIN(TestServiceOpen)
#include "tst_service_open.moc"
