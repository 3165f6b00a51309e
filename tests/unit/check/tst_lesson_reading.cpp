// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/lesson/lesson_folder.h"
#include "core/lesson/lesson_text.h"
#include "core/lesson/run_step.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace sandbench;
using namespace sandbench::lesson;
using sandbench::test::contains;

namespace {

constexpr auto kWholeLesson = R"(# Sums

For *everybody*.

## Add

Two numbers.

```python file=add.py
print(int(input()) + int(input()))
```

```text file=data/numbers.txt
```

```python solution
print(sum(int(input()) for _ in range(2)))
```

```run
{"stdin": "1\n2\n", "memory": "64m", "timeout": 5}
```

```predict
What comes out?
Think.
- 12
- [x] 3
> Numbers, not texts.
```

```check
{"name": "small", "expect": "3"},
{"name": "large", "stdin": "40\n2\n", "expect": "42"}
```

```python test=test_add.py
import add
```

## Read

```python
this = "is only shown"
```
)";

const LanguageCatalog& catalog()
{
    static const auto languages = *LanguageCatalog::load();
    return languages;
}

Lesson stepWith(const std::string& blocks)
{
    return readLesson("# T\n## S\n" + blocks, catalog());
}

/// The first problem, as "line: text"; empty = there is none.
std::string problemOf(const Lesson& lesson)
{
    if (lesson.problems.empty())
        return {};
    return std::to_string(lesson.problems.front().line) + ": " + lesson.problems.front().text;
}

std::string plainText(const std::vector<TextBlock>& blocks)
{
    std::string text;
    for (const auto& block : blocks) {
        for (const auto& run : block.runs)
            text += run.text;
        text += '|';
    }
    return text;
}

RunRecord ended(Verdict verdict, const std::string& output)
{
    RunRecord record;
    record.verdict = verdict;
    if (verdict == Verdict::Exited)
        record.exitCode = 0;
    record.stdoutBytes = output;
    record.stdoutTotal = output.size();
    return record;
}

} // namespace

/// Lessons as they are written, and as they should not be.
class TestLessonReading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEveryKindOfBlock();
    void givesAProgramACheck();
    void namesTheLineOfAProblem_data();
    void namesTheLineOfAProblem();
    void refusesPathsThatLeaveTheFolder_data();
    void refusesPathsThatLeaveTheFolder();
    void lowersLimitsOnly();
    void makesPlainTextOfMarkdown();
    void neitherLinksNorScriptsGetThrough();
    void takesNoTimeForDeepText();
    void readsEveryBeginningOfALesson();
    void readsWhatIsNoText();
    void boundsWhatItReads();
    void readsAFolderWithoutLeavingIt();
    void writesAFolderOnce();
    void bundledLessonsHaveNoProblems();
    void judgesHowARunEnded();
    void whatItWritesItReads();
};

void TestLessonReading::readsEveryKindOfBlock()
{
    const auto lesson = readLesson(kWholeLesson, catalog());
    QCOMPARE(problemOf(lesson), std::string());
    QCOMPARE(lesson.title, std::string("Sums"));
    QCOMPARE(lesson.text, std::string("\nFor *everybody*.\n\n"));
    QCOMPARE(lesson.steps.size(), std::size_t(2));
    const auto& step = lesson.steps[0];
    QCOMPARE(step.title, std::string("Add"));
    QCOMPARE(step.line, std::size_t(5));
    QCOMPARE(step.language, std::string("python"));
    QCOMPARE(step.program->path, std::string("add.py"));
    QCOMPARE(step.program->text, std::string("print(int(input()) + int(input()))\n"));
    QCOMPARE(*step.solution, std::string("print(sum(int(input()) for _ in range(2)))\n"));
    QCOMPARE(step.files.size(), std::size_t(1));
    QVERIFY(step.files[0].isInFolder);
    QCOMPARE(step.input, std::string("1\n2\n"));
    QCOMPARE(writeJson(step.limits), std::string(R"({"memory":"64m","timeout":5})"));
    QCOMPARE(step.prediction->question, std::string("What comes out? Think."));
    QCOMPARE(step.prediction->choices.size(), std::size_t(2));
    QVERIFY(!step.prediction->choices[0].isRight && step.prediction->choices[1].isRight);
    QCOMPARE(step.prediction->explanation, std::string("Numbers, not texts."));
    QCOMPARE(step.checks.size(), std::size_t(3));
    QVERIFY(step.isOfRun(step.checks[0])); // it has the run's input
    QVERIFY(!step.isOfRun(step.checks[1]));
    QCOMPARE(step.checks[1].check.name, std::string("large"));
    QCOMPARE(step.checks[2].check.test->name, std::string("test_add.py"));
    QVERIFY(!lesson.steps[1].program);
    QVERIFY(contains(lesson.steps[1].text, "this = \"is only shown\""));
    const auto written = filesToWrite({lesson, kWholeLesson});
    QCOMPARE(written.size(), std::size_t(2));
    QCOMPARE(written[1].path, std::string("data/numbers.txt"));
}

