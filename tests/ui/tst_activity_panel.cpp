// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What a run did, in the panel of its session and among the details of a finished run.
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/activity/activity_panel.h"
#include "ui/editor/editor_tabs.h"
#include "ui/runs/run_details.h"
#include "ui/runs/run_reader.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

constexpr auto kProgram = R"(import os, socket, subprocess
open("report.csv", "w").write("a,b\n")  # push
subprocess.run(["sh", "-c", "exit 3"])
try:
    socket.create_connection(("192.0.2.7", 443), timeout=1)
except OSError:
    pass
)";

Json fileChange(const char* path, const char* diff)
{
    return {{"path", path}, {"change", "changed"}, {"type", "file"}, {"bytes", 3}, {"diff", diff}};
}

Json recordOf(const Json& files)
{
    return {
        {"activity",
         {{"files", {{"changed", files.size()}, {"list", files}}},
          {"not_seen", {"Files outside of the working folder"}}}}};
}

} // namespace

class TestActivityPanel : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareOnce();
        const auto engine = m_composition->engines().find("local");
        QVERIFY(engine);
        if (const auto status = (*engine)->probe({}); !status.usable)
            SKIP_WITHOUT("local", status.problem.c_str());
    }
    void cleanup() { removeWindow(); }

    void tellsWhatTheRunOfASessionDid()
    {
        run(kProgram);
        QCOMPARE(groups(), (QStringList{"Files", "Programs", "Network", "Resources", "Not seen"}));
        QVERIFY(item(QStringLiteral("created report.csv (4 B)")));
        QVERIFY(item(QStringLiteral("sh -c exit 3 (process")));
        QVERIFY(item(QStringLiteral("192.0.2.7:443; the sandbox had no network")));
        QVERIFY(panel().summary().contains(QStringLiteral("it decides nothing")));
        QCOMPARE(panel().emptyText(), QString());
    }

    void leadsToTheLineThatNamesIt()
    {
        run(kProgram);
        emit list().itemActivated(item(QStringLiteral("192.0.2.7")), 0);
        QCOMPARE(line(), 5);
        emit list().itemActivated(item(QStringLiteral("report.csv")), 0);
        QCOMPARE(line(), 2);
        // "push" above is not it.
        emit list().itemActivated(item(QStringLiteral("sh -c exit 3")), 0);
        QCOMPARE(line(), 3);
        // A group names nothing.
        emit list().itemActivated(list().topLevelItem(0), 0);
        QCOMPARE(line(), 3);
    }

    void saysWhenTheProgramDoesNotNameIt()
    {
        run("open(chr(97), 'w')\n");
        m_window->editors().current()->setBytes("open(chr(98), 'w')\n");
        emit list().itemActivated(item(QStringLiteral("created a")), 0);
        auto* status = m_window->findChild<QLabel*>(QStringLiteral("status"));
        QTRY_COMPARE(status->text(), QStringLiteral("p.py does not name a"));
    }

    void saysThatARunIsNotOverYet()
    {
        ActivityPanel alone;
        QVERIFY(alone.emptyText().startsWith(QStringLiteral("Run a program")));
        alone.beginRun(QStringLiteral("p.py"));
        QVERIFY(alone.emptyText().startsWith(QStringLiteral("p.py is running.")));
        alone.show(QStringLiteral("p.py"), {{"activity", nullptr}});
        QCOMPARE(alone.emptyText(), QStringLiteral("The record does not say what p.py did."));
    }

    void showsAChangeLineByLineAndNothingThatLies()
    {
        ActivityPanel alone;
        alone.show(
            QStringLiteral("p.py"),
            recordOf(Json::array({fileChange("a\u202egpj.txt", "-old\n+new\u202e\x1b[2J\n")})));
        auto* list = alone.findChild<QTreeWidget*>();
        auto* detail = alone.findChild<QPlainTextEdit*>();
        QVERIFY(detail->isHidden());
        list->setCurrentItem(list->topLevelItem(0)->child(1));
        QVERIFY(!detail->isHidden());
        QCOMPARE(list->currentItem()->text(0), QStringLiteral("changed a[U+202E]gpj.txt (3 B)"));
        QCOMPARE(detail->toPlainText(), QStringLiteral("-old\n+new[U+202E][U+001B][2J"));
        list->setCurrentItem(list->topLevelItem(0));
        QVERIFY(detail->isHidden());
    }

    void keepsTheFocusWhileARunBegins()
    {
        run("print(1)\n");
        action("dockActivity")->trigger();
        QVERIFY(list().hasFocus());
        panel().beginRun(QStringLiteral("p.py"));
        QVERIFY(panel().hasFocus());
        panel().show(QStringLiteral("p.py"), recordOf(Json::array()));
        QVERIFY(list().hasFocus());
    }

    void standsAmongTheDetailsOfAFinishedRun()
    {
        RunDetails details;
        StoredRun stored;
        stored.record = recordOf(Json::array({fileChange("a.txt", "+x\n")}));
        stored.record["verdict"] = "ok";
        details.showRun(stored, QStringLiteral("p.py"), QStringLiteral("Embedded 1"));
        auto* activity = details.findChild<ActivityPanel*>();
        QVERIFY(activity);
        QSignalSpy mentioned(&details, &RunDetails::mentionActivated);
        emit activity->mentionActivated(QStringLiteral("a.txt"));
        QCOMPARE(
            mentioned.first(), (QVariantList{QStringLiteral("p.py"), QStringLiteral("a.txt")}));
        stored.record.erase("activity");
        details.showRun(stored, QStringLiteral("p.py"), QStringLiteral("Embedded 1"));
        QVERIFY(!details.findChild<ActivityPanel*>());
    }

private:
    void run(const char* program)
    {
        m_source = std::make_unique<EngineSource>(
            [](const std::string&, const std::string&) { return makeDefaultEngines(); },
            [](const std::string&) { return std::vector<docker::Connection>(); }, SizeCatalog());
        showWindow(workbench(*m_source));
        m_window->editors().newDocument(QStringLiteral("p.py"), program);
        runFileAndWait();
    }

    ActivityPanel& panel() const { return *m_window->findChild<ActivityPanel*>(); }
    QTreeWidget& list() const { return *panel().findChild<QTreeWidget*>(); }
    int line() const
    {
        int at = 0, column = 0;
        m_window->editors().current()->getCursorPosition(&at, &column);
        return at + 1;
    }

    QStringList groups() const
    {
        QStringList titles;
        for (int i = 0; i < list().topLevelItemCount(); ++i)
            titles << list().topLevelItem(i)->text(0);
        return titles;
    }

    QTreeWidgetItem* item(const QString& part) const
    {
        for (QTreeWidgetItemIterator at(&list()); *at; ++at)
            if ((*at)->text(0).contains(part))
                return *at;
        return nullptr;
    }
};

SANDBENCH_TEST(TestActivityPanel);
#include "tst_activity_panel.moc"
