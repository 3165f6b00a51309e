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

#include <functional>

using namespace sandbench;
using namespace sandbench::cli;

namespace {

using Change = std::function<void(SandboxOptions&)>;

SandboxOptions cluster()
{
    SandboxOptions options;
    options.engine = "kubernetes";
    return options;
}

bool begins(const std::string& text, std::string_view with)
{
    return text.starts_with(with);
}

} // namespace

Q_DECLARE_METATYPE(Change)

class CliPodsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsSaidOfThePodIsInTheSpec()
    {
        auto options = cluster();
        options.namespaceName = "lab-1";
        options.container = "main";
        options.agentImage = "agent:1";
        const auto plan = planSandbox(options, sizes());
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QCOMPARE(podOf(plan->spec).namespaceName, std::string("lab-1"));
        QCOMPARE(podOf(plan->spec).container, std::string("main"));
        QCOMPARE(podOf(plan->spec).agentImage, std::string("agent:1"));
        QVERIFY(containerOf(plan->spec).existing.empty());
    }

    void anExistingPodIsNamedByPodAndItsContainerByContainer()
    {
        auto options = cluster();
        options.pod = "web-0";
        options.container = "main";
        const auto plan = planSandbox(options, sizes());
        QVERIFY(plan);
        QCOMPARE(containerOf(plan->spec).existing, std::string("web-0"));
        QCOMPARE(podOf(plan->spec).container, std::string("main"));
        options.memory = "1g";
        QVERIFY(begins(problemOf(options), "--memory: an existing pod (--pod) "));
        options.memory.clear();
        options.manifest = "pod.yaml";
        QVERIFY(begins(problemOf(options), "--manifest: an existing pod (--pod) "));
    }

    void installsGetThePodsNetworkForTheirTime()
    {
        auto options = cluster();
        options.installs = {"pip install rich"};
        const auto plan = planSandbox(options, sizes());
        QVERIFY(plan);
        QCOMPARE(plan->spec.network.name, std::string("pod"));
        QVERIFY(plan->spec.network.installPhaseOnly);
    }

    void otherEnginesHaveNoPods_data()
    {
        QTest::addColumn<QByteArray>("option");
        QTest::addColumn<Change>("change");
        const auto row = [](const char* option, const Change& change) {
            QTest::newRow(option) << QByteArray(option) << change;
        };
        row("--context", [](SandboxOptions& options) { options.context = "c"; });
        row("--namespace", [](SandboxOptions& options) { options.namespaceName = "n"; });
        row("--manifest", [](SandboxOptions& options) { options.manifest = "f"; });
        row("--pod", [](SandboxOptions& options) { options.pod = "p"; });
        row("--agent-image", [](SandboxOptions& options) { options.agentImage = "i"; });
    }

    void otherEnginesHaveNoPods()
    {
        QFETCH(QByteArray, option);
        QFETCH(Change, change);
        for (const auto* engine : {"local", "docker", "podman"}) {
            SandboxOptions options;
            options.engine = engine;
            change(options);
            const auto problem = problemOf(options);
            QVERIFY2(
                begins(problem, option.toStdString() + ": only Kubernetes has that"),
                problem.c_str());
        }
    }

    void aClusterFetchesImagesItself()
    {
        for (const Change& change :
             {Change([](SandboxOptions& options) { options.pull = "always"; }),
              Change([](SandboxOptions& options) { options.buildFolder = "/tmp"; }),
              Change([](SandboxOptions& options) { options.keepTemplate = false; })}) {
            auto options = cluster();
            change(options);
            const auto problem = problemOf(options);
            QVERIFY2(problem.find("registry") != std::string::npos, problem.c_str());
        }
    }

    void aNamespaceIsCheckedBeforeAnythingIsAsked()
    {
        for (const auto* name : {"../x", "UPPER", "a.b", "-a", "a-", "a b"}) {
            auto options = cluster();
            options.namespaceName = name;
            QVERIFY2(begins(problemOf(options), "--namespace: "), name);
        }
    }

    void contextIsTheClustersOrAnInterpreters()
    {
        RunOptions options;
        options.sandbox.engine = "kubernetes";
        options.sandbox.context = "prod";
        QVERIFY(settleContexts(options));
        QCOMPARE(connectionOf(options.sandbox), std::string("prod"));
        QVERIFY(options.context.empty());

        options.sandbox.engine = "docker";
        QVERIFY(settleContexts(options));
        QCOMPARE(options.context, std::string("prod"));
        QVERIFY(options.sandbox.context.empty());
        QVERIFY(connectionOf(options.sandbox).empty());

        options.sandbox.context = "other";
        const auto both = settleContexts(options);
        QVERIFY(!both && begins(both.error().text(), "--context: "));
    }

    void twoContextsAreOneTooMany()
    {
        auto options = cluster();
        options.connection = "a";
        QCOMPARE(connectionOf(options), std::string("a"));
        options.context = "b";
        QVERIFY(begins(problemOf(options), "--context: --connection names another"));
    }

    void aManifestIsReadAsItIs()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("pod.yaml"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write("kind: Pod\n") > 0);
        file.close();
        auto options = cluster();
        options.manifest = file.fileName().toStdString();
        SandboxPlan plan;
        QVERIFY(loadManifest(options, plan, {}));
        QCOMPARE(podOf(plan.spec).manifest, std::string("kind: Pod\n"));
        options.manifest = folder.filePath("missing").toStdString();
        const auto missing = loadManifest(options, plan, {});
        QVERIFY(!missing && begins(missing.error().text(), "--manifest: "));
        QVERIFY(file.open(QFile::WriteOnly) && file.resize(2 << 20));
        options.manifest = file.fileName().toStdString();
        QCOMPARE(loadManifest(options, plan, {}).error().code(), ErrorCode::InvalidArgument);
    }

    void standardInputIsReadByOneAlone()
    {
        RunOptions options;
        options.sandbox = cluster();
        options.sandbox.manifest = "-";
        options.program = "-";
        const auto program = planRun(options, languages(), sizes());
        QVERIFY(!program && begins(program.error().text(), "--manifest: "));
        options.program = "a.py";
        QVERIFY(planRun(options, languages(), sizes()));
        options.stdinPath = "-";
        QVERIFY(!planRun(options, languages(), sizes()));
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
