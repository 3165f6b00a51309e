// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "gate_findings.h"
#include "tests/support/test_program.h"
#include "tests/unit/code/written_text.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;

namespace {

std::string policyText(const std::string& rules, const std::string& more = {})
{
    return R"({"id": "mine", "name": "Mine", "thresholds": {"warn": "low", "refuse": "high"}, "rules": [)"
        + rules + "]" + more + "}";
}

std::string problemOf(const std::string& json)
{
    const auto policy = parsePolicy(json, {});
    if (policy)
        return "taken";
    return policy.error().code() == ErrorCode::InvalidArgument ? policy.error().text() : "?";
}

GateDecision decisionOf(const std::string& policy, const std::string& code)
{
    static const auto catalog = PolicyCatalog::load();
    const auto found = catalog ? catalog->find(policy)
                               : Result<std::shared_ptr<const CodePolicy>>(catalog.error());
    return found ? scanCode(code, "python", **found).decision : GateDecision::Allow;
}

} // namespace

class TestGatePolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bringsSevenPolicies()
    {
        const auto catalog = PolicyCatalog::load();
        QVERIFY2(catalog, catalog ? "" : catalog.error().text().c_str());
        for (const auto* id :
             {"minimal", "development", "production", "strict", "educational", "data-science",
              "web-scraping"})
            QVERIFY2(catalog->find(id), id);
        QCOMPARE(catalog->all().size(), std::size_t(7));
        const auto missing = catalog->find("lax");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code(), ErrorCode::NotFound);
        QVERIFY(missing.error().text().find("development") != std::string::npos);
    }

    void saysWhyAndWhatToDoInEachRule()
    {
        const auto catalog = PolicyCatalog::load();
        QVERIFY(catalog);
        for (const auto& [id, rule] : catalog->book())
            QVERIFY2(
                !rule.why.empty() && !rule.suggestion.empty() && !rule.description.empty(),
                id.c_str());
    }

    void decidesByThePreset_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QStringList>("decisions");
        // minimal, development, educational, data-science, web-scraping, production, strict
        const auto row = [](const char* name, const char* code, const char* decisions) {
            QTest::newRow(name) << QString(code) << QString(decisions).split(' ');
        };
        row("arithmetic", "import math\nprint(math.pi)",
            "allow allow allow allow allow allow allow");
        row("data", "import numpy as np, json\nre.compile('x'); model.eval()",
            "allow allow allow allow allow allow allow");
        row("shell", "import os\nos.system('ls')", "allow ask refuse refuse refuse refuse refuse");
        row("destroys", "import os\nos.system('rm -rf /')",
            "refuse ask refuse refuse refuse refuse refuse");
        row("subprocess", "from subprocess import run\nrun(['ls'])",
            "allow ask refuse refuse refuse refuse refuse");
        row("ctypes", "import ctypes", "refuse ask ask ask refuse refuse refuse");
        row("paths", "import os.path", "allow allow ask warn warn refuse refuse");
        row("web", "import requests", "allow allow allow warn warn allow refuse");
        row("eval", "eval('1 + 1')", "allow allow warn allow allow refuse refuse");
        row("writes", "open('f', 'w')", "allow allow allow warn warn refuse refuse");
        row("writes binary", "open('f', mode=\"wb\")", "allow allow allow warn warn refuse refuse");
        row("appends", "open(f\"{x}.txt\", 'a+')", "allow allow allow warn warn refuse refuse");
        row("reads", "open('f').read()", "allow allow allow allow allow allow refuse");
        row("reads with mode", "open('f', 'rb').read()",
            "allow allow allow allow allow allow refuse");
        row("deletes", "import shutil\nshutil.rmtree('x')",
            "allow allow refuse refuse refuse refuse refuse");
        row("sleeps", "from time import sleep\nsleep(9)",
            "allow allow allow allow warn allow refuse");
        row("environment", "import os\nprint(os.environ)",
            "allow allow ask warn warn refuse refuse");
        row("pickle", "import pickle\npickle.loads(b)",
            "allow allow allow warn allow allow refuse");
        row("reflection", "getattr(x, y)", "allow allow allow allow allow allow refuse");
        row("internals", "().__class__.__bases__[0].__subclasses__()",
            "allow allow ask allow allow refuse refuse");
        row("hidden order", "x = 1 # \xe2\x80\xae",
            "refuse ask refuse refuse refuse refuse refuse");
        row("look-alike", "\xd0\xbes = 1; \xd0\xbes.system(1)",
            "allow warn ask ask ask refuse refuse");
        row("utf-7", "# -*- coding: utf-7 -*-\n", "refuse ask refuse refuse refuse refuse refuse");
        row("utf-8", "# -*- coding: utf-8 -*-\n", "allow allow allow allow allow allow allow");
    }

    void decidesByThePreset()
    {
        QFETCH(QString, code);
        QFETCH(QStringList, decisions);
        QStringList seen;
        for (const auto* policy :
             {"minimal", "development", "educational", "data-science", "web-scraping", "production",
              "strict"}) {
            const auto name = gateDecisionName(decisionOf(policy, code.toStdString()));
            seen << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        }
        QCOMPARE(seen, decisions);
    }

    void decidesByItsThresholds_data()
    {
        QTest::addColumn<QString>("thresholds");
        QTest::addColumn<QString>("decisions"); // of low, medium and high
        QTest::newRow("refuses") << R"({"refuse": "high"})"
                                 << "allow allow refuse";
        QTest::newRow("warns first") << R"({"warn": "medium", "refuse": "high"})"
                                     << "allow warn refuse";
        QTest::newRow("all three") << R"({"warn": "low", "ask": "medium", "refuse": "high"})"
                                   << "warn ask refuse";
        QTest::newRow("refuse wins") << R"({"warn": "low", "ask": "low", "refuse": "low"})"
                                     << "refuse refuse refuse";
        QTest::newRow("never") << R"({"warn": "never", "ask": "never", "refuse": "never"})"
                               << "allow allow allow";
        QTest::newRow("none") << "{}"
                              << "allow allow allow";
    }

    void decidesByItsThresholds()
    {
        QFETCH(QString, thresholds);
        QFETCH(QString, decisions);
        const auto policy = parsePolicy(
            R"({"id": "mine", "name": "Mine", "rules": [], "thresholds": )"
                + thresholds.toStdString() + "}",
            {});
        QVERIFY(policy);
        QStringList seen;
        for (const auto severity : {Severity::Low, Severity::Medium, Severity::High})
            seen << QString::fromStdString(std::string(gateDecisionName(policy->decide(severity))));
        QCOMPARE(seen.join(' '), decisions);
        QCOMPARE(policy->decide({}), GateDecision::Allow);
    }

    void listsAllFindingsAlsoBehindTheWorst()
    {
        const auto policy = parsePolicy(
            policyText(R"({"id": "a", "description": "A", "severity": "low", "pattern": "alpha"},
                {"id": "b", "description": "B", "severity": "high", "pattern": "beta"})"),
            {});
        QVERIFY(policy);
        const auto report = scanCode("alpha\nbeta\nalpha", "python", *policy);
        QCOMPARE(report.decision, GateDecision::Refuse);
        QCOMPARE(report.findings.size(), std::size_t(3));
        QCOMPARE(report.findings[1].rule, std::string("b"));
        QCOMPARE(report.findings[2].line, std::size_t(3));
    }

    void looksWhereARuleSaysTo_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("seen"); // which of the words
        QTest::newRow("by default") << ""
                                    << "xcode";
        QTest::newRow("code") << ", \"in\": \"code\""
                              << "xcode";
        QTest::newRow("program") << R"(, "in": "program")"
                                 << "xcode xstring";
        QTest::newRow("strings") << ", \"in\": \"strings\""
                                 << "xstring";
        QTest::newRow("comments") << R"(, "in": "comments")"
                                  << "xdoc xcomment";
        QTest::newRow("all") << R"(, "in": "all")"
                             << "xdoc xcode xstring xcomment";
    }

    void looksWhereARuleSaysTo()
    {
        QFETCH(QString, place);
        QFETCH(QString, seen);
        const auto policy = parsePolicy(
            policyText(
                R"({"id": "a", "description": "A", "severity": "low", "pattern": "x[a-z]+")"
                + place.toStdString() + "}"),
            {});
        QVERIFY2(policy, policy ? "" : policy.error().text().c_str());
        const std::string code = "'''xdoc'''\nxcode = 'xstring' # xcomment\n";
        QStringList words;
        for (const auto& finding : scanCode(code, "python", *policy).findings)
            words << QString::fromStdString(code.substr(finding.offset, finding.bytes));
        QCOMPARE(words.join(' '), seen);
    }

    void knowsAPackageUnderItsOtherNames()
    {
        const auto policy = restricting("Requests==2.0");
        for (const auto* name :
             {"requests", "Requests", "requests==2", "requests[socks]>=1,<3", "REQUESTS ~= 2"})
            QVERIFY2(policy.restrictedPackage("python", name), name);
        for (const auto* name : {"requests-html", "grequests", "", "=="})
            QVERIFY2(!policy.restrictedPackage("python", name), name);
        QVERIFY(refuses(policy, "import requests.sessions", "python"));
        QVERIFY(restricting("@scope/Thing").restrictedPackage("javascript", "@scope/thing@1.2"));
        QVERIFY(restricting("child_process").restrictedPackage("javascript", "node:child_process"));
        QVERIFY(restricting("my-module").restrictedPackage("python", "my_module"));
    }

    void namesWhatIsWrongInAPolicyFile_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& json, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(json) << QString(expected);
        };
        row("no object", "[]", "one JSON object");
        row("no id", R"({"name": "a", "thresholds": {}, "rules": []})", "field 'id'");
        row("bad id", R"({"id": "A b", "name": "a", "thresholds": {}, "rules": []})", "field 'id'");
        row("no name", R"({"id": "a", "thresholds": {}, "rules": []})", "field 'name'");
        row("no thresholds", R"({"id": "a", "name": "a", "rules": []})", "field 'thresholds'");
        row("threshold", R"({"id": "a", "name": "a", "rules": [], "thresholds": {"warn": "loud"}})",
            "field 'thresholds.warn'");
        row("typing error",
            R"({"id": "a", "name": "a", "rules": [], "thresholds": {"wran": "low"}})",
            "field 'wran' is not known");
        row("no rules", R"({"id": "a", "name": "a", "thresholds": {}})", "field 'rules'");
        row("unknown field", policyText("", R"(, "x": 1)"), "field 'x' is not known");
        row("unknown rule", policyText(R"("python.nothing")"),
            "'python.nothing', which is no known rule");
        row("unknown group", policyText(R"("nothing.*")"), "no rule begins so");
        row("number", policyText("3"), "rule 1: it is not an object");
        row("rule without id", policyText(R"({"description": "x"})"), "rule 1: field 'id'");
        row("no description", policyText(R"({"id": "a", "severity": "low", "module": "x"})"),
            "rule 'a': field 'description'");
        row("bad severity",
            policyText(R"({"id": "a", "description": "x", "severity": "huge", "module": "x"})"),
            "rule 'a': field 'severity'");
        row("no matcher", policyText(R"({"id": "a", "description": "x", "severity": "low"})"),
            "exactly one of the fields");
        row("two matchers",
            policyText(
                R"({"id": "a", "description": "x", "severity": "low", "module": "x", "pattern": "x"})"),
            "exactly one of the fields");
        row("bad place",
            policyText(
                R"({"id": "a", "description": "x", "severity": "low", "pattern": "x", "in": "sky"})"),
            "field 'in'");
        row("module",
            policyText(R"({"id": "a", "description": "x", "severity": "low", "module": "=="})"),
            "field 'module'");
        row("modules",
            policyText(R"({"id": "a", "description": "x", "severity": "low", "module": [3]})"),
            "field 'module'");
        row("empty pattern",
            policyText(R"({"id": "a", "description": "x", "severity": "low", "pattern": ""})"),
            "field 'pattern'");
        row("open bracket",
            policyText(R"({"id": "a", "description": "x", "severity": "low", "pattern": "ab(c"})"),
            "'a': field 'pattern': the pattern is not valid at character 3");
        row("closed bracket",
            policyText(R"({"id": "a", "description": "x", "severity": "low", "pattern": "ab)c"})"),
            "at character 3");
        row("star",
            policyText(R"({"id": "a", "description": "x", "severity": "low", "pattern": "abc**"})"),
            "at character 4");
        row("class",
            policyText(
                R"({"id": "a", "description": "x", "severity": "low", "pattern": "ab[z-a]"})"),
            "at character 4");
        row("backreference",
            policyText(
                R"({"id": "a", "description": "x", "severity": "low", "pattern": "(a)\\1"})"),
            "not valid at character 4");
        row("matches nothing",
            policyText(R"({"id": "a", "description": "x", "severity": "low", "pattern": "a*"})"),
            "empty text");
        row("too large",
            policyText(
                R"({"id": "a", "description": "x", "severity": "low", "pattern": "((a{100}){100}){100}"})"),
            "pattern");
    }

    void namesWhatIsWrongInAPolicyFile()
    {
        QFETCH(QString, json);
        QFETCH(QString, expected);
        const auto problem = problemOf(json.toStdString());
        QVERIFY2(problem.find(expected.toStdString()) != std::string::npos, problem.c_str());
    }

    void mayRequireLayersOfIsolation()
    {
        const auto policy = parsePolicy(
            policyText("", R"(, "require_layers": ["seccomp,landlock", "no-network"])"), {});
        QVERIFY2(policy, policy ? "" : policy.error().text().c_str());
        QVERIFY(policy->requiredLayers == (LayerNames{"landlock", "no-network", "seccomp"}));
        const auto problem = problemOf(policyText("", R"(, "require_layers": ["fences"])"));
        QVERIFY2(
            problem.find("field 'require_layers'") != std::string::npos
                && problem.find("user-namespace") != std::string::npos,
            problem.c_str());
    }

    void refusesBrokenRulesOfALibraryUserToo()
    {
        CodePolicy policy;
        QVERIFY(!policy.addPattern("a", "(", Severity::Low));
        QVERIFY(!policy.addPattern("a", "", Severity::Low));
        QVERIFY(!policy.addPattern("", "x", Severity::Low));
        QVERIFY(!policy.addRestrictedModule("==", Severity::Low));
        QVERIFY(policy.addPattern("a", "x", Severity::Low));
        QVERIFY(policy.addPattern("a", "y", Severity::High));
        QCOMPARE(policy.rules().size(), std::size_t(1));
        QCOMPARE(policy.rules()[0].pattern, std::string("y"));
    }

    void readsTheUsersOwnPolicies()
    {
        QTemporaryDir folder;
        writeText(
            folder.filePath("a.json"),
            policyText(R"("text.*", {"rule": "python.shell", "severity": "low"},
            {"id": "mine.flask", "description": "Imports flask", "severity": "high", "module": ["flask", "django"]})"));
        writeText(folder.filePath("notes.txt"), "no policy");
        const auto catalog = PolicyCatalog::load(folder.path().toStdString());
        QVERIFY2(catalog, catalog ? "" : catalog.error().text().c_str());
        QCOMPARE(catalog->all().size(), std::size_t(8));
        const auto mine = catalog->find("mine");
        QVERIFY(mine);
        QVERIFY(refuses(**mine, "from django import x", "python"));
        QCOMPARE(
            scanCode("import os\nos.system('x')", "python", **mine).decision, GateDecision::Warn);
        const auto byPath = PolicyCatalog::load()->find(folder.filePath("a.json").toStdString());
        QVERIFY(byPath);
        QCOMPARE((*byPath)->rules().size(), (*mine)->rules().size());
        QVERIFY(PolicyCatalog::load(folder.filePath("missing").toStdString()));
    }

    void saysWhichFileIsWrong()
    {
        QTemporaryDir folder;
        writeText(folder.filePath("bad.json"), policyText(R"("nothing")"));
        const auto catalog = PolicyCatalog::load(folder.path().toStdString());
        QVERIFY(!catalog);
        QVERIFY(catalog.error().text().find("bad.json: field 'rules'") != std::string::npos);
        const auto missing
            = PolicyCatalog::load()->find(folder.filePath("none.json").toStdString());
        QVERIFY(!missing);
        QCOMPARE(missing.error().code(), ErrorCode::NotFound);
    }

    void refusesAPolicyFileOfAHundredMegabytes()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("huge.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(100 << 20));
        file.close();
        const auto huge = PolicyCatalog::load()->find(folder.filePath("huge.json").toStdString());
        QVERIFY(!huge);
        QCOMPARE(huge.error().code(), ErrorCode::InvalidArgument);
        QVERIFY(huge.error().text().find("larger than") != std::string::npos);
        QVERIFY(!PolicyCatalog::load(folder.path().toStdString()));
    }

    void saysWhereAPatternWithoutAPlaceWouldHaveMatched()
    {
        const auto rule = [](const char* more) {
            return policyText(
                std::string(
                    "{\"id\": \"mine.url\", \"description\": \"Names a host\", \"severity\": "
                    "\"high\", \"pattern\": \"https?://\", \"languages\": [\"python\"]")
                + more + "}");
        };
        const auto notices = [&](const char* code, const char* more = "") {
            const auto policy = parsePolicy(rule(more), RuleBook());
            return policy ? scanCode(code, "python", *policy).notices
                          : std::vector<std::string>{policy.error().text()};
        };
        QCOMPARE(
            notices("get('http://a')\nget('http://b')"),
            std::vector<std::string>{
                "rule 'mine.url' looks at code alone, and its pattern is in strings here: add "
                "\"in\": \"strings\" to it, or \"all\""});
        QCOMPARE(notices("# http://a\n").size(), std::size_t(1));
        QVERIFY(notices("get('a')").empty());
        QVERIFY(notices("get('http://a')", ", \"in\": \"code\"").empty());
        QVERIFY(notices("get('http://a')", ", \"in\": \"strings\"").empty());
    }
};

SANDBENCH_TEST(TestGatePolicy);
#include "tst_gate_policy.moc"