void TestLessonReading::givesAProgramACheck()
{
    const auto lesson = stepWith("```python file=a.py\nprint(1)\n```\n");
    QCOMPARE(lesson.steps[0].checks.size(), std::size_t(1));
    QCOMPARE(lesson.steps[0].checks[0].check.exitCode, 0);
    QVERIFY(lesson.steps[0].isOfRun(lesson.steps[0].checks[0]));
}

void TestLessonReading::namesTheLineOfAProblem_data()
{
    QTest::addColumn<QByteArray>("blocks"); // from line 3 on
    QTest::addColumn<QByteArray>("problem"); // how it begins
    const auto row = [](const char* name, const char* blocks, const char* problem) {
        QTest::newRow(name) << QByteArray(blocks) << QByteArray(problem);
    };
    row("open block", "```python file=a.py\nprint(1)\n", "3: the block that begins here");
    row("unknown word", "```python file=a.py colour=red\n```\n", "3: 'colour'");
    row("check without program", "```check\n```\n", "2: this step has no program");
    row("bad check",
        "```python file=a.py\nprint(1)\n```\n```check\n{\"exit\": 0,\n \"match\": "
        "\"maybe\"}\n```\n",
        "7: check 1: match: 'maybe' is none of");
    row("no JSON", "```python file=a.py\nx\n```\n```check\n\n{\"exit\": }\n```\n",
        "8: this is not JSON");
    row("unknown end", "```python file=a.py\nx\n```\n```check ends=boredom\n```\n",
        "6: no program ends with 'boredom'");
    row("two predictions", "```predict\nA?\n```\n\n```predict\nB?\n```\n",
        "7: the step has a prediction already");
    row("test in a check", "```check\n{\"test\": \"x\", \"language\": \"python\"}\n```\n",
        "3: a test is a block of its own");
    row("unknown language of a test", "```cobol test=a.cob\nx\n```\n", "3: ");
    row("run with a network", "```run\n{\"network\": \"bridge\"}\n```\n", "3: ");
    row("run with a mount", "```run\n{\"mount\": \"/:/host\"}\n```\n", "3: ");
    row("permissive", "```run\n{\"profile\": \"permissive\"}\n```\n", "3: ");
}

void TestLessonReading::namesTheLineOfAProblem()
{
    QFETCH(QByteArray, blocks);
    QFETCH(QByteArray, problem);
    const auto found = problemOf(stepWith(blocks.toStdString()));
    QVERIFY2(found.starts_with(problem.toStdString()), found.c_str());
}

void TestLessonReading::refusesPathsThatLeaveTheFolder_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const char* path :
         {"../../etc/passwd", "/etc/passwd", "a/../../b.py", "..", ".", ".ssh/id", "a//b.py", "a/",
          "-rf", "a\\b.py", "C:a.py", "a/b/c/d/e.py", "", "~/.x/../y\x01"})
        QTest::newRow(path) << QByteArray(path);
}

