// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Two open documents against each other.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/changes/difference_view.h"
#include "ui/common/text.h"
#include "ui/compare/compare_window.h"
#include "ui/editor/editor_tabs.h"
#include "ui/runs/comparison_view.h"
#include "ui/runs/runs_panel.h"

#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestCompareWindow : public FakeEnginesTest
{
    Q_OBJECT

private:
    CompareWindow& compared() const { return *m_window->findChild<CompareWindow*>(); }
    QPushButton* button(const char* name) const
    {
        return compared().findChild<QPushButton*>(QLatin1String(name));
    }
    int parts() const { return compared().difference().partCount(); }
    QString note() const { return compared().difference().difference().note; }
    CodeEditor* document(const char* name, const QByteArray& text) const
    {
        return m_window->editors().newDocument(QLatin1String(name), text);
    }

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init()
    {
        renewEngines();
        makeWindow();
        m_window->show();
    }

    void cleanup() { close(); }

    void saysWhatToDoWithOneDocument()
    {
        document("a.py", "1\n");
        action("compareDocuments")->trigger();
        QVERIFY(note().startsWith(QStringLiteral("Open two programs")));
        QVERIFY(!button("compareTakeLeft")->isEnabled());
        QVERIFY(!button("compareRunBoth")->isEnabled());
    }

    void takesPartsOverInEitherDirection()
    {
        auto* left = document("a.py", "one\nsame\nsame\nthree\nlast");
        auto* right = document("b.py", "ONE\nsame\nsame\nthree\nfour\nlast");
        m_window->editors().setCurrentIndex(0);
        action("compareDocuments")->trigger();
        QTRY_COMPARE(parts(), 2);
        QCOMPARE(compared().left(), left);
        QCOMPARE(compared().right(), right);
        button("compareTakeLeft")->click();
        QCOMPARE(right->bytes(), QByteArray("one\nsame\nsame\nthree\nfour\nlast"));
        QTRY_VERIFY(parts() == 1 && button("compareTakeRight")->isEnabled());
        button("compareTakeRight")->click();
        QCOMPARE(left->bytes(), right->bytes());
        QTRY_COMPARE(note(), QStringLiteral("Both are the same."));
        QVERIFY(!button("compareTakeRight")->isEnabled());
        left->undo(); // one step
        QCOMPARE(left->bytes(), QByteArray("one\nsame\nsame\nthree\nlast"));
        QTRY_COMPARE(parts(), 1);
        button("compareSwap")->click();
        QCOMPARE(compared().left(), right);
        const auto showsRemoval = [this] {
            const auto& shown = compared().difference().difference();
            return !shown.parts.isEmpty()
                && shown.parts.front().lines.contains(QStringLiteral("-four"));
        };
        QTRY_VERIFY(showsRemoval());
    }

    void takesLinesAtTheEndsOfTexts()
    {
        auto* left = document("a.py", "");
        auto* right = document("b.py", "one\ntwo");
        m_window->editors().setCurrentIndex(0);
        action("compareDocuments")->trigger();
        QTRY_COMPARE(parts(), 1);
        compared().takeRight();
        QCOMPARE(left->bytes(), QByteArray("one\ntwo"));
        left->undo();
        QTRY_VERIFY(button("compareTakeLeft")->isEnabled());
        compared().takeLeft();
        QCOMPARE(right->bytes(), QByteArray());
    }

    void followsEditsAndClosedDocuments()
    {
        document("a.py", "1\n");
        auto* right = document("b.py", "1\n");
        m_window->editors().setCurrentIndex(0);
        action("compareDocuments")->trigger();
        QTRY_COMPARE(note(), QStringLiteral("Both are the same."));
        right->insertAt(QStringLiteral("2\n"), 0, 0);
        QTRY_COMPARE(parts(), 1);
        right->markSaved();
        m_window->editors().requestClose(m_window->editors().indexOf(right));
        QTRY_VERIFY(note().startsWith(QStringLiteral("Open two programs")));
    }

    void refusesWhatIsNoText()
    {
        document("a.bin", QByteArray("\0\xff", 2));
        document("b.bin", "1\n");
        action("compareDocuments")->trigger();
        QTRY_VERIFY(note().startsWith(QStringLiteral("They cannot be shown")));
    }

    void runsBothWithTheSameInputAndShowsWhatDiffers()
    {
        document("a.py", "print(int(input()) * 2)\n");
        document("b.py", "print(int(input()) ** 2)\n");
        m_window->editors().setCurrentIndex(0);
        action("compareDocuments")->trigger();
        compared().findChild<QPlainTextEdit*>(QStringLiteral("compareInput"))->setPlainText("3");
        button("compareRunBoth")->click();
        auto* view = m_window->runs().findChild<ComparisonView*>();
        QTRY_VERIFY_WITH_TIMEOUT(view->isVisible(), kRunDeadline);
        QVERIFY(view->outcome().contains(QStringLiteral("differs")));
        bool hasDifference = false;
        for (const auto* text : view->findChildren<QPlainTextEdit*>())
            hasDifference = hasDifference || text->toPlainText().contains(QStringLiteral("-6\n+9"));
        QVERIFY(hasDifference);
    }
};

SANDBENCH_TEST(TestCompareWindow);
#include "tst_compare_window.moc"
