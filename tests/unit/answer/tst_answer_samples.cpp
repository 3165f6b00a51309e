// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/unit/answer/answer_samples.h"

#include <QDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::test;

namespace {

struct Sample
{
    const char* file;
    const char* parts; ///< As summaryOf() says it.
    const char* notice; ///< In one of its notices; empty = it has none.
};

constexpr Sample kSamples[] = {
    {"01-one-program.md", "*program python -", ""},
    {"02-two-files.md", "program python utils.py, *program python app.py, shell bash -", ""},
    {"03-install-first.md", "shell bash -, *program python report.py, shell bash -, output - -",
     "would install something: pip install rich"},
    {"04-fence-names.md",
     "*program javascript src/server.js, program javascript src/page.js, data - package.json", ""},
    {"05-name-in-the-fence.md", "*program go main.go, program go greet.go", ""},
    {"06-tildes-and-lists.md", "*program python count.py, shell bash -, program ruby -", ""},
    {"07-cut-off.md", "*program python game.py", "line 4, is not closed"},
    {"08-nested-fences.md", "data - -, *program python tool.py", ""},
    {"09-escaping-names.md", "program python -, program python -, *program python -",
     "'../../etc/cron.d/job' (line 4) is not used: it leaves its folder"},
    {"10-hidden-direction.md", "program python -, *program python \xd0\xb0pp.py",
     "characters that hide what it is"},
    {"11-twice.md", "*program python fib.py", "is there 2 times; the last one (line 11) counts"},
    {"12-fragment-at-the-end.md", "*program python -, program python -", ""},
    {"13-bash-script.md", "*program bash -, shell bash -", ""},
    {"14-console-session.md", "shell bash -", "npm install express"},
    {"15-doctest.md", "*program python -", ""},
    {"16-no-language.md", "*program cpp -, output - -", ""},
    {"17-indented.md", "*program python -", ""},
    {"18-unknown-language.md", "program - -, program - -", ""},
    {"19-tests-beside.md", "*program python calc.py, program python test_calc.py, shell bash -",
     ""},
    {"20-only-words.md", "", ""},
    {"21-transcript.txt", "*program python -", "What the user wrote is left out: 1 block"},
    {"22-plain-program.txt", "*program python -", ""},
    {"23-page.html", "*program python hello.py, shell bash -", ""},
    {"24-clipboard.html", "*program javascript -, data - style.css", ""},
    {"25-tree.json", "*program python primes.py", "Of 2 conversations the newest one is read"},
    {"26-chat-messages.json", "program r chart.r, *program python chart.py", ""},
    {"27-messages.json", "*program rust -", ""},
    {"28-notebook.ipynb", "*program python -, shell bash -", "The outputs of 1 cell"},
    {"29-changes.diff", "diff - app.py, *program python extra.py, diff - old.py", ""},
    {"30-everything.md",
     "output - -, program python lib/words.py, data - config.yaml, "
     "*program python main.py, output - -, shell bash -",
     "The diff of 'main.py' (line 31) is applied to the file (line 17)."},
    {"31-two-that-import-each-other.md", "program python a.py, *program python b.py", ""},
};

} // namespace

/// Answers in the style of common assistants, with what is in each.
class TestAnswerSamples : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheBlocksOfEveryAnswer_data()
    {
        QTest::addColumn<int>("sample");
        for (std::size_t i = 0; i < std::size(kSamples); ++i)
            QTest::newRow(kSamples[i].file) << static_cast<int>(i);
    }

    void findsTheBlocksOfEveryAnswer()
    {
        QFETCH(int, sample);
        const auto& expected = kSamples[sample];
        const auto answer = readAnswer(sampleAnswer(expected.file), expected.file);
        QCOMPARE(summaryOf(answer), std::string(expected.parts));
        std::string notices;
        for (const auto& notice : answer.notices)
            notices += notice + "\n";
        QVERIFY2(contains(notices, expected.notice), notices.c_str());
        QVERIFY2(*expected.notice || notices.empty(), notices.c_str());
    }

    void knowsEverySample()
    {
        const QDir folder(sourceFile("tests/data/answers"));
        QCOMPARE(folder.entryList(QDir::Files).size(), static_cast<int>(std::size(kSamples)));
    }

    void staysWithinItsPromisesWhereverAnAnswerIsCutOff()
    {
        for (const auto& sample : kSamples) {
            const auto whole = sampleAnswer(sample.file);
            for (std::size_t length = 0; length < whole.size(); length += 5) {
                const auto answer = readAnswer(whole.substr(0, length), sample.file);
                for (const auto& part : answer.parts)
                    QVERIFY(part.name.find("..") == std::string::npos && part.name[0] != '/');
            }
        }
    }

    void saysWhereEachBlockStands()
    {
        const auto answer = readAnswer(sampleAnswer("02-two-files.md"));
        QCOMPARE(answer.format, std::string("Markdown"));
        QCOMPARE(answer.parts[1].origin.line, std::size_t(13));
        QCOMPARE(answer.parts[1].origin.before, std::string("**`app.py`**:"));
        QCOMPARE(
            answer.parts[1].text, std::string("from utils import double\n\nprint(double(21))\n"));
        const auto chat = readAnswer(sampleAnswer("26-chat-messages.json"), "chat.json");
        QCOMPARE(chat.parts[1].origin.message, std::size_t(4));
    }

    void keepsWhatWasTypedOfASession()
    {
        QCOMPARE(
            readAnswer(sampleAnswer("14-console-session.md")).parts[0].text,
            std::string("mkdir demo\ncd demo\nnpm init -y\nnpm install express \\\ncors\n"));
        QCOMPARE(
            readAnswer(sampleAnswer("15-doctest.md")).parts[0].text,
            std::string("def area(r):\n    return 3 * r * r\n\narea(2)\nprint(\"done\")\n"));
    }

    void makesOneProgramOfANotebook()
    {
        const auto answer = readAnswer(sampleAnswer("28-notebook.ipynb"), "a.ipynb");
        QCOMPARE(
            answer.parts[0].text,
            std::string("# %% [markdown]\n# # Squares\n# The first three.\n\n# %%\n"
                        "# %matplotlib inline\n# !pip install rich\n"
                        "squares = [i * i for i in range(3)]\n\n# %%\nprint(squares)\n"));
        QCOMPARE(answer.parts[1].text, std::string("pip install rich\n"));
    }

    void takesOnlyTheCodeOfAPage()
    {
        const auto answer = readAnswer(sampleAnswer("23-page.html"), "page.html");
        QCOMPARE(answer.parts[0].text, std::string("print(\"a < b\")\n"));
        QCOMPARE(answer.parts[0].origin.before, std::string("Save this as `hello.py`:"));
    }

    void makesWholeFilesOfADiff()
    {
        const auto answer = readAnswer(sampleAnswer("29-changes.diff"), "a.diff");
        QCOMPARE(answer.parts[1].text, std::string("value = 2\nprint(\"--- not a header\")\n"));
        QVERIFY(answer.parts[0].text.starts_with("diff --git a/app.py"));
        QVERIFY(answer.parts[0].text.ends_with("+print(value)\n"));
    }
};

SANDBENCH_TEST(TestAnswerSamples);
#include "tst_answer_samples.moc"
