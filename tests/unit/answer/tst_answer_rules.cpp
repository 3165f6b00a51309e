// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/unit/answer/answer_samples.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::test;

/// How names, kinds and the program are found, and what is done with too much.
class TestAnswerRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsNames_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("summary");
        const auto row = [](const char* name, const char* text, const char* summary) {
            QTest::newRow(name) << text << summary;
        };
        row("in bold", "**app.py**\n```python\n1\n```\n", "*program python app.py");
        row("as a heading", "## 2. src/app.py\n```python\n1\n```\n", "*program python -");
        row("as a heading alone", "## src/app.py\n```python\n1\n```\n",
            "*program python src/app.py");
        row("in plain words", "Save it as app.py:\n```py\n1\n```\n", "*program python app.py");
        row("in the first line", "```js\n// src/app.js\n1\n```\n",
            "*program javascript src/app.js");
        row("behind #!", "```python\n#!/usr/bin/env python3\n# tool.py\n1\n```\n",
            "*program python tool.py");
        row("of another language", "Run `app.py` with this:\n```js\n1\n```\n",
            "*program javascript -");
        row("of an address", "See `example.com`:\n```python\n1\n```\n", "*program python -");
        row("of a module", "```python\n# numpy.linalg\n1\n```\n", "*program python -");
        row("of a text", "`requirements.txt`:\n```\nrich\n```\n", "data - requirements.txt");
        row("with ./", "```python title=./app.py\n1\n```\n", "*program python app.py");
        row("above its folder", "```python title=../app.py\n1\n```\n", "*program python -");
        row("absolute", "```python title=/app.py\n1\n```\n", "*program python -");
        row("like an option", "```python title=-c.py\n1\n```\n", "*program python -");
        row("of a header", "`list.h`:\n```c\nint x;\n```\n", "*program c list.h");
    }

    void findsNames()
    {
        QFETCH(QString, text);
        QFETCH(QString, summary);
        QCOMPARE(summaryOf(readAnswer(text.toStdString())), summary.toStdString());
    }

    void tellsStepsFromScripts_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("kind");
        QTest::newRow("installs") << "pip install rich && python app.py\n"
                                  << "shell";
        QTest::newRow("comments") << "# first\ncd demo\n"
                                  << "shell";
        QTest::newRow("with a variable") << "KEY=1 python app.py\n"
                                         << "shell";
        QTest::newRow("a loop") << "for i in 1 2; do echo $i; done\n"
                                << "program";
        QTest::newRow("a script") << "#!/bin/bash\necho hi\n"
                                  << "program";
        QTest::newRow("a function") << "hi() {\n  echo hi\n}\nhi\n"
                                    << "program";
    }

    void tellsStepsFromScripts()
    {
        QFETCH(QString, code);
        QFETCH(QString, kind);
        const auto answer = readAnswer("```bash\n" + code.toStdString() + "```\n");
        QCOMPARE(std::string(kindName(answer.parts.at(0).kind)), kind.toStdString());
    }

    void runsTheBlockThatIsAskedFor()
    {
        const auto answer = readAnswer(sampleAnswer("02-two-files.md"));
        QCOMPARE(
            answer::chooseProgram(answer, languages(), "1")->fileName, std::string("utils.py"));
        QCOMPARE(answer::chooseProgram(answer, languages(), "app.py")->part, std::size_t(1));
        // Shell steps only if somebody says so.
        QCOMPARE(answer::chooseProgram(answer, languages(), "3")->part, std::size_t(2));
        for (const auto* missing : {"0", "4", "-1", "99999999999999999999", "other.py"})
            QVERIFY2(!answer::chooseProgram(answer, languages(), missing), missing);
    }

    void saysWhatThereIsWhereNothingRuns()
    {
        const auto text = [](const char* sample) {
            return answer::chooseProgram(readAnswer(sampleAnswer(sample)), languages())
                .error()
                .text();
        };
        QVERIFY(contains(text("20-only-words.md"), "has no blocks of code"));
        QVERIFY(contains(text("18-unknown-language.md"), "1 program 'swift', 2 program 'kotlin'"));
    }

    void bringsTheOtherFilesAlong()
    {
        const auto answer = readAnswer(sampleAnswer("30-everything.md"));
        const auto choice = *answer::chooseProgram(answer, languages());
        QCOMPARE(choice.files, (std::vector<std::size_t>{1, 2}));
        QCOMPARE(answer::restOf(answer, choice), std::string("1 shell step, 2 other blocks"));
        QVERIFY(answer.parts[3].text.ends_with("from words import WORDS\nprint(WORDS)\n"));
    }

    void prefersTheContentToTheName()
    {
        QCOMPARE(readAnswer("<!DOCTYPE html><pre>x</pre>", "a.md").format, std::string("HTML"));
        QCOMPARE(
            readAnswer(sampleAnswer("28-notebook.ipynb"), "a.txt").format, std::string("notebook"));
        QCOMPARE(readAnswer(sampleAnswer("29-changes.diff"), "a.txt").format, std::string("diff"));
        QCOMPARE(
            readAnswer(sampleAnswer("27-messages.json"), "").format, std::string("conversation"));
    }

    void readsLinesOfAnySystem()
    {
        const auto answer = readAnswer("\xef\xbb\xbf"
                                       "`a.py`:\r\n\r\n```python\r\nprint(1)\r\n```\r\n");
        QCOMPARE(summaryOf(answer), std::string("*program python a.py"));
        QCOMPARE(answer.parts[0].text, std::string("print(1)\n"));
    }

    void keepsMarksOfMarkdownInCode()
    {
        const std::string code = "x = a[0] * b_c & `d` <e> \\\\ # !\n\n\t* deep\n";
        const auto answer = readAnswer("```python\n" + code + "```\n");
        QCOMPARE(answer.parts.at(0).text, code);
    }

    void survivesWhatIsNoText()
    {
        QVERIFY(readAnswer(std::string_view("\0\xff```\0\n\x80\n", 9)).parts.size() <= 1);
        QVERIFY(readAnswer("").parts.empty());
        QVERIFY(readAnswer("{\"mapping\": {\"a\": {\"parent\": \"a\"}}, \"current_node\": \"a\"}")
                    .parts.empty());
        QVERIFY(readAnswer("{\"nbformat\": 3, \"worksheets\": []}", "a.ipynb").parts.empty());
    }

    void saysWhatIsTooMuch()
    {
        std::string many;
        for (int i = 0; i < 1010; ++i)
            many += "```python\nprint(1)\n```\n\n";
        const auto answer = readAnswer(many);
        QCOMPARE(answer.parts.size(), answer::kMostParts);
        QVERIFY(contains(answer.notices.at(0), "10 blocks are left out"));
        const auto large = readAnswer("```python\n" + std::string(17U << 20, 'x') + "\n```\n");
        QVERIFY(large.parts.empty());
        QVERIFY(contains(large.notices.at(0), "1 block is left out"));
    }

    void endsSoonOnTextsMadeToTakeLong_data()
    {
        QTest::addColumn<QString>("unit");
        for (const auto* unit :
             {"`", "` ", "- ", "> ", "[a](b ", "*a_ ", "<a ", "<!doctype html><b></i>", "```\n",
              "<!doctype html><div>", "{\"messages\":[", "&lt;", "[a]: b\n", "--- a\n+++ b\n"})
            QTest::newRow(unit) << unit;
    }

    void endsSoonOnTextsMadeToTakeLong()
    {
        QFETCH(QString, unit);
        // More would be the sanitizer's time, which measures the rest of a text at every line.
        constexpr std::size_t kBytes = 40'000;
        std::string text;
        while (text.size() < kBytes)
            text += unit.toStdString();
        text.append(kBytes, '\n');
        QVERIFY(readAnswer(text, "").parts.size() <= answer::kMostParts);
    }

    void takesTheLanguageFromTheBarAboveTheCode()
    {
        const auto answer = readAnswer(
            "<!doctype html><pre><span>ruby</span><code>puts 1\n</code></pre>", "a.html");
        QCOMPARE(summaryOf(answer), std::string("*program ruby -"));
    }

    void stopsAtATagWithTooManyAttributes()
    {
        std::string page = "<!doctype html><pre>print(1)</pre><a";
        for (int i = 0; i < 300; ++i)
            page += " a" + std::to_string(i);
        const auto answer = readAnswer(page + "><pre>print(2)</pre>", "a.html");
        QCOMPARE(answer.parts.size(), std::size_t(1));
        QVERIFY(contains(answer.notices.at(0), "more than 200 attributes"));
    }
};

SANDBENCH_TEST(TestAnswerRules);
#include "tst_answer_rules.moc"