void TestLessonReading::refusesPathsThatLeaveTheFolder()
{
    QFETCH(QByteArray, path);
    QVERIFY(!isLessonPath(path.toStdString()));
    for (const char* manner : {"python file=", "python test=", "csv file="}) {
        const auto lesson
            = stepWith("```" + std::string(manner) + path.toStdString() + "\nx\n```\n");
        QVERIFY(!lesson.problems.empty());
        QVERIFY(!lesson.steps[0].program && lesson.steps[0].files.empty());
        QVERIFY(lesson.steps[0].checks.empty());
        QCOMPARE(filesToWrite({lesson, {}}).size(), std::size_t(1)); // lesson.md
    }
}

void TestLessonReading::lowersLimitsOnly()
{
    for (const char* said :
         {R"({"memory": "2g"})", R"({"memory": "0"})", R"({"memory": "-1"})", R"({"pids": 0})",
          R"({"pids": 100000})", R"({"timeout": 0})", R"({"timeout": 3600})",
          R"({"output_limit": "1g"})", R"({"disk": "4g"})", R"(["memory"])", "nothing"}) {
        const auto lesson
            = stepWith("```python file=a.py\nx\n```\n```run\n" + std::string(said) + "\n```\n");
        QVERIFY2(!lesson.problems.empty(), said);
        QVERIFY2(lesson.steps[0].limits.empty(), said);
    }
}

void TestLessonReading::makesPlainTextOfMarkdown()
{
    const auto blocks = readText("### Head\n\nOne *two* **three** `four`.\n\n1. first\n2. second\n"
                                 "   - inner\n\n> said\n\n    code <b>\n\n---\n");
    using Kind = TextBlock::Kind;
    std::vector<Kind> kinds;
    for (const auto& block : blocks)
        kinds.push_back(block.kind);
    QCOMPARE(
        kinds,
        (std::vector{
            Kind::Heading, Kind::Paragraph, Kind::Item, Kind::Item, Kind::Item, Kind::Paragraph,
            Kind::Code, Kind::Rule}));
    QCOMPARE(blocks[0].level, 3);
    QCOMPARE(blocks[1].runs.size(), std::size_t(7));
    QVERIFY(blocks[1].runs[1].isEmphasis && blocks[1].runs[3].isStrong && blocks[1].runs[5].isCode);
    QCOMPARE(blocks[3].number, 2);
    QCOMPARE(blocks[4].level, 2);
    QCOMPARE(plainText({blocks[6]}), std::string("code <b>|"));
}

void TestLessonReading::neitherLinksNorScriptsGetThrough()
{
    QCOMPARE(
        plainText(readText("[click](javascript:alert(1)) ![alt](http://a.example/x.png)")),
        std::string("click (javascript:alert(1)) alt|"));
    QCOMPARE(
        plainText(readText("<script>alert(1)</script>\n\n<img src=x onerror=y> &lt;b&gt; &bull;")),
        std::string("<script>alert(1)</script>|<img src=x onerror=y> <b> &bull;|"));
    QCOMPARE(plainText(readText("<https://a.example/>")), std::string("https://a.example/|"));
}

