// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/run_plan.h"
#include "app/cli/waiting_line.h"
#include "core/engine/kubernetes/pod_options.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/cli_plans.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::cli;

namespace {

Json cluster()
{
    return {{"engine", "kubernetes"}};
}

bool begins(const std::string& text, std::string_view with)
{
    return text.starts_with(with);
}

} // namespace

class CliPodsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsSaidOfThePodIsInTheSpec()
    {
        const auto request = plan(
            {{"engine", "kubernetes"},
             {"namespace", "lab-1"},
             {"container", "main"},
             {"agent_image", "agent:1"}});
        QVERIFY2(request, request ? "" : request.error().text().c_str());
        const auto& spec = request->session.sandbox;
        QCOMPARE(podOf(spec).namespaceName, std::string("lab-1"));
        QCOMPARE(podOf(spec).container, std::string("main"));
        QCOMPARE(podOf(spec).agentImage, std::string("agent:1"));
        QVERIFY(containerOf(spec).existing.empty());
    }

    void anExistingPodIsNamedByPodAndItsContainerByContainer()
    {
        auto said = cluster();
        said["pod"] = "web-0";
        said["container"] = "main";
        const auto request = plan(said);
        QVERIFY(request);
        QCOMPARE(containerOf(request->session.sandbox).existing, std::string("web-0"));
        QCOMPARE(podOf(request->session.sandbox).container, std::string("main"));
        said["memory"] = "1g";
        QVERIFY(begins(problemOf(said), "--memory: an existing pod (--pod) "));
        said.erase("memory");
        said["manifest"] = "kind: Pod";
        QVERIFY(begins(problemOf(said), "--manifest: an existing pod (--pod) "));
    }

    void installsGetThePodsNetworkForTheirTime()
    {
        auto said = cluster();
        said["install"] = {"pip install rich"};
        const auto request = plan(said);
        QVERIFY(request);
        QCOMPARE(request->session.sandbox.network.name, std::string("pod"));
        QVERIFY(request->installs.dropsNetwork);
    }

    void otherEnginesHaveNoPods_data()
    {
        QTest::addColumn<QByteArray>("option");
        for (const auto* option :
             {"--context", "--namespace", "--manifest", "--pod", "--agent-image"})
            QTest::newRow(option) << QByteArray(option);
    }

    void otherEnginesHaveNoPods()
    {
        QFETCH(QByteArray, option);
        for (const auto* engine : {"local", "docker", "podman"}) {
            Json said = {{"engine", engine}};
            type(said, option.toStdString(), "c");
            const auto problem = problemOf(said);
            QVERIFY2(
                begins(problem, option.toStdString() + ": only Kubernetes has that"),
                problem.c_str());
        }
    }

    void aClusterFetchesImagesItself()
    {
        for (const Json& asked :
             {Json{{"pull", "always"}}, Json{{"pull", "never"}}, Json{{"build", "/tmp"}}}) {
            auto said = cluster();
            said.update(asked);
            const auto problem = problemOf(said);
            QVERIFY2(problem.find("registry") != std::string::npos, problem.c_str());
        }
    }

    void aNamespaceIsCheckedBeforeAnythingIsAsked()
    {
        for (const auto* name : {"../x", "UPPER", "a.b", "-a", "a-", "a b"}) {
            auto said = cluster();
            said["namespace"] = name;
            QVERIFY2(begins(problemOf(said), "--namespace: "), name);
        }
    }

    void contextIsTheClustersOrAnInterpreters()
    {
        RunOptions options;
        options.sandbox = {{"engine", "kubernetes"}, {"context", "prod"}};
        QVERIFY(settleContexts(options));
        QCOMPARE(workspace::connectionOf(options.sandbox), std::string("prod"));
        QVERIFY(options.context.empty());

        options.sandbox["engine"] = "docker";
        QVERIFY(settleContexts(options));
        QCOMPARE(options.context, std::string("prod"));
        QVERIFY(!options.sandbox.contains("context"));
        QVERIFY(workspace::connectionOf(options.sandbox).empty());

        options.sandbox["context"] = "other";
        const auto both = settleContexts(options);
        QVERIFY(!both && begins(both.error().text(), "--context: "));
    }

    void twoContextsAreOneTooMany()
    {
        auto said = cluster();
        said["connection"] = "a";
        QCOMPARE(workspace::connectionOf(said), std::string("a"));
        said["context"] = "b";
        QVERIFY(begins(problemOf(said), "--context: --connection names another"));
    }

    void aManifestIsReadAsItIs()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("pod.yaml"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write("kind: Pod\n") > 0);
        file.close();
        RunOptions options;
        const auto load = [&](const QString& path) {
            options.sandbox = cluster();
            options.sandbox["manifest"] = path.toStdString();
            return loadManifest(options, {});
        };
        QVERIFY(load(file.fileName()));
        QCOMPARE(jsonString(options.sandbox, "manifest"), std::string("kind: Pod\n"));
        const auto missing = load(folder.filePath("missing"));
        QVERIFY(!missing && begins(missing.error().text(), "--manifest: "));
        QVERIFY(file.open(QFile::WriteOnly) && file.resize(2 << 20));
        QCOMPARE(load(file.fileName()).error().code(), ErrorCode::InvalidArgument);
    }

    void standardInputIsReadByOneAlone()
    {
        RunOptions options;
        options.sandbox = cluster();
        options.sandbox["manifest"] = "-";
        options.program = "-";
        const auto both = loadManifest(options, {});
        QVERIFY(!both && begins(both.error().text(), "--manifest: "));
        options.sandbox = Json::object();
        QVERIFY(planRun(options, parts()));
        options.stdinPath = "-";
        QVERIFY(!planRun(options, parts()));
    }

    void aReasonIsOneLineOfATerminalAndGoesAwayAgain()
    {
        WaitingText text(true, 50);
        QVERIFY(text.end().empty());
        const auto shown = text.show("Unschedulable:\n\x1b[31m" + std::string(200, 'x'));
        QVERIFY2(begins(shown, "\r\033[Kwaiting: Unschedulable: [31mxx"), shown.c_str());
        QVERIFY(shown.size() < 60);
        QCOMPARE(shown.find('\x1b', 2), std::string::npos);
        QCOMPARE(text.end(), std::string("\r\033[K"));
        QVERIFY(text.end().empty());
    }

    void aReasonIsALineOfALog()
    {
        WaitingText text(false);
        QCOMPARE(text.show("a\nb"), std::string("sandbenchctl: waiting: a b\n"));
        QVERIFY(text.end().empty());
    }
};

SANDBENCH_TEST(CliPodsTest);
#include "tst_cli_pods.moc"
