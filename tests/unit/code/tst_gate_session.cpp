// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/gate_check.h"
#include "gate_findings.h"

#include "core/base/json.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;

namespace {

Language python()
{
    const auto languages = LanguageCatalog::load();
    const auto found = languages ? languages->find("python") : Result<Language>(languages.error());
    return found ? *found : Language();
}

CodePolicy asking()
{
    auto policy = restricting("os");
    policy.thresholds = {Severity::Low, Severity::High, {}};
    return policy;
}

} // namespace

class TestGateSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void looksAtTheProgramAndTheFilesOfItsLanguage()
    {
        const auto policy = restricting("os");
        RunRequest request;
        request.code = "import helper";
        request.files = {{"data.txt", "import os", 0644}};
        QCOMPARE(checkAgainstPolicy(&policy, request, python())->decision, GateDecision::Allow);
        request.files.push_back({"pkg/helper.py", "import os", 0644});
        const auto report = checkAgainstPolicy(&policy, request, python());
        QCOMPARE(report->decision, GateDecision::Refuse);
        QCOMPARE(report->findings.size(), std::size_t(1));
        QCOMPARE(report->findings[0].file, std::string("pkg/helper.py"));
    }

    void looksAtTheProjectOfAProgram()
    {
        const auto policy = restricting("os");
        const QTemporaryDir folder;
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly) && file.write(text) == text.size());
        };
        write("main.py", "import os, helper");
        write("helper.py", "import os");
        write("readme.txt", "import os");
        const auto project = ProjectFolder::open(folder.path().toStdString(), 0);
        const auto languages = LanguageCatalog::load();
        QVERIFY(project && languages);
        const auto scan = scanProject(*project, *languages, policy, {});
        QCOMPARE(scan.size(), std::size_t(2));
        RunRequest request;
        request.code = "import helper";
        request.projectFile = "main.py";
        const auto report = checkAgainstPolicy(&policy, request, python(), &scan);
        QCOMPARE(report->decision, GateDecision::Refuse);
        QCOMPARE(report->findings.size(), std::size_t(1));
        QCOMPARE(report->findings[0].file, std::string("helper.py"));
        request.projectFile.clear();
        QCOMPARE(
            checkAgainstPolicy(&policy, request, python(), &scan)->decision, GateDecision::Allow);
    }

    void saysThatAProjectWasNotRead()
    {
        const QTemporaryDir folder;
        QFile large(folder.filePath("large.py"));
        QVERIFY(large.open(QFile::WriteOnly) && large.resize(33 << 20));
        const auto project = ProjectFolder::open(folder.path().toStdString(), 0);
        const auto languages = LanguageCatalog::load();
        QVERIFY(project && languages);
        const auto scan = scanProject(*project, *languages, restricting("os"), {});
        QCOMPARE(scan.at("large.py").decision, GateDecision::Refuse);
        QCOMPARE(scan.at("large.py").findings[0].rule, std::string("gate.not-read"));
    }

    void readsWhatNotebooksHaveInACell_data()
    {
        QTest::addColumn<QByteArray>("cell");
        QTest::addColumn<int>("line"); // of the only finding; 0 = there is none
        QTest::newRow("Python") << QByteArray("x = 1\nimport evil\n") << 2;
        QTest::newRow("installed") << QByteArray("x = 1\n%pip install -q other Evil>=2\n") << 2;
        QTest::newRow("not installed") << QByteArray("%pip install other\n") << 0;
        QTest::newRow("command") << QByteArray("x = 1\n\n!  evil --now\n") << 3;
        QTest::newRow("command's output") << QByteArray("def f():\n  x = !true; evil\n") << 2;
        QTest::newRow("script") << QByteArray("\n%%bash\ntrue\nevil\n") << 4;
        QTest::newRow("timed") << QByteArray("%time import evil\n") << 1;
        QTest::newRow("behind open quotes") << QByteArray("!echo '''\nimport evil\n") << 2;
        QTest::newRow("behind a text that looks so")
            << QByteArray("x = '''\n!x'''\nimport evil\n") << 3;
        QTest::newRow("unequal") << QByteArray("x != evil\n") << 0;
    }

    void readsWhatNotebooksHaveInACell()
    {
        QFETCH(QByteArray, cell);
        QFETCH(int, line);
        const auto policy = restricting("evil");
        RunRequest request;
        request.context = "c";
        request.code = cell.toStdString();
        const auto report = checkAgainstPolicy(&policy, request, python());
        QCOMPARE(report->findings.size(), std::size_t(line == 0 ? 0 : 1));
        if (line > 0)
            QCOMPARE(report->findings[0].line, static_cast<std::size_t>(line));
    }

    void saysThatACommandOfANotebookIsAProgram()
    {
        CodePolicy policy;
        policy.thresholds = {Severity::Low, {}, Severity::High};
        Rule rule;
        rule.id = "python.shell";
        rule.severity = Severity::High;
        rule.uses = {"subprocess.*"};
        QVERIFY(policy.add(rule));
        RunRequest request;
        request.context = "c";
        for (const auto* cell : {"!ls\n", "x = !ls\n", "%%bash\nls\n", "if x:\n  !ls\n"}) {
            request.code = cell;
            QCOMPARE(
                checkAgainstPolicy(&policy, request, python())->decision, GateDecision::Refuse);
        }
        request.code = "%pip install rich\n%matplotlib inline\n";
        QCOMPARE(checkAgainstPolicy(&policy, request, python())->decision, GateDecision::Allow);
    }

    void hasNothingToSayWithoutAPolicy()
    {
        RunRequest request;
        request.code = "import os";
        QVERIFY(!checkAgainstPolicy(nullptr, request, python()));
    }

    void looksIntoCommands_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<bool>("isRefused");
        const auto row = [](const char* name, const QStringList& command, bool isRefused) {
            QTest::newRow(name) << command << isRefused;
        };
        row("harmless", {"ls", "-c", "import os"}, false);
        row("an interpreter's text", {"/usr/bin/python3.11", "-I", "-c", "import os"}, true);
        row("after another program", {"env", "A=b", "python3", "-c", "import os"}, true);
        row("a harmless text", {"python3", "-c", "print('import os')"}, false);
        row("a shell's text", {"/bin/bash", "-l", "-c", "reboot"}, true);
        row("a shell's options in one", {"sh", "-lc", "reboot"}, true);
        row("a program", {"reboot"}, true);
    }

    void looksIntoCommands()
    {
        QFETCH(QStringList, command);
        QFETCH(bool, isRefused);
        auto policy = restricting("os");
        QVERIFY(policy.addPattern("reboot", "\\breboot\\b", Severity::High));
        RunRequest request;
        for (const auto& word : command)
            request.command.push_back(word.toStdString());
        const auto report = checkAgainstPolicy(&policy, request, Language());
        QVERIFY(report);
        QCOMPARE(report->decision == GateDecision::Refuse, isRefused);
    }

    void keepsRestrictedPackagesOut()
    {
        const auto refuses
            = packageRule(std::make_shared<const CodePolicy>(restricting("requests")), true);
        QVERIFY(refuses("pip", "requests"));
        QVERIFY(!refuses("pip", "numpy"));
        QVERIFY(!packageRule(nullptr, false));
    }

    void asksForPackagesWhereThePolicyAsks()
    {
        const auto policy = std::make_shared<const CodePolicy>(asking());
        const auto question = packageRule(policy, false)("pip", "os");
        QVERIFY(question);
        QVERIFY2(question->find("--yes") != std::string::npos, question->c_str());
        QVERIFY(!packageRule(policy, true)("pip", "os"));
    }

    void letsStartWhatIsConfirmedOnlyWhereThePolicyAsks()
    {
        GateReport report;
        report.decision = GateDecision::Ask;
        QVERIFY(isDenied(report, false));
        QVERIFY(!isDenied(report, true));
        report.decision = GateDecision::Refuse;
        QVERIFY(isDenied(report, true));
        report.decision = GateDecision::Warn;
        QVERIFY(!isDenied(report, false));
    }

    void writesARecordThatSaysWhy()
    {
        const auto policy = asking();
        RunRecord record;
        record.runId = "r-1";
        writeDenied(record, scanCode("import os", "python", policy));
        QCOMPARE(record.verdict, Verdict::PolicyDenied);
        QCOMPARE(exitStatusOf(record), 126);
        QVERIFY(!record.exitCode && !record.signal);
        const auto json = toJson(record);
        QCOMPARE(jsonString(json, "verdict"), std::string("policy_denied"));
        QCOMPARE(jsonString(json["gate"], "policy"), std::string("test"));
        QCOMPARE(jsonString(json["gate"], "decision"), std::string("ask"));
        QCOMPARE(json["gate"]["findings"].size(), std::size_t(1));
        QVERIFY(
            verdictSentence(record).find("asks first (1 finding: Loads os (line 1, high))")
            != std::string::npos);
        record.gate->decision = GateDecision::Refuse;
        QVERIFY(
            verdictSentence(record).find("Refused by the policy test before anything started")
            == 0);
        QVERIFY(toJson(RunRecord())["gate"].is_null());
    }
};

SANDBENCH_TEST(TestGateSession);
#include "tst_gate_session.moc"
