// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "core/base/private_folder.h"
#include "core/engine/kubernetes/kube_connection.h"
#include "core/engine/kubernetes/kubeconfig.h"
#include "core/engine/kubernetes/proxy_choice.h"
#include "core/engine/kubernetes/text_yaml.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sys/stat.h>

using namespace sandbench;
using namespace sandbench::kubernetes;
using namespace sandbench::test;

namespace {

using Kind = net::Endpoint::Kind;

const std::string kPem = "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n";

/// Two clusters, two users, two contexts; "prod" is the current one.
std::string twoContexts()
{
    return R"(apiVersion: v1
kind: Config
current-context: prod
clusters:
- name: big
  cluster:
    server: https://10.0.0.1:6443/k8s/c-1/
    certificate-authority-data: )"
        + toBase64(kPem) + R"(
    tls-server-name: kube.test
- name: small
  cluster: {server: 'https://small.test', certificate-authority: certs/ca.pem}
users:
- name: jane
  user: {token: 0123, as: root-ish, as-groups: [a, b]}
- name: cert
  user: {client-certificate: me.pem, client-key: /keys/me.key}
contexts:
- name: lab
  context: {cluster: small, user: cert, namespace: lab-1}
- name: prod
  context: {cluster: big, user: jane}
)";
}

std::string configWith(const std::string& cluster, const std::string& user)
{
    return "clusters: [{name: c, cluster: {" + cluster + "}}]\nusers: [{name: u, user: {" + user
        + "}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n";
}

} // namespace

class KubeConnectionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        auto folder = PrivateFolder::create("", "kubeconfig");
        QVERIFY(folder);
        m_folder = std::make_unique<PrivateFolder>(std::move(*folder));
        m_surroundings = {};
        m_surroundings.root = m_folder->path();
        m_surroundings.env["HOME"] = m_folder->path();
    }

    void theCurrentContextComesFirst()
    {
        write(".kube/config", twoContexts());
        const auto contexts = findContexts(m_surroundings);
        QVERIFY2(contexts, contexts ? "" : contexts.error().text().c_str());
        QCOMPARE(contexts->size(), std::size_t{2});
        const auto& prod = contexts->front();
        QCOMPARE(prod.context, std::string("prod"));
        QCOMPARE(prod.cluster, std::string("big"));
        QCOMPARE(prod.user, std::string("jane"));
        QCOMPARE(prod.namespaceName, std::string("default"));
        QCOMPARE(prod.endpoint.kind, Kind::Tls);
        QCOMPARE(prod.endpoint.host, std::string("10.0.0.1"));
        QCOMPARE(prod.endpoint.port, std::uint16_t{6443});
        QCOMPARE(prod.basePath, std::string("/k8s/c-1"));
        QCOMPARE(prod.endpoint.tls.ca, kPem);
        QCOMPARE(prod.endpoint.tlsServerName, std::string("kube.test"));
        QVERIFY(prod.endpoint.verifiesTls);
        QCOMPARE(prod.credentials.token, std::string("0123"));
        QCOMPARE(prod.credentials.impersonatedUser, std::string("root-ish"));
        QCOMPARE(prod.credentials.impersonatedGroups.size(), std::size_t{2});
        QCOMPARE(
            prod.text(),
            std::string("https://10.0.0.1:6443/k8s/c-1, context prod (from ~/.kube/config)"));
    }

    void pathsAreRelativeToTheirFile()
    {
        write(".kube/config", twoContexts());
        const auto lab = chooseContext("lab", m_surroundings);
        QVERIFY(lab);
        const auto folder = m_folder->path() + "/.kube/";
        QCOMPARE(lab->endpoint.tls.ca, folder + "certs/ca.pem");
        QCOMPARE(lab->endpoint.tls.cert, folder + "me.pem");
        QCOMPARE(lab->endpoint.tls.key, std::string("/keys/me.key"));
        QCOMPARE(lab->endpoint.port, std::uint16_t{443});
        QCOMPARE(lab->namespaceName, std::string("lab-1"));
    }

    void jsonIsReadToo()
    {
        QString json = R"({"clusters":[{"name":"c","cluster":{"server":"http:SLASHES[::1]",)"
                       R"("proxy-url":"socks5:SLASHESp:1"}}],)"
                       "\n\t"
                       R"("users":[{"name":"u","user":{"exec":{"apiVersion":)"
                       R"("client.authentication.k8s.io/v1","command":"bin/get","args":["a"],)"
                       R"("env":[{"name":"A","value":"b"}],"installHint":"get it",)"
                       R"("provideClusterInfo":true}}}],)"
                       R"("contexts":[{"name":"x","context":{"cluster":"c","user":"u"}}]})";
        write(".kube/config", json.replace("SLASHES", "//").toStdString());
        const auto only = chooseContext("", m_surroundings);
        QVERIFY2(only, only ? "" : only.error().text().c_str());
        QCOMPARE(only->endpoint.kind, Kind::Tcp);
        QCOMPARE(only->endpoint.port, std::uint16_t{80});
        QCOMPARE(only->endpoint.proxy, std::string("socks5://p:1"));
        QVERIFY(only->credentials.plugin);
        const auto& plugin = *only->credentials.plugin;
        QCOMPARE(plugin.command, m_folder->path() + "/.kube/bin/get");
        QCOMPARE(plugin.arguments, std::vector<std::string>{"a"});
        QCOMPARE(plugin.env.at("A"), std::string("b"));
        QCOMPARE(plugin.installHint, std::string("get it"));
        QVERIFY(plugin.providesClusterInfo && !plugin.needsTerminal);
    }

    void theFirstFileOfAListWins()
    {
        write("a", "current-context: one\nclusters: [{name: c, cluster: {server: 'https://a'}}]\n");
        write(
            "b",
            "current-context: two\nclusters: [{name: c, cluster: {server: 'https://b'}},\n"
            "  {name: d, cluster: {server: 'https://d'}}]\nusers: [{name: u, user: {}}]\n"
            "contexts: [{name: one, context: {cluster: c, user: u}},\n"
            "  {name: two, context: {cluster: d, user: u}}]\n");
        const auto at = [this](const char* name) { return m_folder->path() + "/" + name; };
        m_surroundings.env["KUBECONFIG"]
            = at("missing") + "::" + at("a") + ":" + at("a") + ":" + at("b");
        const auto contexts = findContexts(m_surroundings);
        QVERIFY2(contexts, contexts ? "" : contexts.error().text().c_str());
        QCOMPARE(contexts->size(), std::size_t{2});
        QCOMPARE(contexts->at(0).context, std::string("one"));
        QCOMPARE(contexts->at(0).endpoint.host, std::string("a"));
        QCOMPARE(contexts->at(1).endpoint.host, std::string("d"));
    }

    void aListOfMissingFilesNamesTheVariable()
    {
        m_surroundings.env["KUBECONFIG"] = m_folder->path() + "/missing";
        const auto contexts = findContexts(m_surroundings);
        QVERIFY(!contexts);
        QCOMPARE(contexts.error().code(), ErrorCode::Unavailable);
        QVERIFY(contains(contexts.error().text(), "KUBECONFIG"));
    }

    void noFileAtAllSaysHowToGetOne()
    {
        for (const auto& result :
             {chooseContext("", m_surroundings), chooseContext("x", m_surroundings)}) {
            QVERIFY(!result);
            QCOMPARE(result.error().code(), ErrorCode::Unavailable);
            QVERIFY(contains(result.error().text(), "~/.kube/config"));
        }
    }

    void aPodWithoutATokenIsToldSo()
    {
        m_surroundings.env["KUBERNETES_SERVICE_HOST"] = "10.0.0.1";
        const auto result = chooseContext("", m_surroundings);
        QVERIFY(!result);
        QCOMPARE(result.error().code(), ErrorCode::Unavailable);
        QVERIFY(contains(result.error().text(), "serviceaccount/token"));
        QVERIFY(contains(result.error().text(), "automountServiceAccountToken"));
    }

    void anUnknownContextNamesTheKnownOnes()
    {
        write(".kube/config", twoContexts());
        const auto chosen = chooseContext("nowhere", m_surroundings);
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code(), ErrorCode::NotFound);
        QVERIFY(contains(chosen.error().text(), "known: lab, prod"));
    }

    void withoutACurrentContextTheOnlyOneIsUsed()
    {
        write(".kube/config", configWith("server: 'https://c'", ""));
        const auto chosen = chooseContext("", m_surroundings);
        QVERIFY2(chosen, chosen ? "" : chosen.error().text().c_str());
        auto two = twoContexts();
        two.replace(two.find("current-context: prod"), 21, "");
        write(".kube/config", two);
        const auto none = chooseContext("", m_surroundings);
        QVERIFY(!none);
        QVERIFY(contains(none.error().text(), "choose one of lab, prod"));
        QCOMPARE(findContexts(m_surroundings).value().size(), std::size_t{2});
    }

    void aPodUsesItsServiceAccount()
    {
        write("var/run/secrets/kubernetes.io/serviceaccount/token", "t");
        write("var/run/secrets/kubernetes.io/serviceaccount/namespace", "lab\n");
        m_surroundings.env["KUBERNETES_SERVICE_HOST"] = "fd00::1";
        m_surroundings.env["KUBERNETES_SERVICE_PORT"] = "6443";
        const auto chosen = chooseContext("", m_surroundings);
        QVERIFY2(chosen, chosen ? "" : chosen.error().text().c_str());
        const auto folder = m_folder->path() + "/var/run/secrets/kubernetes.io/serviceaccount/";
        QCOMPARE(chosen->context, std::string("in-cluster"));
        QCOMPARE(chosen->endpoint.host, std::string("fd00::1"));
        QCOMPARE(chosen->endpoint.port, std::uint16_t{6443});
        QCOMPARE(chosen->endpoint.tls.ca, folder + "ca.crt");
        QCOMPARE(chosen->credentials.tokenFile, folder + "token");
        QCOMPARE(chosen->namespaceName, std::string("lab"));
        QCOMPARE(findContexts(m_surroundings).value().size(), std::size_t{1});
        write(".kube/config", twoContexts());
        QCOMPARE(chooseContext("", m_surroundings).value().context, std::string("prod"));
        QCOMPARE(
            chooseContext("in-cluster", m_surroundings).value().namespaceName, std::string("lab"));
    }

    void anUncheckedCertificateIsAWarning()
    {
        write(
            ".kube/config", configWith("server: 'https://c', insecure-skip-tls-verify: true", ""));
        const auto chosen = chooseContext("", m_surroundings);
        QVERIFY(chosen);
        QVERIFY(!chosen->endpoint.verifiesTls);
        QCOMPARE(chosen->warnings.size(), std::size_t{1});
        QVERIFY(contains(chosen->warnings.front(), "certificate is not checked"));
    }

    void aSecretThatEverybodyCanReadIsAdviceForTheDoctor()
    {
        write(".kube/config", configWith("server: 'https://c'", "token: t"));
        const auto path = m_folder->path() + "/.kube/config";
        QCOMPARE(::chmod(path.c_str(), 0600), 0);
        QVERIFY(chooseContext("", m_surroundings).value().advice.empty());
        QCOMPARE(::chmod(path.c_str(), 0644), 0);
        const auto chosen = chooseContext("", m_surroundings).value();
        QVERIFY(chosen.warnings.empty());
        QCOMPARE(chosen.advice.size(), std::size_t{1});
        QVERIFY2(contains(chosen.advice.front(), "chmod 600"), chosen.advice.front().c_str());
    }

    void credentialsInTheOpenAreAWarning()
    {
        write(".kube/config", configWith("server: 'http://c'", "username: a, password: b"));
        ::chmod((m_folder->path() + "/.kube/config").c_str(), 0600);
        const auto warnings = chooseContext("", m_surroundings).value().warnings;
        QCOMPARE(warnings.size(), std::size_t{1});
        QVERIFY(contains(warnings.front(), "in the open"));
    }

    void aContextThatCannotBeUsedSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("cluster");
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, const char* cluster, const char* user,
                            const char* words) {
            QTest::newRow(name) << QByteArray(cluster) << QByteArray(user) << QByteArray(words);
        };
        row("both kinds of trust",
            "server: 'https://c', insecure-skip-tls-verify: true, certificate-authority: a", "",
            "clusters[c].insecure-skip-tls-verify");
        row("no server", "", "", "clusters[c].server");
        row("a strange scheme", "server: 'ftp://c'", "", "https:// or http://");
        row("a query", "server: 'https://c/x?y'", "", "path");
        row("a strange proxy", "server: 'https://c', proxy-url: 'file:///x'", "", "proxy-url");
        row("two logins", "server: 'https://c'", "token: t, username: u", "users[u].username");
        row("an old provider", "server: 'https://c'", "auth-provider: {name: gcp}", "1.26");
        row("an old plugin", "server: 'https://c'",
            "exec: {command: x, apiVersion: client.authentication.k8s.io/v1alpha1}",
            "users[u].exec.apiVersion");
        row("a plugin without a name", "server: 'https://c'", "exec: {apiVersion: x}",
            "exec.command is missing");
        row("groups of nobody", "server: 'https://c'", "as-groups: [a]", "users[u].as is missing");
        row("no base64", "server: 'https://c', certificate-authority-data: '%%'", "",
            "certificate-authority-data");
        row("no PEM", "server: 'https://c', certificate-authority-data: YWJj", "", "PEM");
        row("a token of two lines", "server: 'https://c'", "token: \"a\\nb\"", "users[u].token");
        row("a token with a bell", "server: 'https://c'", "token: \"a\\ab\"", "control characters");
        row("a server of another kind", "server: [a]", "", "clusters[c].server is not text");
        row("not true and not false", "server: 'https://c', insecure-skip-tls-verify: perhaps", "",
            "neither true nor false");
        row("an escape in a key", "server: 'https://c'", "as-user-extra: {\"\\e[1m\": 1}",
            "as-user-extra.[1m is no list");
        row("an evil variable", "server: 'https://c'", "exec: {env: [{name: 'A=B'}]}", "exec.env");
    }

    void aContextThatCannotBeUsedSaysWhy()
    {
        QFETCH(QByteArray, cluster);
        QFETCH(QByteArray, user);
        QFETCH(QByteArray, words);
        write(".kube/config", configWith(cluster.toStdString(), user.toStdString()));
        const auto chosen = chooseContext("", m_surroundings);
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code(), ErrorCode::InvalidArgument);
        const auto text = chosen.error().text();
        QVERIFY2(contains(text, words.toStdString()), text.c_str());
        QVERIFY2(contains(text, m_folder->path()), text.c_str());
    }

    void aBrokenContextDoesNotHideOthers()
    {
        auto config = twoContexts();
        config += "- name: broken\n  context: {cluster: nowhere, user: jane}\n"
                  "- name: shouting\n  context: {cluster: big, user: jane, namespace: ../x}\n";
        write(".kube/config", config);
        QCOMPARE(findContexts(m_surroundings).value().size(), std::size_t{2});
        const auto broken = chooseContext("broken", m_surroundings);
        QVERIFY(!broken && contains(broken.error().text(), "contexts[broken].cluster"));
        const auto shouting = chooseContext("shouting", m_surroundings);
        QVERIFY(!shouting && contains(shouting.error().text(), "namespace"));
    }

    void aFileThatIsNoKubeconfigIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("text") << QByteArray("hello");
        QTest::newRow("a list") << QByteArray("[1]");
        QTest::newRow("another kind") << QByteArray("kind: Pod");
        QTest::newRow("broken") << QByteArray("a: [");
        QTest::newRow("deep") << QByteArray(100'000, '[');
        QTest::newRow("deep blocks") << QByteArray("- ").repeated(20'000);
        QTest::newRow("no list") << QByteArray("clusters: {a: b}");
        QTest::newRow("no name") << QByteArray("clusters: [{cluster: {}}]");
        QTest::newRow("twice") << QByteArray(
            "clusters: [{name: a, cluster: {}}, {name: a, cluster: {}}]");
        QTest::newRow("a cycle") << QByteArray("a: &a [*a]");
        QTest::newRow("no UTF-8") << QByteArray("a: \xff");
        QByteArray bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 12; ++i) {
            const auto last = "*a" + QByteArray::number(i - 1);
            const auto name = "a" + QByteArray::number(i);
            bomb += name + ": &" + name + " [" + (last + ", ").repeated(9) + last + "]\n";
        }
        QTest::newRow("a bomb") << bomb;
    }

    void aFileThatIsNoKubeconfigIsRefused()
    {
        QFETCH(QByteArray, text);
        const auto parsed = parseKubeconfig(text.toStdString(), "/f");
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code(), ErrorCode::InvalidArgument);
        QVERIFY(parsed.error().text().starts_with("/f: "));
        QVERIFY(parsed.error().text().size() < 400);
    }

    /// yaml-cpp 0.7 would make documents of it for ever.
    void aStrayCommaIsNotReadForEver()
    {
        const auto parsed = parseKubeconfig(",{a: b}]", "/f");
        QVERIFY(parsed && parsed->contexts.empty());
    }

    void anEmptyFileNamesNothing()
    {
        write(".kube/config", "");
        const auto chosen = chooseContext("", m_surroundings);
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code(), ErrorCode::Unavailable);
    }

    void theEnvironmentsProxyIsTakenAsKubectlDoes_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<QByteArray>("excluded");
        QTest::addColumn<bool>("isUsed");
        const auto row = [](const char* host, const char* excluded, bool isUsed) {
            QTest::addRow("%s but %s", host, excluded)
                << QByteArray(host) << QByteArray(excluded) << isUsed;
        };
        row("kube.test", "", true);
        row("localhost", "", false);
        row("127.0.0.5", "", false);
        row("kube.test", "*", false);
        row("kube.test", "test", false);
        row("kube.test", "a, .TEST ", false);
        row("test", ".test", true);
        row("kube.test", "ube.test", true);
        row("kube.test", "kube.test:443", false);
        row("kube.test", "kube.test:6443", true);
        row("10.1.2.3", "10.0.0.0/8", false);
        row("10.1.2.3", "10.1.2.0/31", true);
        row("10.1.2.3", "10.1.2.3", false);
        row("10.1.2.3", "10.0.0.0/99", true);
        row("fd00::1", "fd00::/8", false);
        row("fd00::1", "[fd00::1]:443", false);
        row("10.1.2.3", "3", true);
    }

    void theEnvironmentsProxyIsTakenAsKubectlDoes()
    {
        QFETCH(QByteArray, host);
        QFETCH(QByteArray, excluded);
        QFETCH(bool, isUsed);
        net::Endpoint endpoint;
        endpoint.kind = Kind::Tls;
        endpoint.host = host.toStdString();
        endpoint.port = 443;
        const auto proxy = proxyOfEnvironment(
            endpoint,
            {{"HTTP_PROXY", "http://other"},
             {"https_proxy", "proxy:3128"},
             {"NO_PROXY", excluded.toStdString()}});
        QCOMPARE(proxy, std::string(isUsed ? "http://proxy:3128" : ""));
    }

    void everyPlainValueOfAKubeconfigIsText()
    {
        const auto text = parseTextYaml("a: 017\nb: ~\nc: 'null'\nd: &x [yes, 1.5]\ne: *x\n");
        QVERIFY2(text, text ? "" : text.error().text().c_str());
        QCOMPARE(
            writeJson(*text),
            std::string(R"({"a":"017","b":null,"c":"null","d":["yes","1.5"],"e":["yes","1.5"]})"));
        QVERIFY(!parseTextYaml("a: 1\na: 2\n"));
        QVERIFY(!parseTextYaml("[a]: 1\n"));
    }

private:
    void write(const std::string& path, const std::string& text)
    {
        const auto whole = std::filesystem::path(m_folder->path()) / path;
        std::filesystem::create_directories(whole.parent_path());
        std::ofstream(whole, std::ios::trunc) << text;
    }

    std::unique_ptr<PrivateFolder> m_folder;
    KubeSurroundings m_surroundings;
};

SANDBENCH_TEST(KubeConnectionsTest);
#include "tst_kube_connections.moc"
