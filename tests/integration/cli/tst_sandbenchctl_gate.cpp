// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_objects.h"
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

using ctl::objectOf;

/// `scan`, `policies` and `run --policy`, from outside.
class TestSandbenchctlGate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scansWithoutRunning_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("decision");
        QTest::addColumn<int>("status");
        const QByteArray shell = "import os as o\no.system('ls')\n";
        QTest::newRow("harmless") << QByteArray("print(1)\n") << "strict"
                                  << "allow" << 0;
        QTest::newRow("warned") << QByteArray("import requests\n") << "data-science"
                                << "warn" << 0;
        QTest::newRow("asked") << shell << "development"
                               << "ask" << 1;
        QTest::newRow("refused") << shell << "production"
                                 << "refuse" << 1;
        QTest::newRow("documented") << QByteArray("'''os.system'''\n# import os\n") << "strict"
                                    << "allow" << 0;
    }

    void scansWithoutRunning()
    {
        QFETCH(QByteArray, code);
        QFETCH(QString, policy);
        QFETCH(QString, decision);
        QFETCH(int, status);
        const ctl::Folder folder;
        const auto file = folder.write("a.py", code);
        const auto json = ctl::run({"scan", file, "--policy", policy, "--json"});
        QCOMPARE(json.status, status);
        const auto report = objectOf(json.out);
        QCOMPARE(report["schema"].toString(), QString("sandbench.scan/1"));
        QCOMPARE(report["decision"].toString(), decision);
        QCOMPARE(report["findings"].toArray().isEmpty(), decision == "allow");
        const auto text = ctl::run({"scan", file, "--policy", policy});
        QCOMPARE(text.status, status);
        QVERIFY(text.out.contains("A scan is advice"));
        QCOMPARE(text.out.contains("a.py:"), decision != "allow");
    }

    void looksAtTheWholeProject()
    {
        const ctl::Folder folder;
        QVERIFY(QDir(folder.path(".")).mkpath("p"));
        folder.write("p/main.py", "import helper\n");
        folder.write("p/helper.py", "import subprocess\n");
        const auto outcome
            = ctl::run({"run", "--policy", "strict", "--project", folder.path("p"), "main.py"});
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.contains("helper.py:1:8"), outcome.err);
        QCOMPARE(outcome.status, 126);
    }

    void keepsRestrictedPackagesOut()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto outcome = ctl::run(
            {"run", "--policy", folder.write("own.json", R"({"id": "own", "name": "Own",
                "description": "x", "rules": [{"id": "own.late", "module": "late",
                "severity": "high", "description": "Late is not for us"}],
                "thresholds": {"refuse": "high"}})"),
             "--library", "Late==1.0", "--wheels", folder.path("."),
             folder.write("a.py", "print('must not run')\n")});
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(outcome.status, 125);
        QVERIFY2(outcome.err.contains("Late is not for us"), outcome.err);
    }

    void saysWhereWhyAndWhatToDo()
    {
        const ctl::Folder folder;
        const auto outcome = ctl::run(
            {"scan", folder.write("a.py", "x = 1\nimport subprocess\n"), "--policy", "production",
             "--json"});
        const auto finding = objectOf(outcome.out)["findings"].toArray().at(0).toObject();
        QCOMPARE(finding["rule"].toString(), QString("python.module.subprocess"));
        QCOMPARE(finding["severity"].toString(), QString("high"));
        QCOMPARE(finding["line"].toInt(), 2);
        QCOMPARE(finding["column"].toInt(), 8);
        QCOMPARE(finding["length"].toInt(), 10);
        QVERIFY(!finding["why"].toString().isEmpty());
        QVERIFY(!finding["suggestion"].toString().isEmpty());
    }

    void readsStandardInputAndOwnPolicies()
    {
        const ctl::Folder folder;
        const auto policy = folder.write(
            "p.json", R"({"id": "mine", "name": "Mine", "thresholds": {"refuse": "high"},
            "rules": [{"id": "mine.curl", "description": "Fetches", "severity": "high", "module": "curl"}]})");
        const auto outcome = ctl::run(
            {"scan", "-", "--language", "bash", "--policy", policy}, "true && cu'rl' x\n");
        QCOMPARE(outcome.status, 1);
        QVERIFY(outcome.out.contains("mine.curl"));
        QVERIFY(outcome.out.contains("standard input") || outcome.out.contains("-:1:9"));
    }

    void refusesWrongUsage()
    {
        const ctl::Folder folder;
        const auto file = folder.write("a.py", "1");
        QCOMPARE(ctl::run({"scan", file, "--policy", "lax"}).status, 2);
        QVERIFY(ctl::run({"scan", file, "--policy", "lax"}).err.contains("development"));
        QCOMPARE(ctl::run({"scan", file, "--language", "cobol"}).status, 2);
        QCOMPARE(ctl::run({"scan", folder.path("none.py")}).status, 2);
        const auto broken
            = folder.write("b.json", R"({"id": "b", "name": "B", "thresholds": {}, "rules":
            [{"id": "b.x", "description": "x", "severity": "low", "pattern": "a\u0028"}]})");
        const auto outcome = ctl::run({"scan", file, "--policy", broken});
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.err.contains("b.json"));
        QVERIFY(outcome.err.contains("'b.x'"));
        QVERIFY(outcome.err.contains("at character 2"));
    }

    void listsThePolicies()
    {
        const auto text = ctl::run({"policies"});
        QCOMPARE(text.status, 0);
        for (const auto* id :
             {"minimal", "development", "production", "strict", "educational", "data-science",
              "web-scraping"})
            QVERIFY2(text.out.contains(id), id);
        const auto json = objectOf(ctl::run({"policies", "--json"}).out);
        QCOMPARE(json["policies"].toArray().size(), 7);
        QVERIFY(json["rules"].toArray().size() > 20);
    }

    void startsNothingThatThePolicyRefuses()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto file = folder.write("a.py", "import os\nprint('started')\nos.system('true')\n");
        const auto refused = ctl::run({"run", "--policy", "production", "--json", file});
        QCOMPARE(refused.status, 126);
        const auto record = objectOf(refused.out);
        QCOMPARE(record["verdict"].toString(), QString("policy_denied"));
        QVERIFY(!record["run_id"].toString().isEmpty());
        QCOMPARE(record["stdout"].toString(), QString());
        QCOMPARE(record["gate"]["decision"].toString(), QString("refuse"));
        QVERIFY(!record["gate"]["findings"].toArray().isEmpty());
        const auto confirmed = ctl::run({"run", "--policy", "production", "--yes", file});
        QCOMPARE(confirmed.status, 126);
        QVERIFY(confirmed.err.contains("Refused by the policy production"));
        QVERIFY(!confirmed.out.contains("started"));
    }

    void asksAndTakesYesForAnAnswer()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto file = folder.write("a.py", "import os\nprint('started')\nos.system('true')\n");
        const auto asked = ctl::run({"run", "--policy", "development", file}, "y\n");
        QCOMPARE(asked.status, 126); // nobody is at a terminal
        QVERIFY(asked.err.contains("--yes"));
        const auto confirmed
            = ctl::run({"run", "--policy", "development", "--yes", "--json", file});
        QCOMPARE(confirmed.status, 0);
        const auto record = objectOf(confirmed.out);
        QCOMPARE(record["stdout"].toString(), QString("started\n"));
        QCOMPARE(record["gate"]["decision"].toString(), QString("ask"));
        QVERIFY(!record["warnings"].toArray().isEmpty());
    }

    void runsWhatIsOnlyWarnedOf()
    {
        REQUIRE_LOCAL_ENGINE();
        const ctl::Folder folder;
        const auto file = folder.write("a.py", "import os\nprint('started')\n");
        const auto outcome = ctl::run({"run", "--policy", "data-science", file});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out, QByteArray("started\n"));
        QVERIFY(outcome.err.contains("python.module.os"));
    }
};

SANDBENCH_TEST(TestSandbenchctlGate);
#include "tst_sandbenchctl_gate.moc"
