// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/exec_stream.h"
#include "core/engine/kubernetes/kube_api.h"
#include "tests/support/kubeconfig.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;

namespace {

KubeSurroundings with(const QString& file)
{
    auto surroundings = KubeSurroundings::ofThisProcess();
    surroundings.env["KUBECONFIG"] = file.toStdString();
    return surroundings;
}

Result<std::shared_ptr<KubeApi>> connectWith(const QString& file)
{
    SANDBENCH_TRY(const auto connection, chooseContext("", with(file)));
    return KubeApi::connect(connection, {});
}

std::string reasonOf(const Error& error)
{
    return std::string(errorCodeName(error.code())) + ": " + error.text();
}

Json configMap(const std::string& name)
{
    return {
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata", {{"name", name}, {"labels", {{"sandbench-test", name}}}}},
        {"data", {{"a", "1"}}}};
}

} // namespace

#define CONNECT_TO_CLUSTER()                                                                       \
    REQUIRE_CLUSTER();                                                                             \
    const auto connected = connectWith(kubeconfig());                                              \
    QVERIFY2(connected, connected ? "" : connected.error().text().c_str());                        \
    const auto& api = **connected

class KubeClusterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRealClusterSaysWhatItIs()
    {
        CONNECT_TO_CLUSTER();
        QVERIFY(api.serverName().starts_with("Kubernetes v"));
        QVERIFY(api.minorVersion() >= 20);
    }

    void objectsComeChangeAndGoAndAWatchSeesIt()
    {
        CONNECT_TO_CLUSTER();
        const std::string maps = "/api/v1/namespaces/default/configmaps";
        const auto name = "sandbench-test-" + std::to_string(::getpid());
        const kubernetes::Query ours = {{"labelSelector", "sandbench-test=" + name}};
        const auto before = api.get(maps, ours, {});
        QVERIFY(before);
        const auto made = api.post(maps, configMap(name), {});
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        const auto again = api.post(maps, configMap(name), {});
        QCOMPARE(again.error().code(), ErrorCode::AlreadyExists);
        const auto path = maps + "/" + name;
        const auto changed = api.patch(path, {{"data", {{"a", nullptr}, {"b", "2"}}}}, {});
        QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
        QVERIFY(jsonField(*changed, "data") == Json({{"b", "2"}}));
        QVERIFY(api.remove(path, {{"propagationPolicy", "Background"}}, {}));
        QCOMPARE(api.get(path, {}, {}).error().code(), ErrorCode::NotFound);

        auto query = ours;
        query.emplace_back(
            "resourceVersion", jsonString(jsonField(*before, "metadata"), "resourceVersion"));
        std::string seen;
        const auto onEvent = [&seen](const Json& event) -> Result<bool> {
            seen += jsonString(event, "type") + " ";
            return jsonString(event, "type") != "DELETED";
        };
        const auto end = api.watch(maps, query, onEvent, {});
        QVERIFY2(end, end ? "" : end.error().text().c_str());
        QCOMPARE(*end, KubeApi::WatchEnd::Enough);
        QCOMPARE(seen, std::string("ADDED MODIFIED DELETED "));
    }

    void aListsContinuationOfNonsenseIsRefused()
    {
        CONNECT_TO_CLUSTER();
        const auto list = api.get(
            "/api/v1/namespaces/default/configmaps", {{"limit", "1"}, {"continue", "bm9uc2Vuc2U"}},
            {});
        QVERIFY(!list);
        QCOMPARE(list.error().code(), ErrorCode::InvalidArgument);
    }

    void aPodThatIsWrongNamesItsFields()
    {
        CONNECT_TO_CLUSTER();
        const Json pod
            = {{"apiVersion", "v1"},
               {"kind", "Pod"},
               {"metadata", {{"name", "sandbench-test-wrong"}}},
               {"spec", {{"containers", {{{"name", "UPPER"}}}}}}};
        const auto made = api.post("/api/v1/namespaces/default/pods", pod, {});
        QVERIFY(!made);
        QCOMPARE(made.error().code(), ErrorCode::InvalidArgument);
        QVERIFY2(
            made.error().text().find("spec.containers[0].name") != std::string::npos,
            made.error().text().c_str());
    }

    void execInAPodThatIsNotThereSaysSo()
    {
        CONNECT_TO_CLUSTER();
        const auto stream
            = ExecStream::open(api, {"default", "sandbench-no-such-pod", ""}, {"true"}, {});
        QVERIFY(!stream);
        QVERIFY2(stream.error().code() == ErrorCode::NotFound, reasonOf(stream.error()).c_str());
    }

    void anAdministratorMissesNoRight()
    {
        CONNECT_TO_CLUSTER();
        for (const auto* rights : {&rightsOfSandboxes(), &furtherRights()}) {
            const auto missing = api.missingRights(*rights, "default", {});
            QVERIFY(missing);
            QVERIFY(missing->empty());
        }
    }

    void aUserWithoutRightsGetsTheMissingVerbByName()
    {
        REQUIRE_LIMITED_USER();
        const auto connected = connectWith(limitedKubeconfig());
        QVERIFY2(connected, connected ? "" : connected.error().text().c_str());
        const auto& api = **connected;
        const auto missing = api.missingRights(rightsOfSandboxes(), "default", {});
        QVERIFY2(missing, missing ? "" : missing.error().text().c_str());
        std::string names;
        for (const auto& right : *missing)
            names += right.text() + ", ";
        QCOMPARE(
            names,
            std::string("create pods, get pods, list pods, watch pods, get pods/exec, "
                        "delete pods, "));
        const Json pod = {{"apiVersion", "v1"}, {"kind", "Pod"}};
        const auto made = api.post("/api/v1/namespaces/default/pods", pod, {});
        QVERIFY(!made);
        QCOMPARE(made.error().code(), ErrorCode::PermissionDenied);
        QVERIFY2(
            made.error().text().starts_with(
                "the user 'limited' may not create pods in the namespace 'default'; "),
            made.error().text().c_str());
        const auto stream = ExecStream::open(api, {"default", "p", ""}, {"true"}, {});
        QVERIFY(!stream);
        QVERIFY2(
            stream.error().text().find("may not get pods/exec") != std::string::npos,
            stream.error().text().c_str());
    }

    void aTokenThatTheClusterDoesNotKnowSaysWhatToDo()
    {
        REQUIRE_CLUSTER();
        auto connection = chooseContext("", with(kubeconfig()));
        QVERIFY(connection);
        connection->credentials.token = "expired";
        const auto api = KubeApi::connect(*connection, {});
        QVERIFY(!api);
        QCOMPARE(api.error().code(), ErrorCode::PermissionDenied);
        QVERIFY2(
            api.error().text().find("log in") != std::string::npos, api.error().text().c_str());
    }

    void aClusterWithAnotherCertificateIsNotBelieved()
    {
        REQUIRE_CLUSTER();
        auto connection = chooseContext("", with(kubeconfig()));
        QVERIFY(connection);
        auto stranger = *connection;
        stranger.endpoint.tls.ca.clear();
        const auto refused = KubeApi::connect(stranger, {});
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().code() == ErrorCode::Unavailable, reasonOf(refused.error()).c_str());
        stranger.endpoint.verifiesTls = false;
        const auto careless = KubeApi::connect(stranger, {});
        QVERIFY2(careless, careless ? "" : careless.error().text().c_str());
    }

    void certificatesAndTokensInFilesWorkToo()
    {
        REQUIRE_CLUSTER();
        auto connection = chooseContext("", with(kubeconfig()));
        QVERIFY(connection);
        const QTemporaryDir folder;
        const auto write = [&folder](const char* name, const std::string& text) {
            QFile file(folder.filePath(name));
            return file.open(QFile::WriteOnly) && file.write(text.c_str()) > 0;
        };
        QVERIFY(write("ca.pem", connection->endpoint.tls.ca));
        QVERIFY(write("token", connection->credentials.token));
        connection->endpoint.tls.ca = folder.filePath("ca.pem").toStdString();
        connection->credentials.token.clear();
        connection->credentials.tokenFile = folder.filePath("token").toStdString();
        const auto api = KubeApi::connect(*connection, {});
        QVERIFY2(api, api ? "" : api.error().text().c_str());
    }

    void aPluginsTokenIsGoodForARealCluster()
    {
        REQUIRE_CLUSTER();
        auto connection = chooseContext("", with(kubeconfig()));
        QVERIFY(connection);
        CredentialPlugin plugin;
        plugin.command = "/bin/sh";
        plugin.apiVersion = "client.authentication.k8s.io/v1beta1";
        plugin.env["TOKEN"] = connection->credentials.token;
        plugin.env["VERSION"] = plugin.apiVersion;
        plugin.arguments
            = {"-c",
               "printf '{\"kind\":\"ExecCredential\",\"apiVersion\":\"%s\","
               "\"status\":{\"token\":\"%s\"}}' \"$VERSION\" \"$TOKEN\""};
        connection->credentials = {};
        connection->credentials.plugin = plugin;
        const auto api = KubeApi::connect(*connection, {});
        QVERIFY2(api, api ? "" : api.error().text().c_str());
    }
};

SANDBENCH_TEST(KubeClusterTest);
#include "tst_kube_cluster.moc"
