// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict on a run: by itself, and after runs of the window.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/checks/checks_panel.h"
#include "ui/editor/editor_tabs.h"
#include "ui/runs/comparison_view.h"
#include "ui/runs/review_bar.h"
#include "ui/runs/runs_panel.h"
#include "ui/verdict/verdict_panel.h"

#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

Json record()
{
    return {
        {"verdict", "exited"},
        {"success", true},
        {"sentence", "Finished in 0.5 s"},
        {"artifacts", Json::array({{{"name", "a.png"}}})},
        {"gate",
         {{"findings",
           Json::array({{{"severity", "low"}}, {{"severity", "high"}}, {{"severity", "odd"}}})},
          {"omitted", 2}}},
        {"activity",
         {{"network",
           {{"attempts", 1},
            {"list",
             Json::array({{{"call", "connect"}, {"address", "192.0.2.7"}, {"port", 443}}})}}}}},
        {"hints", Json::array({"add --library numpy"})},
        {"warnings", Json::array({"<b>odd</b>"})}};
}

} // namespace

class TestVerdictPanel : public FakeEnginesTest
{
    Q_OBJECT

private:
    VerdictPanel& panel() { return m_window->verdict(); }
    QToolButton* button(const char* name)
    {
        return panel().findChild<QToolButton*>(QLatin1String(name));
    }

    void setProgram(const QByteArray& code)
    {
        m_window->editors().newDocument(QStringLiteral("a.py"), code);
    }

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void saysAllOfARunInAFewLines()
    {
        VerdictPanel card;
        QVERIFY(card.sentence().isEmpty());
        card.showRun("r-1", "a.py", Json::object());
        QVERIFY(card.sentence().contains(QStringLiteral("running")));
        QVERIFY(!card.findChild<ReviewBar*>()->isEnabled());
        card.showRun("r-1", "a.py", record());
        QCOMPARE(card.sentence(), QStringLiteral("Finished in 0.5 s"));
        QCOMPARE(card.line("findings"), QStringLiteral("5 findings, the worst: high"));
        QVERIFY(card.line("activity").contains(QStringLiteral("192.0.2.7")));
        QCOMPARE(card.line("results"), QStringLiteral("1 result"));
        QCOMPARE(card.line("advice"), QStringLiteral("add --library numpy\n<b>odd</b>"));
        card.setChecks(QStringLiteral("2 of 3 passed"));
        QCOMPARE(card.line("checks"), QStringLiteral("2 of 3 passed"));
        card.showRun("r-2", "a.py", {{"verdict", "exited"}, {"gate", nullptr}});
        QCOMPARE(card.line("findings"), QStringLiteral("No policy looked at it."));
        QCOMPARE(card.line("activity"), QStringLiteral("Not known."));
        QVERIFY(card.line("results").isEmpty() && card.line("advice").isEmpty());
    }

    void tellsTheReviewOfItsRun()
    {
        VerdictPanel card;
        card.showRun("r-1", "a.py", record());
        QSignalSpy changed(&card, &VerdictPanel::reviewChanged);
        auto* accepted = card.findChild<QToolButton*>(QStringLiteral("review_accepted"));
        accepted->click();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.first()[0].toString(), QStringLiteral("r-1"));
        QCOMPARE(card.findChild<ReviewBar*>()->review().verdict, std::string("accepted"));
        accepted->click(); // takes it back
        QCOMPARE(card.findChild<ReviewBar*>()->review().verdict, std::string());
        QCOMPARE(changed.count(), 2);
    }

    void followsTheRunsOfTheChosenSession()
    {
        renewEngines();
        makeWindow();
        m_window->show();
        action("dockVerdict")->trigger();
        QVERIFY(panel().isVisible());
        QVERIFY(panel().sentence().isEmpty());
        setProgram("print('first')\nraise ValueError('no')\n");
        runFileAndWait();
        QTRY_VERIFY(panel().sentence().contains(QStringLiteral("status 1")));
        QTRY_VERIFY(button("verdictCopy")->isEnabled());
        const QString first = panel().run();

        button("review_needs_work")->click();
        auto* history = m_workspace->history();
        const auto kept = [&] {
            const auto run = history->find(workspace::localCaller(), first.toStdString());
            return run ? report::reviewOf(*run).verdict : run.error().text();
        };
        QTRY_COMPARE(kept(), std::string("needs_work"));
        QCOMPARE(panel().line("findings"), QStringLiteral("No policy looked at it."));
        for (const auto* title : panel().findChildren<QToolButton*>())
            QVERIFY2(title->isHidden() || title->height() > 10, qPrintable(title->text()));
        QGuiApplication::clipboard()->clear();
        button("verdictCopy")->click();
        QTRY_VERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("ValueError")));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("Needs work")));

        setProgram("print('second')\n");
        runFileAndWait();
        QTRY_VERIFY(panel().sentence().startsWith(QStringLiteral("Finished")));
        QVERIFY(panel().run() != first);
        emit m_window->checks().answerChecked(QStringLiteral("a.py"), 2, 3);
        QVERIFY(panel().line("checks").startsWith(QStringLiteral("✗ 2 of 3 passed")));
        button("verdictCompare")->click();
        auto* comparison = m_window->runs().findChild<ComparisonView*>();
        QTRY_VERIFY(comparison->isVisible());
        QVERIFY(comparison->outcome().contains(QStringLiteral("differs")));
        close();
    }
};

SANDBENCH_TEST(TestVerdictPanel);
#include "tst_verdict_panel.moc"
