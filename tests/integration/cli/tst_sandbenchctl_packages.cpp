// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/needs.h"
#include "tests/support/package_folder.h"
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopeGuard>
#include <QTest>

using sandbench::test::PackageFolder;

/// Packages from the command line, in the embedded engine: from a folder, without any network.
class TestSandbenchctlPackages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto pip = ctl::run({"run", m_programs.write("pip.py", "import pip")});
        if (pip.status != 0)
            SKIP_WITHOUT("pip", "there is no pip in the sandbox");
        m_packages.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
        m_packages.addWheel("late", "2.0", {{"late.py", "answer = 43\n"}});
    }

    void runsWithALibrary()
    {
        const auto program = m_programs.write("a.py", "import late; print(late.answer)");
        const auto outcome
            = ctl::run({"run", "--library", "late<2", "--wheels", wheels(), program});
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray("42\n"));
        QVERIFY2(outcome.err.contains("installing late<2"), outcome.err);
    }

    void runsWithWhatAFileLists()
    {
        const auto program = m_programs.write("a.py", "import late; print(late.answer)");
        const auto list = m_programs.write("needs.txt", "late >= 2 # newer\n");
        const auto outcome
            = ctl::run({"run", "--requirements", list, "--wheels", wheels(), program, "--json"});
        const auto record = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(record["stdout"].toString(), QString("43\n"));
    }

    void talksToAnInterpreterWithALibrary()
    {
        const auto outcome = ctl::run(
            {"repl", "--library", "late==1.0", "--wheels", wheels()}, "import late\nlate.answer\n");
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray("42\n"));
    }

    void installsFromACellWhereLaterProgramsFindIt()
    {
        const auto outcome = ctl::run(
            {"repl"},
            "import zipfile\n"
            "with zipfile.ZipFile('tiny-1.0-py3-none-any.whl', 'w') as z:\n"
            "    z.writestr('tiny.py', 'answer = 42\\n')\n"
            "    z.writestr('tiny-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\n"
            "Name: tiny\\nVersion: 1.0\\n')\n"
            "    z.writestr('tiny-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\n"
            "Root-Is-Purelib: true\\nTag: py3-none-any\\n')\n"
            "    z.writestr('tiny-1.0.dist-info/RECORD', '')\n"
            "\n"
            "%pip install -q ./tiny-1.0-py3-none-any.whl\n"
            "import tiny; tiny.answer\n"
            "%context bash\n"
            "python3 -c 'import tiny; print(tiny.answer + 1)'\n"
            "%context repl\n"
            "%pip install -q nothing-of-that-name\n");
        QCOMPARE(
            outcome.out,
            QByteArray("42\ninputs go to bash (bash)\n43\ninputs go to repl (python)\n"));
        // Nothing is fetched: a sandbox has no network by itself.
        QVERIFY2(outcome.err.contains("UsageError: this sandbox has no network"), outcome.err);
        QVERIFY2(outcome.err.contains("--library NAME"), outcome.err);
    }

    void takesTheFolderFromTheSettings()
    {
        const ctl::Folder config;
        QVERIFY(QDir(config.path(".")).mkpath("sandbench"));
        config.write(
            "sandbench/settings.json",
            "{\"packages\": {\"wheels\": \"" + wheels().toUtf8() + "\"}}");
        const auto before = qgetenv("XDG_CONFIG_HOME");
        const auto restore = qScopeGuard([&] {
            before.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before);
        });
        qputenv("XDG_CONFIG_HOME", config.path(".").toUtf8());
        const auto program = m_programs.write("a.py", "import late; print(late.answer)");
        const auto outcome = ctl::run({"run", "--library", "late", program});
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray("43\n"));
    }

    void saysWhyNothingWasRun_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("problem");
        const auto row
            = [](const char* title, const QStringList& options, int status, const char* problem) {
                  QTest::newRow(title) << options << status << QByteArray(problem);
              };
        row("no such package", {"--library", "missing", "--wheels", wheels()}, 125,
            "No matching distribution found for missing");
        row("no network", {"--library", "missing", "--network", "none"}, 125, "no network");
        row("no name", {"--library", "a; rm -rf /", "--wheels", wheels()}, 2, "--library: ");
        row("no folder", {"--library", "a", "--wheels", "/dev/null"}, 2, "--wheels: ");
        row("system packages", {"--language", "bash", "--library", "jq"}, 2,
            "only root can install");
    }

    void saysWhyNothingWasRun()
    {
        QFETCH(QStringList, options);
        QFETCH(int, status);
        QFETCH(QByteArray, problem);
        const auto program = m_programs.write("a.py", "print('must not run')");
        const auto outcome = ctl::run(QStringList("run") + options + QStringList(program));
        QCOMPARE(outcome.status, status);
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.contains(problem), outcome.err);
    }

    void namesThePackagesThatAProgramLacks()
    {
        const auto program = m_programs.write("a.py", "import json, no_such_a\nimport no_such_b\n");
        const auto outcome = ctl::run({"run", program});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(
            outcome.err.contains("no_such_a, no_such_b are not in this sandbox; add --library "
                                 "no_such_a --library no_such_b"),
            outcome.err);
        const auto other = ctl::run({"run", m_programs.write("b.py", "import no_such_a if")});
        QVERIFY2(!other.err.contains("--library"), other.err);
    }

    void looksForMissingPackagesBeforeTheRun()
    {
        const auto program
            = m_programs.write("a.py", "print('ran')\nimport json, helper, no_such_a\n");
        const auto helper = m_programs.write("helper.py", "");
        const auto refused = ctl::run({"run", "--check-imports", "--file", helper, program});
        QCOMPARE(refused.status, 125);
        QCOMPARE(refused.out, QByteArray());
        QVERIFY2(
            refused.err.contains("no_such_a is not in this sandbox; add --library no_such_a"),
            refused.err);
        const auto json = ctl::run({"run", "--check-imports", "--json", program});
        QCOMPARE(
            QJsonDocument::fromJson(json.out)["schema"].toString(), QString("sandbench.error/1"));
        const auto whole = m_programs.write("b.py", "import json, helper\nprint('ran')\n");
        const auto ran = ctl::run({"run", "--check-imports", "--file", helper, whole});
        QVERIFY2(ran.status == 0, ran.err);
        QCOMPARE(ran.out, QByteArray("ran\n"));
    }

    void seesWhetherPackagesInstall()
    {
        const auto good = ctl::run({"install", "--wheels", wheels(), "late"});
        QVERIFY2(good.status == 0, good.err);
        QVERIFY2(good.err.contains("Successfully installed late-2.0"), good.err);
        QCOMPARE(ctl::run({"install", "--wheels", wheels(), "late", "missing"}).status, 125);
        QCOMPARE(ctl::run({"install"}).status, 2);
    }

    void tellsWhichRequirementsASandboxHas()
    {
        const auto list = m_programs.write("needs.txt", "pip>=1\nlate==1.0\nno-such-package\n");
        const QStringList command = {"requirements", "compliance", "--requirements", list,
                                     "--library",    "late",       "--wheels",       wheels()};
        const auto text = ctl::run(command);
        QCOMPARE(text.status, 1);
        QVERIFY2(text.out.contains("missing  late==1.0  (version 2.0)\n"), text.out);
        const auto json = QJsonDocument::fromJson(ctl::run(command + QStringList("--json")).out);
        const auto lines = json["requirements"].toArray();
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0].toObject()["satisfied"].toBool(), true);
        QCOMPARE(lines[1].toObject()["version"].toString(), QString("2.0"));
        QVERIFY(lines[2].toObject()["version"].isNull());
        const auto all = ctl::run(
            {"requirements", "compliance", "--requirements", m_programs.write("b.txt", "pip\n")});
        QVERIFY2(all.status == 0, all.out + all.err);
    }

private:
    QString wheels() const { return QString::fromStdString(m_packages.path()); }

    PackageFolder m_packages;
    ctl::Folder m_programs;
};

SANDBENCH_TEST(TestSandbenchctlPackages);
#include "tst_sandbenchctl_packages.moc"
