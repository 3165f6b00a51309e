// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Diffs as language models write them, and the files that they change.
#include "core/answer/answer.h"
#include "core/answer/apply_diff.h"
#include "tests/support/test_program.h"
#include "tests/unit/answer/answer_samples.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::answer;

class TestApplyDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesLines_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("diff");
        QTest::addColumn<QByteArray>("changed"); // null = it fits nowhere
        const auto row = [](const char* name, const char* text, const char* diff,
                            const char* changed) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(diff) << QByteArray(changed);
        };
        row("one line", "a\nb\nc\n", "--- x\n+++ x\n@@ -2 +2 @@\n-b\n+B\n", "a\nB\nc\n");
        row("context", "a\nb\nc\n", "@@ -1,3 +1,4 @@\n a\n+new\n b\n c\n", "a\nnew\nb\nc\n");
        row("two hunks", "1\n2\n3\n4\n5\n", "@@ -1 +1 @@\n-1\n+one\n@@ -5 +5 @@\n-5\n+five\n",
            "one\n2\n3\n4\nfive\n");
        row("a wrong line", "a\nb\nc\nd\n", "@@ -40,2 +40,2 @@\n c\n-d\n+D\n", "a\nb\nc\nD\n");
        row("no line", "a\nb\n", "@@ ... @@\n-b\n+B\n", "a\nB\n");
        row("the nearest of two", "x\ny\nx\ny\nx\n", "@@ -3 +3 @@\n-x\n+X\n", "x\ny\nX\ny\nx\n");
        row("blanks at ends", "a  \nb\t\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", "a  \nB\n");
        row("an empty line that lost its blank", "a\n\nb\n", "@@ -1,3 +1,3 @@\n a\n\n-b\n+B\n",
            "a\n\nB\n");
        row("empty lines behind it", "a\nb\n", "@@ -2 +2 @@\n-b\n+B\n\n\n", "a\nB\n");
        row("only added", "a\nb\n", "@@ -1,0 +2 @@\n+new\n", "a\nnew\nb\n");
        row("at the end", "a\n", "@@ -1,0 +2 @@\n+b\n", "a\nb\n");
        row("no line feed before", "a\nb", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+B\n",
            "a\nB\n");
        row("no line feed after", "a\nb\n", "@@ -2 +2 @@\n-b\n+B\n\\ No newline at end of file\n",
            "a\nB");
        row("everything goes", "a\n", "@@ -1 +0,0 @@\n-a\n", "");
        row("another text", "a\nb\n", "@@ -1 +1 @@\n-x\n+y\n", nullptr);
        row("one of two fits", "a\nb\n", "@@ -1 +1 @@\n-a\n+A\n@@ -2 +2 @@\n-x\n+y\n", nullptr);
        row("behind itself only", "b\na\n", "@@ -2 +2 @@\n-a\n+A\n@@ -1 +1 @@\n-b\n+B\n", nullptr);
        row("no change", "a\n", "--- x\n+++ x\n", nullptr);
        row("nowhere said", "a\n", "@@\n+b\n", nullptr);
        row("longer than the text", "a\n", "@@ -1,3 +1 @@\n-a\n-b\n-c\n", nullptr);
    }

    void changesLines()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, diff);
        QFETCH(QByteArray, changed);
        const auto out = applyDiff(text.toStdString(), diff.toStdString());
        QCOMPARE(out.has_value(), !changed.isNull());
        QCOMPARE(QByteArray::fromStdString(out.value_or("")), QByteArray(changed.data()));
    }

    void everyBeginningOfADiffIsTakenOrNot()
    {
        const std::string diff
            = "--- a\n+++ a\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -5 +5 @@\n-e\n+E";
        for (std::size_t size = 0; size <= diff.size(); ++size)
            (void)applyDiff("a\nb\nc\nd\ne\n", diff.substr(0, size));
        QCOMPARE(*applyDiff("a\nb\nc\nd\ne\n", diff), std::string("a\nB\nc\nd\nE\n"));
    }

    /// Each of its places fits but for the end.
    void aHostilePairEnds()
    {
        std::string text, diff = "@@ -1 +1 @@\n";
        for (int i = 0; i < 100'000; ++i)
            text += "x\n";
        for (int i = 0; i < 50'000; ++i)
            diff += " x\n";
        diff += "-y\n+z\n";
        QVERIFY(!applyDiff(text, diff));
    }

    void aConversationsLaterDiffChangesItsEarlierFile()
    {
        const std::string answer = "`app.py`:\n```python\nprint(1)\nprint(2)\n```\nBetter:\n"
                                   "```diff\n--- a/app.py\n+++ b/app.py\n@@ -2 +2 @@\n"
                                   "-print(2)\n+print(3)\n```\nAnd:\n"
                                   "```diff\n--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n"
                                   "-print(1)\n+print(0)\n```\nNo:\n"
                                   "```diff\n--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n"
                                   "-print(7)\n+print(8)\n```\n";
        const auto read = test::readAnswer(answer, "a.md");
        QCOMPARE(read.parts.size(), std::size_t(2));
        QCOMPARE(read.parts[0].text, std::string("print(0)\nprint(3)\n"));
        QVERIFY(read.parts[0].kind == PartKind::Program && read.parts[0].language == "python");
        QVERIFY(read.parts[1].kind == PartKind::Diff);
        QCOMPARE(read.notices.size(), std::size_t(3));
        QVERIFY2(
            read.notices[2].find("does not fit the file (line 16)") != std::string::npos,
            read.notices[2].c_str());
    }
};

SANDBENCH_TEST(TestApplyDiff);

#include "tst_apply_diff.moc"
