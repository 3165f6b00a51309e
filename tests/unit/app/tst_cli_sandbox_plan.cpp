// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/failure.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/run_plan.h"
#include "core/engine/container_options.h"
#include "core/package/telling_line.h"
#include "core/workspace/package_plan.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/cli_plans.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::cli;

namespace {

SandboxOptions docker()
{
    SandboxOptions options;
    options.engine = "docker";
    return options;
}

/// Sets the option that @p name is.
void set(SandboxOptions& options, const QString& name, const std::string& value)
{
    const std::map<QString, std::string*> texts
        = {{"--size", &options.size},        {"--memory", &options.memory},
           {"--cpus", &options.cpus},        {"--network", &options.network},
           {"--image", &options.image},      {"--build", &options.buildFolder},
           {"--pull", &options.pull},        {"--platform", &options.platform},
           {"--commit", &options.commitTag}, {"--container", &options.container},
           {"--user", &options.user},        {"--workdir", &options.workingFolder},
           {"--runtime", &options.runtime},  {"--entrypoint", &options.entrypoint},
           {"--gpus", &options.gpus},        {"--connection", &options.connection}};
    const std::map<QString, std::vector<std::string>*> lists
        = {{"--install", &options.installs},
           {"--mount", &options.mounts},
           {"--add-host", &options.extraHosts},
           {"--label", &options.labels}};
    if (name == "--no-keep-template")
        options.keepTemplate = false;
    else if (const auto text = texts.find(name); text != texts.end())
        *text->second = value;
    else
        lists.at(name)->push_back(value);
}

} // namespace

class TestCliSandboxPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void acceptsEveryOption()
    {
        const std::vector<std::string> words
            = {"run",         "--engine",   "docker",    "--connection",
               "lab",         "--image",    "i:1",       "--size",
               "small",       "--memory",   "1g",        "--cpus",
               "1",           "--pids",     "50",        "--disk",
               "64m",         "--network",  "bridge",    "--install",
               "a",           "--install",  "b",         "--mount",
               "/a:/b:rw",    "--add-host", "n:1.2.3.4", "--user",
               "1000",        "--workdir",  "/w",        "--entrypoint",
               "nice -n 10",  "--runtime",  "runsc",     "--gpus",
               "all",         "--label",    "a=b",       "--platform",
               "linux/arm64", "--commit",   "t:1",       "--no-keep-template",
               "--pull",      "never",      "a.py"};
        for (const auto* command : {"run", "repl"}) {
            auto typed = words;
            for (const auto* word :
                 {"x", "--library", "r", "--requirements", "w", "--wheels", "base",
                  "--environment"})
                typed.insert(typed.begin() + 1, word);
            typed.front() = command;
            if (typed.front() == "repl")
                typed.pop_back();
            CommandLine commandLine;
            const auto parsed = commandLine.parse(typed);
            QCOMPARE(QString::fromStdString(parsed.problem), QString());
            QVERIFY(parsed.action);
        }
    }

    void letsLimitsBeatTheSize()
    {
        auto options = docker();
        options.size = "small";
        const auto small = planSandbox(options, sizes());
        QCOMPARE(small->spec.limits.memoryBytes, std::uint64_t(512) << 20U);
        QCOMPARE(small->spec.limits.cpus, 0.5);
        QCOMPARE(small->limitOptions, std::string("--size"));
        options.memory = "3g";
        const auto more = planSandbox(options, sizes());
        QCOMPARE(more->spec.limits.memoryBytes, std::uint64_t(3) << 30U);
        QCOMPARE(more->spec.limits.cpus, 0.5);
        QCOMPARE(more->limitOptions, std::string("--size, --memory"));
        QVERIFY(planSandbox(docker(), sizes())->limitOptions.empty());
    }

    void namesTheOptionThatIsWrong_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* option, const char* value) {
            QTest::addRow("%s %s", option, value) << QString(option) << QString(value);
        };
        row("--size", "huge");
        row("--memory", "many");
        row("--cpus", "-1");
        row("--pull", "sometimes");
        row("--build", "/dev/null");
        row("--build", "/dev/null/none");
        row("--platform", "arm64");
        row("--workdir", "w");
        row("--mount", "/a");
        row("--mount", "/a:b");
        row("--mount", ":/b");
        row("--mount", "/a:rw");
        row("--add-host", "name");
        row("--add-host", ":1.2.3.4");
        row("--add-host", "name:");
        row("--label", "=b");
        row("--label", "");
    }

    void namesTheOptionThatIsWrong()
    {
        QFETCH(QString, option);
        QFETCH(QString, value);
        auto options = docker();
        set(options, option, value.toStdString());
        const auto problem = QString::fromStdString(problemOf(options));
        QVERIFY2(problem.startsWith(option + ":"), qPrintable(problem));
    }

    void refusesWhatTheEmbeddedEngineHasNot_data()
    {
        QTest::addColumn<QString>("option");
        for (const auto* option :
             {"--image", "--build", "--pull", "--platform", "--commit", "--network", "--entrypoint",
              "--runtime", "--gpus", "--mount", "--add-host", "--label", "--container", "--user",
              "--workdir", "--connection", "--install", "--no-keep-template"})
            QTest::newRow(option) << QString(option);
    }

    void refusesWhatTheEmbeddedEngineHasNot()
    {
        QFETCH(QString, option);
        SandboxOptions options;
        set(options, option, "bridge");
        const auto problem = QString::fromStdString(problemOf(options));
        QVERIFY2(problem.startsWith(option + ":"), qPrintable(problem));
        QVERIFY2(problem.contains("--engine docker"), qPrintable(problem));
    }

    void allowsTheEmbeddedEngineToHaveNoNetwork()
    {
        SandboxOptions options;
        options.network = "none";
        QCOMPARE(problemOf(options), std::string());
    }

    void refusesToChangeAnExistingContainer_data()
    {
        QTest::addColumn<QString>("option");
        for (const auto* option :
             {"--image", "--network", "--mount", "--install", "--size", "--memory", "--label",
              "--commit", "--entrypoint"})
            QTest::newRow(option) << QString(option);
    }

    void refusesToChangeAnExistingContainer()
    {
        QFETCH(QString, option);
        auto options = docker();
        options.container = "mine";
        options.user = "1000";
        options.workingFolder = "/w";
        QCOMPARE(problemOf(options), std::string());
        set(options, option, "x");
        const auto problem = QString::fromStdString(problemOf(options));
        QVERIFY2(problem.startsWith(option + ":"), qPrintable(problem));
        QVERIFY2(problem.contains("--container"), qPrintable(problem));
    }

    void readsMounts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("target");
        QTest::addColumn<bool>("writable");
        QTest::newRow("plain") << "/a:/b"
                               << "/a"
                               << "/b" << false;
        QTest::newRow("said") << "/a:/b:ro"
                              << "/a"
                              << "/b" << false;
        QTest::newRow("writable") << "/a:/b:rw"
                                  << "/a"
                                  << "/b" << true;
        QTest::newRow("a colon") << "/a:c:/b"
                                 << "/a:c"
                                 << "/b" << false;
        QTest::newRow("from here") << "a/../d:/b" << QDir::currentPath() + "/d"
                                   << "/b" << false;
    }

    void readsMounts()
    {
        QFETCH(QString, text);
        QFETCH(QString, source);
        QFETCH(QString, target);
        QFETCH(bool, writable);
        auto options = docker();
        options.mounts = {text.toStdString()};
        const auto plan = planSandbox(options, sizes());
        QVERIFY(plan);
        const auto& mount = containerOf(plan->spec).mounts.front();
        QCOMPARE(QString::fromStdString(mount.source), source);
        QCOMPARE(QString::fromStdString(mount.target), target);
        QCOMPARE(mount.writable, writable);
    }

    void givesInstallsANetworkThatIsTakenAway()
    {
        auto options = docker();
        QVERIFY(planSandbox(options, sizes())->spec.network.name.empty());
        options.network = "lab";
        QVERIFY(!planSandbox(options, sizes())->spec.network.installPhaseOnly);
        options.installs = {"pip install x"};
        const auto named = planSandbox(options, sizes());
        QCOMPARE(named->spec.network.name, std::string("lab"));
        QVERIFY(named->spec.network.installPhaseOnly);
        options.network.clear();
        QCOMPARE(planSandbox(options, sizes())->spec.network.name, std::string("bridge"));
        options.network = "none";
        const auto none = planSandbox(options, sizes());
        QVERIFY(none->spec.network.name.empty() && !none->spec.network.installPhaseOnly);
        QCOMPARE(none->installs, options.installs);
    }

    void givesPackagesANetworkOnlyWhereTheyNeedOne()
    {
        const auto networkOf = [](const SandboxOptions& options) {
            const auto plan = planSandbox(options, sizes());
            return plan ? plan->spec.network : NetworkChoice{"no plan", false};
        };
        auto options = docker();
        options.libraries = {"numpy"};
        QCOMPARE(networkOf(options).name, std::string("bridge"));
        QVERIFY(networkOf(options).installPhaseOnly);
        options.wheels = "w";
        QCOMPARE(networkOf(options).name, std::string());
        options.wheels.clear();
        options.network = "none";
        QCOMPARE(networkOf(options).name, std::string());
        options = SandboxOptions();
        options.requirements = {"requirements.txt"};
        QCOMPARE(networkOf(options).name, std::string());
        options = docker();
        options.environment = "base";
        QCOMPARE(networkOf(options).name, std::string());
        options.environment = "environment.yml";
        QVERIFY(networkOf(options).installPhaseOnly);
    }

    void plansPackagesOfTheLanguage()
    {
        Language python;
        python.id = "python";
        python.packages = "pip";
        python.name = "Python";
        QTemporaryDir folder;
        const auto list = folder.filePath("needs.txt").toStdString();
        QFile file(folder.filePath("needs.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("numpy>=1\n") > 0);
        file.close();
        auto options = docker();
        options.libraries = {"pandas"};
        options.requirements = {list};
        options.wheels = folder.path().toStdString();
        SandboxPlan plan;
        QVERIFY(planPackages(options, python, {}, plan));
        QCOMPARE(plan.packages.size(), std::size_t(1));
        QCOMPARE(plan.packages[0].manager, std::string("pip"));
        QCOMPARE(plan.packages[0].names, options.libraries);
        QCOMPARE(plan.packages[0].manifests.at(0).destination, std::string("requirements.txt"));
        QCOMPARE(plan.packages[0].sources.offlineFolder, options.wheels);
    }

    void saysWhichPackageOptionIsWrong_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* option, const char* value) {
            QTest::addRow("%s %s", option, value) << QString(option) << QString(value);
        };
        row("--library", "a; rm -rf /");
        row("--library", "--index-url=x");
        row("--requirements", "/dev/null/requirements.txt");
        row("--requirements", "Makefile");
        row("--wheels", "/dev/null");
        row("--environment", "-x");
        row("--environment", "a;b");
        row("--environment", "/dev/null/environment.yml");
    }

    void saysWhichPackageOptionIsWrong()
    {
        QFETCH(QString, option);
        QFETCH(QString, value);
        Language python;
        python.id = "python";
        python.packages = "pip";
        auto options = docker();
        if (option == "--library")
            options.libraries = {value.toStdString()};
        else if (option == "--requirements")
            options.requirements = {value.toStdString()};
        else if (option == "--wheels")
            options.wheels = value.toStdString();
        else
            options.environment = value.toStdString();
        SandboxPlan plan;
        const auto planned = planPackages(options, python, {}, plan);
        QVERIFY(!planned);
        const auto problem = QString::fromStdString(planned.error().text());
        QVERIFY2(problem.startsWith(option + ":"), qPrintable(problem));
    }

    void readsWhatElseContainersHave()
    {
        auto options = docker();
        options.labels = {"a=b=c", "d"};
        options.extraHosts = {"six:fe80::1"};
        options.entrypoint = " nice  -n 10 ";
        const auto plan = planSandbox(options, sizes());
        QVERIFY(plan);
        QCOMPARE(containerOf(plan->spec).labels.at("a"), std::string("b=c"));
        QCOMPARE(containerOf(plan->spec).labels.at("d"), std::string());
        QCOMPARE(containerOf(plan->spec).extraHosts.front(), std::string("six:fe80::1"));
        QCOMPARE(
            containerOf(plan->spec).entrypoint, (std::vector<std::string>{"nice", "-n", "10"}));
    }

    void buildsFromAFolderWithoutFetching()
    {
        const QTemporaryDir folder;
        auto options = docker();
        options.buildFolder = folder.path().toStdString();
        QVERIFY(planSandbox(options, sizes())->buildFolder.starts_with('/'));
        options.pull = "always";
        QVERIFY(problemOf(options).starts_with("--pull:"));
    }

    void takesTheImageOfTheLanguage()
    {
        const auto languages = LanguageCatalog::load();
        RunOptions options;
        options.program = "a.py";
        QVERIFY(planRun(options, *languages, sizes())->sandbox.spec.image.empty());
        options.sandbox.engine = "docker";
        QCOMPARE(planRun(options, *languages, sizes())->sandbox.spec.image, defaultImage(nullptr));
        options.sandbox.image = "mine";
        QCOMPARE(planRun(options, *languages, sizes())->sandbox.spec.image, std::string("mine"));
        options.sandbox = docker();
        options.sandbox.container = "c";
        QVERIFY(planRun(options, *languages, sizes())->sandbox.spec.image.empty());
    }

    void findsTheTellingLine_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("nothing") << QByteArray() << QByteArray();
        QTest::newRow("last") << QByteArray("one\ntwo\n\n  \n") << QByteArray("two");
        QTest::newRow("an error before advice")
            << QByteArray("ERROR: no such package\n[notice] there is a new release\n")
            << QByteArray("ERROR: no such package");
        QTest::newRow("apt") << QByteArray("Reading\nE: Unable to locate package x\n")
                             << QByteArray("E: Unable to locate package x");
        QTest::newRow("a progress bar") << QByteArray("10%\r50%\rfailed\n") << QByteArray("failed");
        QTest::newRow("an escape") << QByteArray("\x1b[31mbad") << QByteArray("[31mbad");
        QTest::newRow("long") << QByteArray(5000, 'x') << QByteArray(299, 'x') + "\u2026";
    }

    void findsTheTellingLine()
    {
        QFETCH(QByteArray, output);
        QFETCH(QByteArray, line);
        QCOMPARE(QByteArray::fromStdString(tellingLine(output.toStdString())), line);
    }
};

SANDBENCH_TEST(TestCliSandboxPlan);
#include "tst_cli_sandbox_plan.moc"
