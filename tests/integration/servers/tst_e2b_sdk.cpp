// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/npm_packages.h"
#include "tests/integration/servers/serving.h"
#include "tests/support/needs.h"
#include "tests/support/rest_client.h"
#include "tests/support/source_file.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QProcessEnvironment>
#include <QTest>

#include <thread>

using namespace sandbench;
using sandbench::test::RestApi;

/// E2B's own JavaScript client against the facade.
class TestE2bSdk : public QObject
{
    Q_OBJECT

    /// What their client complains of; empty = all went well.
    static QByteArray usedAt(const QString& server, const QString& key)
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("E2B_SDK", npm::folder("e2b-sdk"));
        environment.insert("E2B_API_URL", server + "/e2b");
        environment.insert("E2B_SANDBOX_URL", server + "/e2b");
        environment.insert("E2B_API_KEY", key);
        QProcess node;
        node.setProcessEnvironment(environment);
        node.setProcessChannelMode(QProcess::MergedChannels);
        node.start(
            "node", {sandbench::test::sourceFile("tests/integration/servers/e2b_client.mjs")});
        const bool ended = node.waitForFinished(npm::kPatience);
        const auto said = node.readAll();
        node.kill();
        return ended && node.exitCode() == 0 ? QByteArray() : "it failed: " + said;
    }

private Q_SLOTS:
    void worksWithAnotherAddressAndNothingElse()
    {
        test::TestEngine engine("local");
        if (const auto why = engine.whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        if (const auto why = npm::missing("e2b-sdk", {"@e2b/code-interpreter@2"}); !why.isEmpty())
            SKIP_WITHOUT("npm_registry", qPrintable(why));
        std::string problem;
        const auto api = RestApi::create(problem);
        QVERIFY2(api, problem.c_str());
        const auto listener = rest::Listener::open({}, {[&api](rest::Call& call) {
                                                       call.caller = workspace::localCaller();
                                                       return api->router().answer(call);
                                                   }});
        QVERIFY(listener.has_value());
        std::stop_source stop;
        std::jthread serving(
            [&] { (*listener)->serve(stop.get_token(), {.grace = std::chrono::seconds(5)}); });
        const auto said = usedAt(
            QString::fromStdString((*listener)->addresses().front()), "e2b_0123456789abcdef");
        stop.request_stop();
        serving.join();
        QVERIFY2(said.isEmpty(), said.constData());
        QCOMPARE(api->sandboxes().count(), std::size_t(0));
    }

    void worksWhereATokenIsNeeded()
    {
        test::TestEngine engine("local");
        if (const auto why = engine.whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        if (const auto why = npm::missing("e2b-sdk", {"@e2b/code-interpreter@2"}); !why.isEmpty())
            SKIP_WITHOUT("npm_registry", qPrintable(why));
        const ctl::Folder folder;
        const auto file = folder.path("tokens.json");
        const auto key = ctl::run({"token", "create", "sdk", "--e2b", "--scopes", "read,run",
                                   "--tokens", file})
                             .out.trimmed();
        const ctl::Server server({"--require-token", "--tokens", file, "--grace", "0"});
        const auto said = usedAt(server.url({}), key);
        QVERIFY2(said.isEmpty(), said.constData());
    }
};

SANDBENCH_TEST(TestE2bSdk);
#include "tst_e2b_sdk.moc"
