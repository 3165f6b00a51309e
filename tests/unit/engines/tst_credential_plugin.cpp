// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/engine/kubernetes/credential_plugin.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

const std::string kVersion = "client.authentication.k8s.io/v1";

std::string credential(const std::string& status, const std::string& version = kVersion)
{
    return R"({"kind":"ExecCredential","apiVersion":)" + writeJson(version)
        + ",\"status\":" + status + "}";
}

KubeConnection connectionWith(const std::string& script)
{
    KubeConnection connection;
    connection.endpoint.kind = net::Endpoint::Kind::Tls;
    connection.endpoint.host = "kube.test";
    connection.endpoint.port = 6443;
    auto& plugin = connection.credentials.plugin.emplace();
    plugin.command = "/bin/sh";
    plugin.arguments = {"-c", script};
    plugin.apiVersion = kVersion;
    plugin.installHint = "get it\nsomewhere";
    return connection;
}

Result<PluginCredentials>
ask(const KubeConnection& connection, std::chrono::milliseconds patience = 60s,
    std::stop_token stop = {})
{
    return askPlugin(connection, {{"PATH", "/usr/bin:/bin"}}, stop, patience);
}

} // namespace

class CredentialPluginTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsATokenWithItsEnd()
    {
        const auto read = parseExecCredential(
            credential(R"({"token":"t","expirationTimestamp":"2030-01-01T00:00:00Z"})"), kVersion);
        QVERIFY(read);
        QCOMPARE(read->token, std::string("t"));
        QCOMPARE(read->expiresAt.value_or(0), std::int64_t{1893456000});
    }

    void readsACertificate()
    {
        const auto read = parseExecCredential(
            credential(R"({"clientCertificateData":"-----BEGIN C-----\nx",)"
                       R"("clientKeyData":"-----BEGIN K-----\ny\n"})"),
            kVersion);
        QVERIFY(read);
        QCOMPARE(read->cert, std::string("-----BEGIN C-----\nx\n"));
        QCOMPARE(read->key, std::string("-----BEGIN K-----\ny\n"));
        QVERIFY(!read->expiresAt);
    }

    void refusesWhatIsNoCredential_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("nothing", "");
        row("text", "logged in!");
        row("another kind", R"({"kind":"Pod","apiVersion":)" + writeJson(kVersion) + "}");
        row("another version", credential(R"({"token":"t"})", kVersion + "beta1"));
        row("no status", credential("null"));
        row("an empty status", credential("{}"));
        row("half a certificate", credential(R"({"clientCertificateData":"-----BEGIN x"})"));
        row("no PEM", credential(R"({"clientCertificateData":"a","clientKeyData":"b"})"));
        row("a token of two lines", credential(R"({"token":"a\r\nX: y"})"));
        row("an endless token", credential("{\"token\":\"" + std::string(100'000, 'x') + "\"}"));
        row("an endless text", std::string(300'000, ' ') + credential(R"({"token":"t"})"));
    }

    void refusesWhatIsNoCredential()
    {
        QFETCH(QByteArray, text);
        const auto read = parseExecCredential(text.toStdString(), kVersion);
        QVERIFY(!read);
        QCOMPARE(read.error().code(), ErrorCode::Protocol);
        QVERIFY(read.error().text().size() < 300);
    }

    void tellsThePluginAboutTheCluster()
    {
        auto connection = connectionWith("");
        const auto brief = parseJson(execInfoOf(connection, "ca")).value();
        QVERIFY(jsonField(jsonField(brief, "spec"), "cluster").is_null());
        connection.credentials.plugin->providesClusterInfo = true;
        connection.endpoint.verifiesTls = false;
        connection.basePath = "/c-1";
        const auto whole = parseJson(execInfoOf(connection, "ca")).value();
        const Json expected
            = {{"server", "https://kube.test:6443/c-1"},
               {"insecure-skip-tls-verify", true},
               {"certificate-authority-data", "Y2E="}};
        QVERIFY2(whole["spec"]["cluster"] == expected, writeJson(whole).c_str());
        QCOMPARE(jsonString(whole, "apiVersion"), kVersion);
        QVERIFY(whole["spec"]["interactive"] == false);
    }

    void runsThePluginWithItsVariables()
    {
        auto connection = connectionWith(
            R"(case "$KUBERNETES_EXEC_INFO" in *'"interactive":false'*) ;; *) exit 9;; esac
            printf '{"kind":"ExecCredential","apiVersion":"%s","status":{"token":"%s"}}' )"
            + kVersion + R"( "$WHO")");
        connection.credentials.plugin->env["WHO"] = "me";
        const auto given = ask(connection);
        QVERIFY2(given, given ? "" : given.error().text().c_str());
        QCOMPARE(given->token, std::string("me"));
    }

    void saysWhyThePluginFailed()
    {
        const auto given = ask(connectionWith("echo first >&2; echo 'log in again' >&2; exit 1"));
        QVERIFY(!given);
        QCOMPARE(given.error().code(), ErrorCode::Unavailable);
        QCOMPARE(
            given.error().text(),
            std::string("the credential plugin /bin/sh failed: log in again; get it somewhere"));
    }

    void saysWhatThePluginComplainsOfWhenItsAnswerIsNone()
    {
        const auto given = ask(connectionWith("echo hello; echo 'no network' >&2"));
        QVERIFY(!given);
        QCOMPARE(given.error().code(), ErrorCode::Protocol);
        QVERIFY2(contains(given.error().text(), "no network"), given.error().text().c_str());
    }

    void saysHowToInstallAMissingPlugin()
    {
        for (const auto* command : {"sandbench-no-such-plugin", "/nonexistent/plugin"}) {
            auto connection = connectionWith("");
            connection.credentials.plugin->command = command;
            const auto given = ask(connection);
            QVERIFY(!given);
            QCOMPARE(given.error().code(), ErrorCode::Unavailable);
            QVERIFY2(
                contains(given.error().text(), command)
                    && contains(given.error().text(), "get it somewhere"),
                given.error().text().c_str());
        }
    }

    void doesNotStartAPluginThatNeedsATerminal()
    {
        auto connection = connectionWith("exit 0");
        connection.credentials.plugin->needsTerminal = true;
        const auto given = ask(connection);
        QVERIFY(!given);
        QVERIFY(contains(given.error().text(), "terminal"));
    }

    void doesNotWaitForASilentPlugin()
    {
        QCOMPARE(ask(connectionWith("exec sleep 1000"), 100ms).error().code(), ErrorCode::Timeout);
    }

    void letsGoOfThePluginWhenStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto given = ask(connectionWith("exec sleep 1000"), 60s, stop.get_token());
        QCOMPARE(given.error().code(), ErrorCode::Cancelled);
    }

    void doesNotReadAnEndlessAnswer()
    {
        QCOMPARE(ask(connectionWith("yes")).error().code(), ErrorCode::Protocol);
    }

    void doesNotKeepAnEndlessComplaint()
    {
        const auto given
            = ask(connectionWith("head -c 3000000 /dev/zero >&2; echo >&2; echo end >&2; exit 3"));
        QVERIFY(!given);
        QVERIFY(contains(given.error().text(), "failed: end; "));
    }
};

SANDBENCH_TEST(CredentialPluginTest);
#include "tst_credential_plugin.moc"
