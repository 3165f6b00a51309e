// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

/// `lesson`: for who writes one.
class TestSandbenchctlLesson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { REQUIRE_LOCAL_ENGINE(); }

    void listsTheStepsOfALessonWithoutRunningThem()
    {
        const auto outcome = ctl::run({"lesson", "bug-hunt", "--list"});
        QCOMPARE(outcome.status, 0);
        QVERIFY(outcome.out.startsWith("A bug hunt\n"));
        QVERIFY(outcome.out.contains("1. One too few\n"));
    }

    void saysWhichStepHolds()
    {
        const ctl::Folder folder;
        folder.write(
            "lesson.md",
            "# Mine\n## Right\n```python file=a.py\nprint(1)\n```\n```check\n{\"expect\": \"1\"}\n"
            "```\n## Wrong\n```python file=b.py\nprint(2)\n```\n```check\n{\"expect\": \"1\"}\n"
            "```\n## Too easy\n```python file=c.py\nprint(1)\n```\n```python solution\n"
            "print(1)\n```\n```check\n{\"expect\": \"1\"}\n```\n## Text only\nRead.\n");
        const auto outcome = ctl::run({"lesson", folder.path({}), "--json"});
        QCOMPARE(outcome.status, 1);
        const auto json = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(json["schema"].toString(), QString("sandbench.lesson/1"));
        const auto steps = json["steps"].toArray();
        QCOMPARE(steps.size(), 4);
        QVERIFY(steps[0].toObject()["holds"].toBool());
        QVERIFY(!steps[1].toObject()["holds"].toBool());
        QVERIFY(!steps[2].toObject()["holds"].toBool());
        QVERIFY(steps[2].toObject()["why"].toString().contains("without the solution"));
        QVERIFY(steps[3].toObject()["holds"].toBool());
    }

    void namesTheLineOfAPathThatLeavesTheFolder()
    {
        const ctl::Folder folder;
        folder.write("lesson.md", "# Mine\n## S\n```python file=../../etc/passwd\n```\n");
        const auto outcome = ctl::run({"lesson", folder.path({})});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.out.contains("line 3: '../../etc/passwd'"), outcome.out.constData());
    }

    void saysWhyThereIsNoLesson()
    {
        const auto outcome = ctl::run({"lesson", "/nowhere/at/all"});
        QVERIFY(outcome.status == 2 || outcome.status == 125);
        QVERIFY(outcome.err.contains("/nowhere/at/all"));
    }
};

SANDBENCH_TEST(TestSandbenchctlLesson);

#include "tst_sandbenchctl_lesson.moc"