void TestLessonReading::takesNoTimeForDeepText()
{
    QElapsedTimer clock;
    clock.start();
    std::string deep;
    for (int i = 0; i < 16'000; ++i)
        deep += "- ";
    for (int i = 0; i < 16'000; ++i)
        deep += "\n";
    for (const auto& text :
         {deep + "x", std::string(32'000, '>'), std::string(60'000, '['), std::string(60'000, '*'),
          std::string(30'000, '`') + "x" + std::string(30'000, ' ')}) {
        const auto blocks = readText(text);
        QVERIFY(!blocks.empty());
    }
    QVERIFY2(clock.elapsed() < 60'000, "reading deep text takes for ever");
}

void TestLessonReading::readsEveryBeginningOfALesson()
{
    const std::string whole = kWholeLesson;
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const auto lesson = readLesson(std::string_view(whole).substr(0, size), catalog());
        QVERIFY(lesson.steps.size() <= 2);
        for (const auto& step : lesson.steps)
            QVERIFY(step.program.has_value() == !step.checks.empty());
        (void)readText(std::string_view(whole).substr(0, size));
    }
}

void TestLessonReading::readsWhatIsNoText()
{
    const auto lesson = readLesson(
        "\xef\xbb\xbf# T\r\n## \xff S \xc0\xaf\r\n```python file=a.py\r\nx\r\n```\r\n", catalog());
    QVERIFY(contains(problemOf(lesson), "UTF-8"));
    QCOMPARE(lesson.title, std::string("T"));
    QVERIFY(isValidUtf8(lesson.steps[0].title));
    QCOMPARE(lesson.steps[0].program->text, std::string("x\n"));
    const auto zeros = readLesson(std::string(1000, '\0'), catalog());
    QVERIFY(zeros.steps.empty() && !zeros.problems.empty());
    QVERIFY(!plainText(readText(std::string_view("a\0b", 3))).empty());
}

void TestLessonReading::boundsWhatItReads()
{
    std::string many = "# T\n";
    for (int i = 0; i < 500; ++i)
        many += "## S\n\n```python file=../x\n```\n";
    const auto lesson = readLesson(many, catalog());
    QCOMPARE(lesson.steps.size(), kMostSteps);
    QCOMPARE(lesson.problems.size(), kMostProblems);
    const auto large = stepWith(
        "```python file=a.py\n" + std::string(kMostCodeBytes + 10, 'x') + "\n```\n"
        + std::string(2 * kMostStepText, 'y') + "\n");
    QVERIFY(!large.steps[0].program);
    QVERIFY(large.steps[0].text.size() <= kMostStepText);
    QCOMPARE(large.problems.size(), std::size_t(2));
    auto folder = stepWith("```python file=a.py\n```\n");
    folder.steps.assign(kMostSteps, folder.steps.front());
    bringFiles(folder, [](const std::string&) -> Result<std::string> {
        return std::string(kMostCodeBytes, 'x');
    });
    QVERIFY(!folder.steps[10].program->text.empty());
    QVERIFY(folder.steps[100].program->text.empty());
    QVERIFY(contains(problemOf(folder), "all files together are larger than 16 MiB"));
    const auto endless = readLesson(std::string(2 * kMostLessonBytes, '\n'), catalog());
    QVERIFY(contains(problemOf(endless), "at most 1 MiB"));
}

void TestLessonReading::readsAFolderWithoutLeavingIt()
{
    QTemporaryDir place;
    const auto folder = place.path().toStdString() + "/lesson";
    std::filesystem::create_directories(folder + "/inner");
    std::ofstream(place.path().toStdString() + "/secret.py") << "secret";
    std::ofstream(folder + "/lesson.md") << "# T\n## S\n```python file=a.py\n```\n"
                                            "```csv file=link.csv\n```\n```csv file=inner/b.csv\n"
                                            "```\n```csv file=missing.csv\n```\n";
    std::ofstream(folder + "/a.py") << "print(1)\n";
    std::ofstream(folder + "/inner/b.csv") << "1,2\n";
    std::filesystem::create_symlink("../secret.py", folder + "/link.csv");
    const auto found = readLessonFolder(folder, catalog(), {});
    QVERIFY(found.has_value());
    const auto& step = found->lesson.steps[0];
    QCOMPARE(step.program->text, std::string("print(1)\n"));
    QCOMPARE(step.files[0].text, std::string());
    QCOMPARE(step.files[1].text, std::string("1,2\n"));
    QCOMPARE(found->lesson.problems.size(), std::size_t(2));
    QVERIFY(contains(found->lesson.problems[0].text, "link.csv"));
    QVERIFY(contains(found->lesson.problems[1].text, "missing.csv"));
    std::filesystem::remove(folder + "/lesson.md");
    std::filesystem::create_symlink("a.py", folder + "/lesson.md");
    QVERIFY(!readLessonFolder(folder, catalog(), {}).has_value());
    QVERIFY(readLessonFolder(folder + "/nothing", catalog(), {}).failedAs(ErrorCode::NotFound));
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY(!readLessonFolder(folder, catalog(), stopped.get_token()).has_value());
}

void TestLessonReading::writesAFolderOnce()
{
    QTemporaryDir place;
    const auto found = readBundledLesson("bug-hunt", catalog());
    QVERIFY(found.has_value());
    const auto files = filesToWrite(*found);
    QCOMPARE(files.size(), std::size_t(2)); // lesson.md and the poem
    const auto folder = place.path().toStdString() + "/mine";
    QVERIFY(writeLessonFolder(folder, files).has_value());
    QVERIFY(writeLessonFolder(folder, files).failedAs(ErrorCode::AlreadyExists));
    const auto again = readLessonFolder(folder, catalog(), {});
    QVERIFY(again.has_value());
    QCOMPARE(again->text, found->text);
    QCOMPARE(problemOf(again->lesson), std::string());
    const auto zip = lessonZip("bug-hunt", files);
    QVERIFY(zip.has_value() && zip->starts_with("PK"));
    QVERIFY(contains(*zip, "bug-hunt/poem.txt"));
}

void TestLessonReading::bundledLessonsHaveNoProblems()
{
    QCOMPARE(
        bundledLessons(), (std::vector<std::string>{"plots", "what-a-sandbox-stops", "bug-hunt"}));
    for (const auto& name : bundledLessons()) {
        const auto found = readBundledLesson(name, catalog());
        QVERIFY(found.has_value());
        QVERIFY2(found->lesson.problems.empty(), problemOf(found->lesson).c_str());
        QVERIFY(found->lesson.steps.size() >= 5 && found->lesson.steps.size() <= 8);
        for (const auto& step : found->lesson.steps)
            QVERIFY2(step.program.has_value(), step.title.c_str());
    }
    QVERIFY(readBundledLesson("../plots", catalog()).failedAs(ErrorCode::NotFound));
}

void TestLessonReading::judgesHowARunEnded()
{
    using check::CheckState;
    StepCheck check;
    check.check.expected = "a";
    QCOMPARE(judgeStep(check, ended(Verdict::Exited, "a\n")).state, CheckState::Passed);
    QCOMPARE(judgeStep(check, ended(Verdict::Exited, "b\n")).state, CheckState::Failed);
    QCOMPARE(judgeStep(check, ended(Verdict::OutOfMemory, "a\n")).state, CheckState::Ended);
    check.ends = Verdict::OutOfMemory;
    QCOMPARE(judgeStep(check, ended(Verdict::OutOfMemory, "a\n")).state, CheckState::Passed);
    QCOMPARE(judgeStep(check, ended(Verdict::OutOfMemory, "b\n")).state, CheckState::Failed);
    const auto other = judgeStep(check, ended(Verdict::Exited, "a\n"));
    QCOMPARE(other.state, CheckState::Ended);
    QVERIFY2(contains(other.why, "expected to be stopped at its memory limit"), other.why.c_str());
    QCOMPARE(judgeStep(check, ended(Verdict::Cancelled, "a\n")).state, CheckState::NotRun);
    StepCheck drawn;
    drawn.results = 1;
    QCOMPARE(judgeStep(drawn, ended(Verdict::Exited, "")).state, CheckState::Failed);
    auto record = ended(Verdict::Exited, "");
    record.artifacts.emplace_back();
    QCOMPARE(judgeStep(drawn, record).state, CheckState::Passed);
}

void TestLessonReading::whatItWritesItReads()
{
    const auto language = catalog().find("python");
    const auto text = lessonTemplate("My\nlesson")
        + stepText("Fences", "fences.py", *language, "text = '''\n````\n## no step\n'''");
    const auto lesson = readLesson(text, catalog());
    QCOMPARE(problemOf(lesson), std::string());
    QCOMPARE(lesson.title, std::string("My lesson"));
    QCOMPARE(lesson.steps.size(), std::size_t(2));
    QCOMPARE(lesson.steps[1].program->text, std::string("text = '''\n````\n## no step\n'''\n"));
}

SANDBENCH_TEST(TestLessonReading);

#include "tst_lesson_reading.moc"
