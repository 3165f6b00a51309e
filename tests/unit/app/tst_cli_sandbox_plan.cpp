// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/failure.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/run_plan.h"
#include "core/engine/container_options.h"
#include "core/package/telling_line.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/cli_plans.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::cli;

namespace {

Json docker()
{
    return {{"engine", "docker"}};
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
        auto said = docker();
        said["size"] = "small";
        const auto small = plan(said);
        QCOMPARE(small->session.sandbox.limits.memoryBytes, std::uint64_t(512) << 20U);
        QCOMPARE(small->session.sandbox.limits.cpus, 0.5);
        QCOMPARE(small->limitNames, std::string("--size"));
        said["memory"] = "3g";
        const auto more = plan(said);
        QCOMPARE(more->session.sandbox.limits.memoryBytes, std::uint64_t(3) << 30U);
        QCOMPARE(more->session.sandbox.limits.cpus, 0.5);
        QCOMPARE(more->limitNames, std::string("--size, --memory"));
        QVERIFY(plan(docker())->limitNames.empty());
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
        for (const auto* name : {"a b", "UPPER", "-a", "a-", "a.b", "a\nb"})
            row("--hostname", name);
    }

    void namesTheOptionThatIsWrong()
    {
        QFETCH(QString, option);
        QFETCH(QString, value);
        auto said = docker();
        type(said, option.toStdString(), value.toStdString());
        const auto problem = QString::fromStdString(problemOf(said));
        QVERIFY2(problem.startsWith(option + ":"), qPrintable(problem));
    }

    void refusesWhatTheEmbeddedEngineHasNot_data()
    {
        QTest::addColumn<QString>("option");
        for (const auto* option :
             {"--image", "--build", "--pull", "--platform", "--commit", "--network", "--entrypoint",
              "--runtime", "--gpus", "--mount", "--add-host", "--label", "--container", "--user",
              "--connection"})
            QTest::newRow(option) << QString(option);
    }

    void refusesWhatTheEmbeddedEngineHasNot()
    {
        QFETCH(QString, option);
        Json said = Json::object();
        type(said, option.toStdString(), "bridge");
        const auto problem = QString::fromStdString(problemOf(said));
        QVERIFY2(problem.startsWith(option + ":"), qPrintable(problem));
        QVERIFY2(problem.contains("--engine docker"), qPrintable(problem));
    }

    void allowsTheEmbeddedEngineToHaveNoNetwork()
    {
        QCOMPARE(problemOf({{"network", "none"}}), std::string());
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
        Json said
            = {{"engine", "docker"}, {"container", "mine"}, {"user", "1000"}, {"workdir", "/w"}};
        QCOMPARE(problemOf(said), std::string());
        type(said, option.toStdString(), "x");
        const auto problem = QString::fromStdString(problemOf(said));
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
        auto said = docker();
        said["mounts"] = {text.toStdString()};
        const auto request = plan(said);
        QVERIFY(request);
        const auto& mount = containerOf(request->session.sandbox).mounts.front();
        QCOMPARE(QString::fromStdString(mount.source), source);
        QCOMPARE(QString::fromStdString(mount.target), target);
        QCOMPARE(mount.writable, writable);
    }

    void givesInstallsANetworkThatIsTakenAway()
    {
        const auto networkOf = [](const Json& said) { return plan(said)->session.sandbox.network; };
        auto said = docker();
        QVERIFY(networkOf(said).name.empty());
        said["network"] = "lab";
        QVERIFY(!networkOf(said).installPhaseOnly);
        said["install"] = {"pip install x"};
        QCOMPARE(networkOf(said).name, std::string("lab"));
        QVERIFY(networkOf(said).installPhaseOnly);
        said.erase("network");
        QCOMPARE(networkOf(said).name, std::string("bridge"));
        said["network"] = "none";
        const auto none = plan(said);
        QVERIFY(none->session.sandbox.network.name.empty() && !none->installs.dropsNetwork);
        QCOMPARE(none->installs.commands, std::vector<std::string>{"pip install x"});
    }

