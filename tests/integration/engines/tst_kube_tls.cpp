// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/websocket_stream.h"
#include "tests/integration/engines/cluster_under_test.h"
#include "tests/support/connect_proxy.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace sandbench;
using namespace sandbench::net;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

/// "200", or the error's code and words.
std::string askedOf(const Endpoint& endpoint, const HttpRequest& request)
{
    const auto response = HttpClient(endpoint).send(request, {});
    return response
        ? std::to_string(response->status)
        : std::string(errorCodeName(response.error().code())) + ": " + response.error().text();
}

/// The same over a connection of its own, as a WebSocket asks.
std::string upgradeAskedOf(const Endpoint& endpoint, const HttpRequest& request)
{
    const auto opened = openWebSocket(HttpClient(endpoint), request, {}, {});
    return opened
        ? std::to_string(opened->response.status)
        : std::string(errorCodeName(opened.error().code())) + ": " + opened.error().text();
}

} // namespace

/// What a kubeconfig may say of TLS and proxies, against a real API server.
class KubeTlsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_cluster = ClusterUnderTest::find();
        if (!m_cluster)
            SKIP_WITHOUT("kubernetes", "no cluster: set KUBECONFIG, and install kubectl");
        m_request = m_cluster->request("/api/v1/namespaces/default");
        m_request.patience = 20s;
    }

    void theAuthorityMayBeTextOrAFile()
    {
        auto endpoint = m_cluster->endpoint;
        QVERIFY(isPemText(endpoint.tls.ca));
        expectAnswer(endpoint);
        const QTemporaryDir folder;
        const auto path = folder.filePath("ca.pem").toStdString();
        std::ofstream(path) << endpoint.tls.ca;
        endpoint.tls.ca = path;
        expectAnswer(endpoint);
    }

    void aServerOfAnotherAuthorityIsNotBelieved()
    {
        auto endpoint = m_cluster->endpoint;
        endpoint.tls.ca.clear(); // the system's
        expectError(endpoint, "unavailable", "prove who it is");
        endpoint.verifiesTls = false;
        expectAnswer(endpoint);
    }

    void aServerOfAnotherNameIsNotBelieved()
    {
        auto endpoint = m_cluster->endpoint;
        endpoint.tlsServerName = "kubernetes.default.svc";
        expectAnswer(endpoint);
        endpoint.tlsServerName = "another.example";
        expectError(endpoint, "unavailable", "prove who it is");
        endpoint.tlsServerName = "x/../../y";
        expectError(endpoint, "invalid_argument", "no host name");
        endpoint.tlsServerName = "another.example";
        endpoint.verifiesTls = false;
        expectAnswer(endpoint);
    }

    void badCertificatesAreTheCallersFaultAndNeverPrinted()
    {
        auto endpoint = m_cluster->endpoint;
        endpoint.tls.ca = "SECRET\nBYTES\n";
        expectError(endpoint, "invalid_argument", "no PEM text");
        endpoint = m_cluster->endpoint;
        endpoint.tls.cert = "SECRET\ncertificate\n";
        endpoint.tls.key = "SECRET\nkey\n";
        expectError(endpoint, "invalid_argument", "belong");
        endpoint.tls.cert = m_cluster->endpoint.tls.ca;
        expectError(endpoint, "invalid_argument", "belong");
    }

    void aProxyIsUsedForEverything()
    {
        const ConnectProxy proxy;
        auto endpoint = m_cluster->endpoint;
        endpoint.proxy = proxy.url();
        expectAnswer(endpoint);
        QCOMPARE(proxy.requests().size(), std::size_t{2});
        const auto line = "CONNECT " + endpoint.host + ":" + std::to_string(endpoint.port);
        for (const auto& request : proxy.requests())
            QVERIFY2(request.starts_with(line), request.c_str());
    }

    void aProxyKnowsUsByName()
    {
        ConnectProxy::Habits habits;
        habits.credentials = "me:SECRET";
        const ConnectProxy proxy(habits);
        auto endpoint = m_cluster->endpoint;
        endpoint.proxy = proxy.url("me:SECRET@");
        expectAnswer(endpoint);
        endpoint.proxy = proxy.url("me:SECRET2@");
        expectError(endpoint, "permission_denied", "name and a password");
        endpoint.proxy = proxy.url();
        expectError(endpoint, "permission_denied", proxy.url());
    }

    void aProxyAndAnotherNameGoTogether()
    {
        const ConnectProxy proxy;
        auto endpoint = m_cluster->endpoint;
        endpoint.proxy = proxy.url();
        endpoint.tlsServerName = "kubernetes.default.svc";
        expectAnswer(endpoint);
        const auto line = "CONNECT " + endpoint.host + ":" + std::to_string(endpoint.port);
        QVERIFY(proxy.requests().front().starts_with(line));
        endpoint.tlsServerName = "another.example";
        expectError(endpoint, "unavailable", "prove who it is");
    }

    void aProxyThatRefusesIsNamed()
    {
        ConnectProxy::Habits habits;
        habits.refusal = 403;
        const ConnectProxy refusing(habits);
        auto endpoint = m_cluster->endpoint;
        endpoint.proxy = refusing.url("me:SECRET@");
        expectError(endpoint, "unavailable", refusing.url());
        const ConnectProxy proxy;
        endpoint.proxy = proxy.url();
        endpoint.port = 1;
        expectError(endpoint, "unavailable", proxy.url());
        endpoint.proxy = "http://me:SECRET@127.0.0.1:1";
        expectError(endpoint, "unavailable", "http://127.0.0.1:1");
        endpoint.proxy = "socks5://me:SECRET@127.0.0.1:1";
        expectError(endpoint, "unavailable", "socks5://127.0.0.1:1");
        endpoint.proxy = "http://me:SECRET@no-such-host.invalid:1";
        expectError(endpoint, "unavailable", "http://no-such-host.invalid:1");
        endpoint.proxy = "ftp://me:SECRET@127.0.0.1:1";
        expectError(endpoint, "invalid_argument", "http://");
    }

    void aProxyThatIsSilentHoldsNobodyWhoStops()
    {
        ConnectProxy::Habits habits;
        habits.isSilent = true;
        const ConnectProxy proxy(habits);
        auto endpoint = m_cluster->endpoint;
        endpoint.proxy = proxy.url();
        m_request.patience = 200ms;
        expectError(endpoint, "timeout", "");
        m_request.patience = 20s;
        std::stop_source stop;
        stop.request_stop();
        const auto response = HttpClient(endpoint).send(m_request, stop.get_token());
        QVERIFY(!response);
        QCOMPARE(response.error().code(), ErrorCode::Cancelled);
    }

private:
    void expectAnswer(const Endpoint& endpoint)
    {
        QCOMPARE(askedOf(endpoint, m_request), std::string("200"));
        // There is no such pod; what matters is that the answer comes.
        auto request = m_request;
        request.target += "/pods/no-such-pod/exec?command=true&stdout=true";
        QCOMPARE(upgradeAskedOf(endpoint, request), std::string("404"));
    }

    void expectError(const Endpoint& endpoint, const std::string& code, const std::string& words)
    {
        for (const auto& said :
             {askedOf(endpoint, m_request), upgradeAskedOf(endpoint, m_request)}) {
            QVERIFY2(said.starts_with(code + ": "), said.c_str());
            QVERIFY2(said.find(words) != std::string::npos, said.c_str());
            QVERIFY2(said.find("SECRET") == std::string::npos, said.c_str());
        }
    }

    std::optional<ClusterUnderTest> m_cluster;
    HttpRequest m_request;
};

SANDBENCH_TEST(KubeTlsTest);
#include "tst_kube_tls.moc"
