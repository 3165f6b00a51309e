// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the chosen policy says to a run, in the real window with the real embedded engine.
#include "tests/support/test_program.h"
#include "tests/ui/gate_fixture.h"
#include "ui/gate/policy_shelf.h"
#include "ui/output/output_panel.h"

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {
const QByteArray kShell = "import os\nos.system('echo from-the-shell')\n";
} // namespace

class TestGateRuns : public GateFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init()
    {
        forgetAll();
        m_engines->local->real = &m_real;
    }

    void cleanup() { close(); }

    void holdsNoRunBeforeAPolicyWasChosen()
    {
        begin(PolicyShelf::kShowOnly, kShell);
        runFileAndWait();
        QVERIFY(hasPrinted("from-the-shell"));
        QTRY_COMPARE(count(), 1U); // and it is shown
    }

    void startsNothingWhereThePolicyRefuses()
    {
        begin("policy/strict", "print('ä')\n" + kShell);
        m_window->runFile();
        QTRY_VERIFY(m_window->messageText().contains(QStringLiteral("Not started")));
        const QString text = m_window->messageText();
        QVERIFY2(text.contains(QStringLiteral("strict refuses it")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Line 2, High: Imports os")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("advice")), qPrintable(text));
        QVERIFY(!button("runAnyway"));
        QVERIFY(m_window->statusText().contains(QStringLiteral("Refused")));
        QVERIFY(!m_engines->local->was("open"));
        QVERIFY(m_ended->isEmpty());
        QCOMPARE(m_window->controller().state(), SessionState::None);
    }

    void showsTheWorstFindingOfARefusedRun()
    {
        begin("policy/strict", kShell);
        m_window->runFile();
        QTRY_VERIFY(button("showFindings"));
        QTRY_VERIFY(gate().isSettled());
        button("showFindings")->click();
        QVERIFY(!dock()->visibleRegion().isEmpty());
        QVERIFY(!m_window->messageText().isEmpty()); // who asks for more has not answered
        const int row = gate().panel().selected();
        QVERIFY(row >= 0);
        QCOMPARE(findings()[static_cast<std::size_t>(row)].severity, Severity::High);
    }

    void refusesInASessionThatIsOpenToo()
    {
        begin(PolicyShelf::kShowOnly, kShell);
        runFileAndWait();
        gate().policies().choose(QStringLiteral("policy/strict"));
        m_window->runAgain();
        QTRY_VERIFY(m_window->messageText().contains(QStringLiteral("refuses it")));
        QCOMPARE(m_ended->size(), 1);
        gate().policies().choose(QStringLiteral("none"));
        runFileAndWait();
    }

    void keepsTheSessionWhenARunInAFreshOneIsRefused()
    {
        begin(PolicyShelf::kShowOnly, kShell);
        runFileAndWait();
        const auto session = m_window->controller().session();
        gate().policies().choose(QStringLiteral("policy/strict"));
        action("runFresh")->trigger();
        QTRY_VERIFY(m_window->messageText().contains(QStringLiteral("refuses it")));
        QCOMPARE(m_window->controller().session(), session);
        gate().policies().choose(QStringLiteral("policy/development"));
        action("runFresh")->trigger();
        sayYes();
        QVERIFY(m_window->controller().session() != session);
    }

    void asksAndRunsAfterAYes()
    {
        begin("policy/development", kShell);
        m_window->runFile();
        QTRY_VERIFY(button("runAnyway"));
        QVERIFY(m_window->messageText().contains(QStringLiteral("development asks first")));
        QVERIFY(!m_engines->local->was("open"));
        sayYes();
        QVERIFY(m_window->messageText().isEmpty());
        QVERIFY(hasPrinted("from-the-shell"));
    }

    void remembersAYesUntilTheFindingsAreOthers()
    {
        begin("policy/development", kShell);
        m_window->runFile();
        sayYes();
        runFileAndWait(); // it is not asked again
        editor().insertAt(QStringLiteral("print('ü')\n"), 0, 0);
        runFileAndWait(); // the same findings in other lines
        replaceAll("import os\nos.system('echo something-else')\n");
        m_window->runFile();
        QTRY_VERIFY(button("runAnyway"));
        QCOMPARE(m_ended->size(), 3);
        sayYes();
        replaceAll(kShell);
        runFileAndWait();
    }

    void remembersAYesForItsDocumentOnly()
    {
        begin("policy/development", kShell);
        m_window->runFile();
        sayYes();
        open(kShell, "b.py");
        m_window->runFile();
        QTRY_VERIFY(button("runAnyway"));
        QCOMPARE(m_ended->size(), 1);
    }

    void runsTheTextThatWasAskedAbout()
    {
        begin("policy/development", kShell);
        m_window->runFile();
        QTRY_VERIFY(button("runAnyway"));
        replaceAll("import os\nos.system('echo not-this')\n");
        sayYes();
        QVERIFY(hasPrinted("from-the-shell"));
        QVERIFY(!hasPrinted("not-this"));
    }

    void doesNotTakeAYesForAnotherPolicy()
    {
        begin("policy/development", kShell);
        m_window->runFile();
        QTRY_VERIFY(button("runAnyway"));
        gate().policies().choose(QStringLiteral("policy/strict"));
        button("runAnyway")->click();
        QTRY_VERIFY(m_window->messageText().contains(QStringLiteral("strict refuses it")));
        QVERIFY(m_ended->isEmpty());
        QVERIFY(!m_engines->local->was("open"));
    }

    void asksForASelectionToo()
    {
        begin("policy/development", "\nprint(1)\n    __import__('os').system('ls')\n");
        editor().setSelection(2, 0, 2, 5);
        m_window->runSelection();
        QTRY_VERIFY(button("runAnyway") || !m_ended->isEmpty());
        QVERIFY(m_ended->isEmpty());
        QVERIFY(m_window->messageText().contains(QStringLiteral("Line 3")));
    }

    void asksAboutMuchCodeInOneLine()
    {
        begin("policy/development", "print(1)\n");
        RunRequest request;
        request.code = "import os;";
        while (request.code.size() < kMuchCode)
            request.code += "os.system(1);";
        const QSignalSpy held(&gate(), &GateController::held);
        bool hasRun = false;
        gate().check(request, &editor(), [&hasRun](const RunRequest&) { hasRun = true; });
        QTRY_COMPARE_WITH_TIMEOUT(held.size(), 1, kRunDeadline);
        QVERIFY(!hasRun);
        button("runAnyway")->click();
        QTRY_VERIFY_WITH_TIMEOUT(hasRun, kRunDeadline);
        hasRun = false;
        gate().check(request, &editor(), [&hasRun](const RunRequest&) { hasRun = true; });
        QTRY_VERIFY_WITH_TIMEOUT(hasRun, kRunDeadline);
        request.code += "\nx"; // not all of its findings are known: this is another program
        gate().check(request, &editor(), [](const RunRequest&) {});
        QTRY_COMPARE_WITH_TIMEOUT(held.size(), 2, kRunDeadline);
    }

    void runsWithAWarningWhereThePolicyOnlyWarns()
    {
        addPolicy(
            QStringLiteral("mine.json"),
            R"({"id": "mine", "name": "Mine", "thresholds": {"warn": "low"},
                "rules": ["python.shell"]})");
        begin("policy/mine", kShell);
        runFileAndWait();
        QVERIFY(m_window->messageText().isEmpty());
        QTRY_COMPARE(count(), 1U);
    }

    void startsNothingWhenTheChosenPolicyIsGone()
    {
        begin("policy/gone", "print(1)\n");
        m_window->runFile(); // while the policies are being read
        QTRY_VERIFY(m_window->messageText().contains(QStringLiteral("gone is not there any more")));
        QVERIFY(!m_engines->local->was("open"));
        QVERIFY(m_ended->isEmpty());
        gate().policies().choose(QLatin1String(PolicyShelf::kNone));
        runFileAndWait();
    }

    void takesNoRememberedNameForAFile()
    {
        addPolicy(QStringLiteral("x.txt"), R"({"id": "x", "name": "X", "rules": []})");
        const QByteArray key = "policy/" + policyFolder().toUtf8() + "/x.txt";
        begin(key.constData(), "print(1)\n");
        QTRY_VERIFY(!gate().policies().isReading());
        QVERIFY(!gate().policies().problem().isEmpty());
        m_window->runFile();
        QTRY_VERIFY(m_window->messageText().contains(QStringLiteral("Not started")));
    }

private:
    void begin(const char* key, const QByteArray& code)
    {
        chooseBefore(key);
        show();
        open(code);
    }

    void sayYes()
    {
        const auto before = m_ended->size();
        QTRY_VERIFY(button("runAnyway"));
        button("runAnyway")->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), before + 1, kRunDeadline);
    }

    void replaceAll(const QByteArray& code)
    {
        editor().selectAll();
        editor().replaceSelectedText(QString::fromUtf8(code));
    }

    bool hasPrinted(const QByteArray& text)
    {
        return QTest::qWaitFor([this] { return m_window->output().isDrained(); })
            && m_window->output().plainText(1 << 20).contains(text);
    }
};

SANDBENCH_TEST(TestGateRuns);
#include "tst_gate_runs.moc"
