// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_endpoint.h"
#include "app/rest/front.h"
#include "app/rest/gatekeeper.h"
#include "app/rest/listener.h"
#include "tests/integration/servers/conformance_offers.h"
#include "tests/integration/servers/npm_packages.h"
#include "tests/support/needs.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <optional>
#include <thread>

using namespace sandbench;

namespace {

/// The newest that Debian's Node runs; 0.1.16 has the same scenarios of servers and wants Node 22.
const QString kSuite = "@modelcontextprotocol/conformance", kVersion = "0.1.13";
constexpr int kLeastNode = 20;

/// Our server with the suite's offers instead of sandboxes: the protocol, its HTTP and the gate
/// before it are those of "sandbenchctl serve".
class SuiteServer
{
public:
    explicit SuiteServer(const std::string& tokens)
        : m_server(test::conformanceOffers(), "1")
        , m_endpoint(m_server, m_stop.get_token())
        , m_tokens(tokens)
        , m_gate({}, m_tokens)
    {
        std::signal(SIGPIPE, SIG_IGN);
        auto listener = rest::Listener::open(
            {},
            {.onCall = [this](rest::Call& call) { return m_front->answer(call); },
             .onRefused = [](const std::string&, int) {}});
        if (!listener)
            return;
        m_listener = std::move(*listener);
        m_front.emplace(
            m_gate, rest::Router(mcp::mcpRoutes(m_endpoint, m_server)), nullptr,
            [](std::string_view) {});
        m_thread = std::jthread([this] { m_listener->serve(m_stop.get_token(), {}); });
    }
    ~SuiteServer() { m_stop.request_stop(); }
    SuiteServer(const SuiteServer&) = delete;
    SuiteServer& operator=(const SuiteServer&) = delete;

    QString url() const
    {
        return m_listener ? QString::fromStdString(m_listener->addresses().front()) + "/mcp"
                          : QString();
    }

private:
    std::stop_source m_stop;
    const mcp::McpServer m_server;
    mcp::HttpEndpoint m_endpoint;
    rest::TokenStore m_tokens;
    rest::Gatekeeper m_gate;
    std::optional<rest::Front> m_front;
    std::unique_ptr<rest::Listener> m_listener;
    std::jthread m_thread; ///< Last: it uses all of the above.
};

QByteArray said(const QString& program, const QStringList& arguments, int& status)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool hasEnded = process.waitForFinished(4 * npm::kPatience);
    status = hasEnded && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return process.readAll();
}

} // namespace

/// The protocol as its authors test it.
class TestMcpConformance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passesTheOfficialSuite()
    {
        int status = 0;
        const auto node = said("node", {"--version"}, status).mid(1).split('.').first().toInt();
        if (node < kLeastNode)
            SKIP_WITHOUT("node20", "the suite wants Node 20");
        const auto why = npm::missing("mcp-conformance", {kSuite + "@" + kVersion});
        if (!why.isEmpty())
            SKIP_WITHOUT("npm_registry", qPrintable(why));
        const QTemporaryDir folder;
        const SuiteServer server(folder.filePath("tokens.json").toStdString());
        QVERIFY(!server.url().isEmpty());
        const auto out = said(
            "node",
            {npm::folder("mcp-conformance") + "/node_modules/" + kSuite + "/dist/index.js",
             "server", "--url", server.url(), "--expected-failures",
             test::sourceFile("tests/integration/servers/mcp_conformance.yml")},
            status);
        QVERIFY2(status == 0, out.constData());
        // That it has run them, and not only has nothing to complain about.
        for (const auto* const scenario :
             {"logging-set-level", "tools-call-with-progress", "resources-subscribe",
              "prompts-get-with-args", "completion-complete", "dns-rebinding-protection"})
            QVERIFY2(out.contains(scenario), out.constData());
    }
};

SANDBENCH_TEST(TestMcpConformance);
#include "tst_mcp_conformance.moc"
