// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/failure.h"
#include "app/cli/run_plan.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/cli_plans.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace sandbench;
using namespace sandbench::cli;

namespace {

RunOptions running(const std::string& program)
{
    RunOptions options;
    options.program = program;
    return options;
}

std::vector<std::string> words(const QString& line)
{
    std::vector<std::string> list;
    for (const auto& word : line.split(' ', Qt::SkipEmptyParts))
        list.push_back(word.toStdString());
    return list;
}

} // namespace

class TestCliParsing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void acceptsEveryOptionOfTheContract_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("plain") << "run a.py";
        QTest::newRow("stdin") << "run -";
        QTest::newRow("all") << "run --engine local --language python --context c --timeout 1.5 "
                                "--memory 512m --pids 10 --env A=B --env C=D --stdin f --file a "
                                "--file b:c --out d --json a.py";
        QTest::newRow("two programs") << "run a.py b.py";
        QTest::newRow("options behind the file") << "run a.py --timeout 0 --env A=B";
        QTest::newRow("program arguments") << "run a.py -- --json -x run";
        QTest::newRow("arguments only behind dashes") << "run -- a.py b";
        QTest::newRow("a command's name as an argument") << "run a.py -- doctor";
        QTest::newRow("more limits")
            << "run --cpu-time 1 --output-limit 1m --disk 64m --cpus 1.5 a.py";
        QTest::newRow("repl") << "repl --language python";
        QTest::newRow("check")
            << "check a.py b.md --checks c.json --test t.py --as s.py --fresh -t 5";
        QTest::newRow("check-image") << "check-image a:1 b --spec s --junit j --user 1 --json";
        QTest::newRow("doctor") << "doctor --json";
        QTest::newRow("bench") << "bench --engine local --json --only close --quick";
        QTest::newRow("completion") << "completion bash";
    }

    void acceptsEveryOptionOfTheContract()
    {
        QFETCH(QString, line);
        CommandLine commandLine;
        const auto parsed = commandLine.parse(words(line));
        QCOMPARE(QString::fromStdString(parsed.problem), QString());
        QVERIFY(parsed.action);
    }

    void refusesWrongUsageInOneLine_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("json");
        QTest::newRow("nothing") << "" << false;
        QTest::newRow("no such command") << "fly" << false;
        QTest::newRow("no such option") << "run --fly a.py" << false;
        QTest::newRow("no such option, as JSON") << "run --json --fly a.py" << true;
        QTest::newRow("the program's --json is not ours") << "run --fly a.py -- --json" << false;
        QTest::newRow("an option without value") << "run a.py --timeout" << false;
        QTest::newRow("completion without shell") << "completion" << false;
        QTest::newRow("a command of its own missing") << "sessions" << false;
        QTest::newRow("nothing to stop") << "sessions stop --json" << true;
        QTest::newRow("two commands") << "doctor bench" << false;
    }

    void refusesWrongUsageInOneLine()
    {
        QFETCH(QString, line);
        QFETCH(bool, json);
        CommandLine commandLine;
        const auto parsed = commandLine.parse(words(line));
        QVERIFY(!parsed.action);
        QVERIFY(!parsed.problem.empty());
        QVERIFY(parsed.problem.find('\n') == std::string::npos);
        QVERIFY(parsed.problem.find("--help") != std::string::npos);
        QCOMPARE(parsed.json, json);
    }

    void saysWhatToTypeInstead_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("hint");
        QTest::newRow("no such command") << "fly"
                                         << "run, repl, check, check-image, grade, batch, matrix";
        QTest::newRow("which command") << "sessions"
                                       << "of sessions: open, ";
        QTest::newRow("no such command of a command") << "sessions fly"
                                                      << "'sessions fly', but open, ";
        QTest::newRow("option of a command's command") << "sessions list --fly"
                                                       << "'sandbenchctl sessions list --help'";
        QTest::newRow("no such option") << "run --fly a.py"
                                        << "--fly";
        QTest::newRow("a file like an option") << "run -a.py"
                                               << "./-a.py";
        QTest::newRow("nearly a command") << "runn a.py"
                                          << "did you mean 'run'?";
        QTest::newRow("nearly a command of a command") << "sessions lsit"
                                                       << "did you mean 'sessions list'?";
        QTest::newRow("nearly an option") << "run --timout 3 a.py"
                                          << "did you mean '--timeout'?";
        QTest::newRow("nearly an option with a value") << "run --timout=3 a.py"
                                                       << "did you mean '--timeout'?";
        QTest::newRow("a program alone") << "hello.py"
                                         << "sandbenchctl run hello.py";
        QTest::newRow("an argument missing") << "images pull"
                                             << "IMAGE is missing";
        QTest::newRow("a file missing") << "scan"
                                        << "FILE is missing: The program's file";
        QTest::newRow("a required option missing") << "token create"
                                                   << "is missing: ";
        QTest::newRow("an option with nothing") << "run --image= a.py"
                                                << "--image= has no value";
    }

    void saysWhatToTypeInstead()
    {
        QFETCH(QString, line);
        QFETCH(QString, hint);
        CommandLine commandLine;
        const auto problem = QString::fromStdString(commandLine.parse(words(line)).problem);
        QVERIFY2(problem.contains(hint), qPrintable(problem));
    }

    void explainsItself_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* words, const char* shown) {
            QTest::newRow(name) << words << shown;
        };
        row("version", "--version", "sandbenchctl ");
        row("help", "--help", "Exit status");
        row("help as a word", "help", "Exit status");
        row("version, short", "-V", "sandbenchctl ");
        row("help as a word, run", "help run", "More with --help-all: ");
        row("run", "run --help", "--timeout");
        row("run, all", "run --help-all", "--output-limit");
        row("run, statuses", "run --help-all", "124");
        row("grade", "grade --help", "--submissions DIR");
        row("batch", "batch --help", "--rerun-failed");
        row("repl", "repl --help", "Ctrl-D");
        row("doctor", "doctor --help", "Exit status");
        row("bench", "bench --help", "open_hello");
        row("sessions", "sessions --help", "prune");
        row("help as a word, sessions list", "help sessions list", "--all");
        row("completion", "completion --help", "source <(");
    }

    void explainsItself()
    {
        QFETCH(QString, line);
        QFETCH(QString, expected);
        CommandLine commandLine;
        const auto parsed = commandLine.parse(words(line));
        QVERIFY(!parsed.action);
        QVERIFY(parsed.problem.empty());
        QVERIFY2(QString::fromStdString(parsed.help).contains(expected), parsed.help.c_str());
    }

    void fitsTheHelpOfARunOnAScreen()
    {
        CommandLine commandLine;
        const auto help = QString::fromStdString(commandLine.parse({"run", "--help"}).help);
        QVERIFY2(help.count('\n') <= 40, qPrintable(help));
        QVERIFY(!help.contains("--output-limit"));
    }

    void readsLimits()
    {
        auto options = running("a.py");
        options.sandbox
            = {{"timeout", "0"}, {"cpu_time", "200ms"},  {"memory", "512m"}, {"disk", "1g"},
               {"pids", "7"},    {"output_limit", "1k"}, {"cpus", "1.5"}};
        const auto plan = planRun(options, parts());
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QCOMPARE(plan->request.limits.wallSeconds, 0.0);
        QCOMPARE(plan->request.limits.cpuSeconds, 0.2);
        QCOMPARE(plan->request.limits.outputBytes, std::uint64_t(1024));
        QCOMPARE(plan->sandbox.session.sandbox.limits.memoryBytes, std::uint64_t(512) << 20U);
        QCOMPARE(plan->sandbox.session.sandbox.limits.diskBytes, std::uint64_t(1) << 30U);
        QCOMPARE(plan->sandbox.session.sandbox.limits.pids, std::uint64_t(7));
        QCOMPARE(plan->sandbox.session.sandbox.limits.cpus, 1.5);
    }

    void scratchSpaceFitsIntoTheMemoryUnlessItWasAskedFor()
    {
        auto options = running("a.py");
        options.sandbox["memory"] = "128m";
        auto plan = planRun(options, parts());
        QVERIFY(plan);
        QCOMPARE(plan->sandbox.session.sandbox.limits.diskBytes, std::uint64_t(64) << 20U);
        options.sandbox["disk"] = "100m";
        plan = planRun(options, parts());
        QVERIFY(plan);
        QCOMPARE(plan->sandbox.session.sandbox.limits.diskBytes, std::uint64_t(100) << 20U);
    }

    void keepsTheDefaultsOfTheContracts()
    {
        const auto plan = planRun(running("a.py"), parts());
        QVERIFY(plan);
        QCOMPARE(plan->request.limits.wallSeconds, RunLimits().wallSeconds);
        QCOMPARE(plan->request.limits.outputBytes, RunLimits().outputBytes);
        QCOMPARE(plan->sandbox.session.sandbox.limits.memoryBytes, SandboxLimits().memoryBytes);
        QCOMPARE(plan->request.fileName, std::string("a.py"));
    }

    void namesTheOptionThatIsWrong_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        for (const auto* value : {"-1", "abc", "1x", "nan", "inf", "1e999"}) {
            for (const auto* option :
                 {"--timeout", "--cpu-time", "--memory", "--disk", "--output-limit", "--pids",
                  "--cpus"})
                QTest::addRow("%s %s", option, value) << option << value;
        }
        QTest::newRow("half a process") << "--pids"
                                        << "1.5";
        QTest::newRow("too many processes") << "--pids"
                                            << "99999999999999999999";
        QTest::newRow("env without =") << "--env"
                                       << "A";
        QTest::newRow("env without name") << "--env"
                                          << "=A";
    }

    void namesTheOptionThatIsWrong()
    {
        QFETCH(QString, option);
        QFETCH(QString, value);
        auto options = running("a.py");
        if (option == "--env")
            options.env = {value.toStdString()};
        else
            type(options.sandbox, option.toStdString(), value.toStdString());
        const auto plan = planRun(options, parts());
        QVERIFY(!plan);
        QCOMPARE(statusOf(plan.error()), 2);
        QVERIFY2(plan.error().text().find(option.toStdString()) == 0, plan.error().text().c_str());
    }

    void readsEnvironmentAsData()
    {
        auto options = running("a.py");
        options.env = {"A=", "B=x=y $(z)", "B=last"};
        const auto plan = planRun(options, parts());
        QVERIFY(plan);
        QCOMPARE(plan->request.env.at("A"), std::string());
        QCOMPARE(plan->request.env.at("B"), std::string("last"));
    }

    void choosesTheLanguage()
    {
        QCOMPARE(planRun(running("x/a.sh"), parts())->request.language, std::string("bash"));
        QCOMPARE(planRun(running("-"), parts())->request.language, std::string("python"));
        auto options = running("noextension");
        QVERIFY(!planRun(options, parts()));
        options.language = "javascript";
        QCOMPARE(planRun(options, parts())->request.language, std::string("javascript"));
        options.language = "cobol";
        QCOMPARE(statusOf(planRun(options, parts()).error()), 2);
    }

    void refusesAContextWhereNoneCanBe()
    {
        auto options = running("a.go");
        options.context = "c";
        const auto plan = planRun(options, parts());
        QVERIFY(!plan);
        QVERIFY(plan.error().text().find("--context") != std::string::npos);
    }

    void refusesTwoReadersOfStandardInput()
    {
        auto options = running("-");
        options.stdinPath = "-";
        QVERIFY(!planRun(options, parts()));
    }

    void readsOurStandardInputUnlessItIsTaken()
    {
        const auto input = [](RunOptions options) {
            return settleInput(options) ? options.stdinPath : "refused";
        };
        QCOMPARE(input(running("a.py")), std::string("-"));
        QCOMPARE(input(running("-")), std::string("none"));
        auto options = running("a.py");
        options.morePrograms = {"-", "b.py"};
        QCOMPARE(input(options), std::string("none"));
        options.morePrograms = {"-", "-"};
        QCOMPARE(input(options), std::string("refused"));
        options = running("a.py");
        options.sandbox["manifest"] = "-";
        QCOMPARE(input(options), std::string("none"));
        options = running("-"); // of an attached session
        options.command = {"cat"};
        QCOMPARE(input(options), std::string("-"));
        options = running("a.py");
        options.stdinPath = "none";
        QCOMPARE(input(options), std::string("none"));
        QVERIFY(!planRun(options, parts())->request.liveInput);
    }

    void splitsFilesAndDestinations_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("exists");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("destination");
        QTest::newRow("name") << "a.csv" << true << "a.csv"
                              << "a.csv";
        QTest::newRow("path") << "/x/a.csv" << false << "/x/a.csv"
                              << "a.csv";
        QTest::newRow("below") << "./sub//deep/x.bin" << true << "./sub//deep/x.bin"
                               << "sub/deep/x.bin";
        QTest::newRow("beside") << "../x/a.csv" << true << "../x/a.csv"
                                << "a.csv";
        QTest::newRow("down and up") << "sub/../a.csv" << true << "sub/../a.csv"
                                     << "a.csv";
        QTest::newRow("both") << "a:b/c" << false << "a"
                              << "b/c";
        QTest::newRow("into a folder") << "x/a:b/" << false << "x/a"
                                       << "b/a";
        QTest::newRow("absolute") << "a:/tmp/b" << false << "a"
                                  << "/tmp/b";
        QTest::newRow("a colon in a name") << "a:b" << true << "a:b"
                                           << "a:b";
        QTest::newRow("nothing behind") << "a:" << false << ""
                                        << "";
        QTest::newRow("nothing before") << ":b" << false << ""
                                        << "";
        QTest::newRow("empty") << "" << false << ""
                               << "";
        QTest::newRow("out of the folder") << "a:../b" << false << ""
                                           << "";
        QTest::newRow("out of it, deeper") << "a:b/../../c" << false << ""
                                           << "";
    }

    void splitsFilesAndDestinations()
    {
        QFETCH(QString, text);
        QFETCH(bool, exists);
        QFETCH(QString, source);
        QFETCH(QString, destination);
        const auto spec = parseFileSpec(text.toStdString(), exists);
        QCOMPARE(spec ? QString::fromStdString(spec->source) : QString(), source);
        QCOMPARE(spec ? QString::fromStdString(spec->destination) : QString(), destination);
    }

    void refusesInputsThatCannotBeRead_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("hint");
        QTest::newRow("missing program") << "missing.py"
                                         << ""
                                         << "missing.py";
        QTest::newRow("folder") << "folder"
                                << ""
                                << "--file";
        QTest::newRow("pipe") << "pipe"
                              << ""
                              << "standard input";
        QTest::newRow("larger than a program may be") << "large.py"
                                                      << ""
                                                      << "larger than 64 MiB";
        QTest::newRow("compiled") << "compiled"
                                  << ""
                                  << "compiled program";
        QTest::newRow("missing file") << "good.py"
                                      << "missing"
                                      << "--file";
        QTest::newRow("folder as file") << "good.py"
                                        << "folder"
                                        << "tar";
    }

    void refusesInputsThatCannotBeRead()
    {
        QFETCH(QString, program);
        QFETCH(QString, file);
        QFETCH(QString, hint);
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("folder"));
        write(folder.filePath("compiled"), QByteArray("\x7f") + "ELF\x02\x01\x01");
        write(folder.filePath("good.py"), "print(1)");
        QCOMPARE(::mkfifo(qPrintable(folder.filePath("pipe")), 0600), 0);
        QFile large(folder.filePath("large.py"));
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(65 << 20));
        auto options = running(folder.filePath(program).toStdString());
        options.language = "python";
        if (!file.isEmpty())
            options.files = {folder.filePath(file).toStdString()};
        auto plan = planRun(options, parts());
        const auto loaded = plan ? loadInputs(options, *plan, {}) : Result<void>(plan.error());
        QVERIFY(!loaded);
        QCOMPARE(statusOf(loaded.error()), 2);
        QVERIFY2(
            loaded.error().text().find(hint.toStdString()) != std::string::npos,
            loaded.error().text().c_str());
    }

    void refusesTwoFilesOfOneName()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("x"));
        for (const auto* name : {"a.py", "x/data", "data"})
            write(folder.filePath(name), "");
        auto options = running(folder.filePath("a.py").toStdString());
        options.files
            = {folder.filePath("data").toStdString(), folder.filePath("x/data").toStdString()};
        auto plan = planRun(options, parts());
        QVERIFY(plan);
        const auto loaded = loadInputs(options, *plan, {});
        QVERIFY(!loaded);
        QCOMPARE(statusOf(loaded.error()), 2);
        QVERIFY(loaded.error().text().find("SRC:DEST") != std::string::npos);
    }

    void readsProgramsAndFilesAsBytes()
    {
        QTemporaryDir folder;
        const QByteArray bytes("a\0b\xff\xfe\r\n", 7);
        write(folder.filePath("a.py"), bytes);
        write(folder.filePath("empty.py"), "");
        write(folder.filePath("tool"), bytes);
        QFile::setPermissions(
            folder.filePath("tool"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        auto options = running(folder.filePath("a.py").toStdString());
        options.files
            = {folder.filePath("empty.py").toStdString(),
               folder.filePath("tool").toStdString() + ":bin/"};
        auto plan = planRun(options, parts());
        QVERIFY(plan);
        QVERIFY(loadInputs(options, *plan, {}));
        QCOMPARE(plan->request.code, bytes.toStdString());
        QCOMPARE(plan->request.files[0].bytes, std::string());
        QCOMPARE(plan->request.files[0].mode, 0644U);
        QCOMPARE(plan->request.files[1].destination, std::string("bin/tool"));
        QCOMPARE(plan->request.files[1].bytes, bytes.toStdString());
        QCOMPARE(plan->request.files[1].mode, 0755U);
    }

    void printsFailuresInTheShapeOfRunErrors()
    {
        const auto json = failureJson(Error(ErrorCode::Unavailable, "no bwrap"), 125);
        QVERIFY(json["schema"] == Json("sandbench.error/1"));
        QVERIFY(json["exit_status"] == Json(125));
        QVERIFY(json["error"]["name"] == Json("unavailable"));
        QVERIFY(json["error"]["value"] == Json("no bwrap"));
        QVERIFY(json["error"].contains("traceback"));
    }

private:
    static void write(const QString& path, const QByteArray& bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
};

SANDBENCH_TEST(TestCliParsing);
#include "tst_cli_parsing.moc"