    void givesPackagesANetworkOnlyWhereTheyNeedOne()
    {
        const QTemporaryDir folder;
        const auto here = [&](const char* name) { return folder.filePath(name).toStdString(); };
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            return file.open(QFile::WriteOnly) && file.write(text) == text.size();
        };
        QVERIFY(write("requirements.txt", "numpy\n"));
        QVERIFY(write("environment.yml", "dependencies: [numpy]\n"));
        const auto networkOf = [](const Json& said) {
            const auto request = plan(said);
            return request ? request->session.sandbox.network
                           : NetworkChoice{request.error().text(), false};
        };
        auto said = docker();
        said["libraries"] = {"numpy"};
        QCOMPARE(networkOf(said).name, std::string("bridge"));
        QVERIFY(networkOf(said).installPhaseOnly);
        said["wheels"] = folder.path().toStdString();
        QCOMPARE(networkOf(said).name, std::string());
        said.erase("wheels");
        said["network"] = "none";
        QCOMPARE(networkOf(said).name, std::string());
        // Of engines without networks, the embedded one has one for this alone.
        QCOMPARE(
            networkOf({{"requirements", {here("requirements.txt")}}}).name,
            std::string("slirp4netns"));
        QCOMPARE(networkOf({{"libraries", {"x"}}, {"network", "none"}}).name, std::string());
        QCOMPARE(networkOf({{"install", {"true"}}}).name, std::string("slirp4netns"));
        QCOMPARE(
            networkOf({{"engine", "slurm"}, {"install", {"true"}}}).name,
            std::string("slirp4netns"));
        said = docker();
        said["environment"] = "base";
        QCOMPARE(networkOf(said).name, std::string());
        said["environment"] = here("environment.yml");
        QVERIFY(networkOf(said).installPhaseOnly);
    }

    void plansPackagesOfTheLanguage()
    {
        const QTemporaryDir folder;
        const auto list = folder.filePath("needs.txt").toStdString();
        QFile file(folder.filePath("needs.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("numpy>=1\n") > 0);
        file.close();
        const Json said
            = {{"engine", "docker"},
               {"libraries", {"pandas"}},
               {"requirements", {list}},
               {"wheels", folder.path().toStdString()}};
        const auto request = plan(said);
        QVERIFY2(request, request ? "" : request.error().text().c_str());
        const auto& packages = request->installs.packages;
        QCOMPARE(packages.size(), std::size_t(1));
        QCOMPARE(packages[0].manager, std::string("pip"));
        QCOMPARE(packages[0].names, std::vector<std::string>{"pandas"});
        QCOMPARE(packages[0].manifests.at(0).destination, std::string("requirements.txt"));
        QCOMPARE(packages[0].sources.offlineFolder, folder.path().toStdString());
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
        auto said = docker();
        if (option == "--wheels")
            said["wheels"] = value.toStdString();
        else
            type(said, option.toStdString(), value.toStdString());
        const auto request = plan(said);
        QVERIFY(!request);
        const auto problem = QString::fromStdString(request.error().text());
        QVERIFY2(problem.startsWith(option + ":"), qPrintable(problem));
    }

    void readsWhatElseContainersHave()
    {
        auto said = docker();
        said["labels"] = {"a=b=c", "d"};
        said["add_host"] = {"six:fe80::1"};
        said["entrypoint"] = " nice  -n 10 ";
        const auto request = plan(said);
        QVERIFY(request);
        const auto& container = containerOf(request->session.sandbox);
        QCOMPARE(container.labels.at("a"), std::string("b=c"));
        QCOMPARE(container.labels.at("d"), std::string());
        QCOMPARE(container.extraHosts.front(), std::string("six:fe80::1"));
        QCOMPARE(container.entrypoint, (std::vector<std::string>{"nice", "-n", "10"}));
    }

    void writesWhatItRead_data()
    {
        QTest::addColumn<QString>("engine");
        for (const auto* engine : {"local", "docker", "kubernetes"})
            QTest::newRow(engine) << QString(engine);
    }

    void writesWhatItRead()
    {
        QFETCH(QString, engine);
        const std::map<FieldType, Json> values
            = {{FieldType::Integer, 7},
               {FieldType::Number, 1.5},
               {FieldType::Boolean, false},
               {FieldType::TextList, {"a:b"}},
               {FieldType::TextMap, {{"a", "b"}}},
               {FieldType::ObjectList, {{{"source", "/a"}, {"target", "/b"}, {"writable", true}}}}};
        int written = 0;
        for (const auto* group : workspace::memberGroups())
            for (const auto& member : group->members) {
                if (std::holds_alternative<std::monostate>(member.slot) || isOfRuns(member)
                    || workspace::findMember(member.field.name, engine.toStdString()) != &member)
                    continue;
                const auto value = member.field.name == "root" ? Json("writable")
                    : member.field.name == "require_layers"    ? Json::array({"seccomp"})
                    : member.field.name == "job"               ? Json(true)
                    : member.field.name == "keeper"            ? Json("shared")
                    : member.field.name == "inside"            ? Json("local")
                    : member.isSize                            ? Json("1048576")
                    : member.field.type != FieldType::Text     ? values.at(member.field.type)
                    : member.field.name == "platform"          ? Json("linux/arm64")
                    : member.field.name == "workdir"           ? Json("/w")
                                                               : Json("name");
                SandboxSpec spec;
                const auto read = readMember(member, value, spec);
                QVERIFY2(read, read ? "" : read.error().text().c_str());
                const auto back = writeMember(member, spec);
                QVERIFY2(back == value, writeJson(back).c_str());
                QVERIFY(writeMember(member, SandboxSpec()).is_null());
                ++written;
            }
        QVERIFY(written > 15);
    }

    void buildsFromAFolderWithoutFetching()
    {
        const QTemporaryDir folder;
        auto said = docker();
        said["build"] = folder.path().toStdString();
        QVERIFY(plan(said)->buildFolder.starts_with('/'));
        said["pull"] = "always";
        QVERIFY(problemOf(said).starts_with("--pull:"));
    }

    void takesTheImageOfTheLanguage()
    {
        const auto imageOf = [](const Json& said) {
            RunOptions options;
            options.program = "a.py";
            options.sandbox = said;
            return planRun(options, parts())->sandbox.session.sandbox.image;
        };
        QVERIFY(imageOf(Json::object()).empty());
        QCOMPARE(imageOf(docker()), defaultImage(nullptr));
        QCOMPARE(imageOf({{"engine", "docker"}, {"image", "mine"}}), std::string("mine"));
        QVERIFY(imageOf({{"engine", "docker"}, {"container", "c"}}).empty());
        QVERIFY(imageOf({{"engine", "kubernetes"},
                         {"manifest", "spec: {containers: [{name: a, image: b}]}"}})
                    .empty());
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
