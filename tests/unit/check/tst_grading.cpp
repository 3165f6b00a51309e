// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/check/grade_files.h"
#include "core/check/grade_pages.h"
#include "core/check/grading.h"
#include "tests/support/page_tags.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace sandbench;
using namespace sandbench::check;
using sandbench::test::contains;

namespace {

Outcome passedOutcome()
{
    Outcome outcome;
    outcome.state = CheckState::Passed;
    outcome.runId = "r-1";
    outcome.seconds = 0.25;
    outcome.peakMemoryBytes = 1000;
    return outcome;
}

Outcome endedBy(Verdict verdict)
{
    Outcome outcome = passedOutcome();
    outcome.state = CheckState::Ended;
    outcome.verdict = verdict;
    outcome.why = "It ended\x1b[31m badly";
    outcome.output = std::string(100'000, 'x');
    outcome.errors = "<script>alert(1)</script>";
    return outcome;
}

Grading smallGrading()
{
    Grading grading;
    grading.tests = {"one", "<b>two"};
    grading.submissions.push_back(
        gradedSubmission("a.py", "d1", {passedOutcome(), endedBy(Verdict::WallTimeout)}));
    grading.submissions.push_back(refusedSubmission("=b", "it is a link", 2));
    grading.alike.push_back({0, 1, 0.75});
    return grading;
}

/// A folder with submissions or tests.
class HandedIn
{
public:
    void write(const QString& name, const QByteArray& bytes) const
    {
        QDir(m_folder.path()).mkpath(QFileInfo(m_folder.filePath(name)).path());
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    std::string path(const QString& name = {}) const
    {
        return m_folder.filePath(name).toStdString();
    }
    std::vector<Submission> find(const SubmissionRules& rules = {}) const
    {
        auto found = findSubmissions(path(), rules, *LanguageCatalog::load(), {});
        return found ? *std::move(found) : std::vector<Submission>();
    }
    /// Why the only one cannot be run.
    std::string problem(const SubmissionRules& rules = {}) const
    {
        const auto found = find(rules);
        return found.size() == 1 ? found.front().problem : "not one submission";
    }

private:
    const QTemporaryDir m_folder;
};

} // namespace

/// What is graded, and what comes of it.
class TestGrading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsFilesAndFoldersByTheirNames()
    {
        const HandedIn folder;
        folder.write("zoe.py", "print(1)\n");
        folder.write("anna/main.py", "import part\n");
        folder.write("anna/part.py", "x = 1\n");
        folder.write("anna/data/in.txt", "1\n");
        folder.write("anna/.git/config", "hidden");
        folder.write("anna/__pycache__/part.pyc", "made");
        folder.write(".DS_Store", "hidden");
        folder.write("script", "#!/bin/bash\necho 1\n");
        const auto found = folder.find();
        QCOMPARE(found.size(), std::size_t(3));
        QCOMPARE(found[0].name, std::string("anna"));
        QCOMPARE(found[0].fileName, std::string("main.py"));
        QCOMPARE(found[0].code, std::string("import part\n"));
        QCOMPARE(found[0].files.size(), std::size_t(2));
        QCOMPARE(found[0].files[0].destination, std::string("data/in.txt"));
        QCOMPARE(found[0].files[1].destination, std::string("part.py"));
        QCOMPARE(found[1].language, std::string("bash"));
        QCOMPARE(found[2].language, std::string("python"));
        for (const auto& submission : found)
            QCOMPARE(submission.problem, std::string());
    }

    void takesTheProgramThatTheTestsName()
    {
        const HandedIn folder;
        folder.write("anna/main.py", "1");
        folder.write("anna/stack.py", "2");
        const auto found = folder.find({"stack.py", {}});
        QCOMPARE(found[0].fileName, std::string("stack.py"));
        QCOMPARE(found[0].code, std::string("2"));
        QCOMPARE(found[0].files[0].destination, std::string("main.py"));
    }

    void refusesALinkByItsName()
    {
        const HandedIn folder;
        QVERIFY(QFile::link("/etc/passwd", QString::fromStdString(folder.path("a.py"))));
        QVERIFY(contains(folder.problem(), "is a link"));
        QCOMPARE(folder.find()[0].code, std::string());
    }

    void refusesALinkInAFolder()
    {
        const HandedIn folder;
        folder.write("a/main.py", "1");
        QVERIFY(QFile::link("/etc", QString::fromStdString(folder.path("a/etc"))));
        QVERIFY(contains(folder.problem(), "etc is a link"));
    }

    void refusesWhatIsNoFile()
    {
        const HandedIn folder;
        QCOMPARE(::mkfifo(folder.path("a.py").c_str(), 0600), 0);
        QVERIFY(contains(folder.problem(), "neither a file nor a folder"));
    }

    void refusesOddNames_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("a dash") << QByteArray("-rf.py");
        QTest::newRow("a line feed") << QByteArray("a\nb.py");
        QTest::newRow("an escape") << QByteArray("\x1b[2J.py");
        QTest::newRow("not UTF-8") << QByteArray("a\xff.py");
        QTest::newRow("long") << QByteArray(120, 'a');
    }

    void refusesOddNames()
    {
        QFETCH(QByteArray, name);
        const HandedIn folder;
        std::FILE* file = std::fopen((folder.path() + "/" + name.toStdString()).c_str(), "w");
        QVERIFY(file);
        std::fclose(file);
        QVERIFY2(contains(folder.problem(), "its name"), folder.problem().c_str());
        const auto shown = folder.find()[0].name;
        // Qt does not remove what it has no name for.
        QCOMPARE(std::remove((folder.path() + "/" + name.toStdString()).c_str()), 0);
        QVERIFY(shown.find('\n') == std::string::npos && shown.find('\x1b') == std::string::npos);
    }

    void refusesWhatIsTooLargeOrNoProgram()
    {
        const HandedIn large, letter, two, none;
        large.write("a.py", QByteArray(int(kMostFileBytes) + 1, '#'));
        QVERIFY(contains(large.problem(), "larger than 1 MiB"));
        letter.write("letter.doc", "no program");
        QVERIFY(!letter.problem().empty());
        two.write("a/main.py", "1");
        two.write("a/main.c", "1");
        QVERIFY(contains(two.problem(), "both main.c and main.py"));
        none.write("a/x.py", "1");
        none.write("a/y.py", "1");
        QVERIFY(contains(none.problem({"stack.py", {}}), "no stack.py and no main.*"));
    }

    void readsTestsSortedByName()
    {
        const HandedIn folder;
        folder.write("b.json", R"({"checks": [{"name": "sum", "expect": "1"}]})");
        folder.write("a.json", R"({"checks": [{"name": "sum", "expect": "2"}]})");
        folder.write("test_x.py", "assert True\n");
        const auto tests = readTests(folder.path(), *LanguageCatalog::load(), {});
        QVERIFY2(tests, tests ? "" : tests.error().text().c_str());
        QCOMPARE(tests->size(), std::size_t(3));
        QCOMPARE((*tests)[0].name, std::string("a: sum"));
        QCOMPARE((*tests)[1].name, std::string("b: sum"));
        QCOMPARE((*tests)[2].test->name, std::string("test_x.py"));
    }

    void refusesTestsByTheirFile()
    {
        const HandedIn folder;
        folder.write("notes.doc", "x");
        const auto tests = readTests(folder.path(), *LanguageCatalog::load(), {});
        QVERIFY(tests.failedAs(ErrorCode::InvalidArgument, ErrorCode::NotFound));
        QVERIFY(contains(tests.error().text(), "notes.doc"));
        const HandedIn empty;
        QVERIFY(!readTests(empty.path(), *LanguageCatalog::load(), {}));
        QVERIFY(!readTests(empty.path("none"), *LanguageCatalog::load(), {}));
    }

    void marksSayHowATestEnded()
    {
        const auto markOfEnd = [](const Outcome& outcome) {
            return gradedSubmission("a", "d", {outcome}).tests[0].mark;
        };
        QVERIFY(markOfEnd(passedOutcome()) == Mark::Passed);
        QVERIFY(markOfEnd(endedBy(Verdict::Exited)) == Mark::Failed);
        QVERIFY(markOfEnd(endedBy(Verdict::WallTimeout)) == Mark::TimeLimit);
        QVERIFY(markOfEnd(endedBy(Verdict::CpuTimeout)) == Mark::TimeLimit);
        QVERIFY(markOfEnd(endedBy(Verdict::OutOfMemory)) == Mark::OutOfMemory);
        QVERIFY(markOfEnd(notRun(Error(ErrorCode::Cancelled, "x"))) == Mark::NotRun);
    }

    void onlyWhatWouldComeAgainIsFinal()
    {
        QVERIFY(gradedSubmission("a", "d", {endedBy(Verdict::Signaled)}).isFinal);
        Outcome refused = endedBy(Verdict::PolicyDenied);
        refused.state = CheckState::NotRun;
        QVERIFY(gradedSubmission("a", "d", {refused}).isFinal);
        QVERIFY(!gradedSubmission("a", "d", {notRun(Error(ErrorCode::Cancelled, "x"))}).isFinal);
    }

    void outputsOfASubmissionAreBounded()
    {
        const std::vector<Outcome> row(100, endedBy(Verdict::Exited));
        std::size_t kept = 0;
        for (const auto& test : gradedSubmission("a", "d", row).tests) {
            QVERIFY(test.isCut && test.output.size() <= kMostGradedOutput);
            kept += test.output.size() + test.errors.size();
        }
        QVERIFY(kept <= kMostGradedOutputs);
    }

    void aTableHasNoFormulas()
    {
        const auto csv = csvOf(smallGrading());
        QVERIFY2(
            csv.starts_with("submission,passed,tests,points,seconds,peak_memory_bytes,one,<b>two\n"
                            "a.py,1,2,0.5000,0.500,1000,passed,time_limit\n'=b,0,2,"),
            csv.c_str());
        QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), std::ptrdiff_t(3));
    }

    void resultsAreReadAsTheyWereWritten()
    {
        const auto grading = smallGrading();
        const auto text = std::string(resultsHead()) + resultLine(grading.submissions[0]);
        const auto read = readResults(text);
        QVERIFY(read && read->size() == 1);
        const auto& one = read->front();
        QCOMPARE(one.name, std::string("a.py"));
        QCOMPARE(one.digest, std::string("d1"));
        QCOMPARE(one.passed(), std::size_t(1));
        QVERIFY(one.tests[1].mark == Mark::TimeLimit && one.isFinal);
        QCOMPARE(one.seconds(), 0.5);
        QCOMPARE(resultLine(one), resultLine(grading.submissions[0]));
    }

    /// Whatever ended the program while it wrote.
    void resultsMayEndAnywhere()
    {
        const auto line = resultLine(smallGrading().submissions[0]);
        const auto text = std::string(resultsHead()) + line + line;
        for (std::size_t size = 0; size <= text.size(); size += size < 100 ? 1 : 97) {
            const auto read = readResults(std::string_view(text).substr(0, size));
            QVERIFY(read);
            QVERIFY(read->size() <= 2);
        }
        QCOMPARE(readResults(text)->size(), std::size_t(2));
    }

    void otherFilesAreNoResults()
    {
        QVERIFY(readResults("print(1)").failedAs(ErrorCode::InvalidArgument));
        QVERIFY(!readResults("print(1)\n"));
        const std::string head(resultsHead());
        for (const auto* line :
             {"{}\n", "[]\n", "x\n", "{\"digest\":\"d\",\"tests\":[{\"mark\":\"great\"}]}\n",
              "{\"digest\":\"d\",\"tests\":{}}\n", "{\"digest\":\"d\",\"tests\":[1]}\n"}) {
            const auto read = readResults(head + line);
            QVERIFY(read.failedAs(ErrorCode::InvalidArgument));
            QVERIFY(contains(read.error().text(), "line 2"));
        }
    }

    void theObjectCountsMarks()
    {
        const auto json = toJson(smallGrading());
        QVERIFY(!jsonBool(json, "passed", true));
        QCOMPARE(jsonInt(jsonField(json, "counts"), "time_limit"), std::int64_t(1));
        QCOMPARE(jsonInt(jsonField(json, "counts"), "not_run"), std::int64_t(2));
        QCOMPARE(jsonString(jsonList(json, "alike")[0], "second"), std::string("=b"));
    }

    void pagesShowForeignTextAsText()
    {
        auto grading = smallGrading();
        grading.submissions[0].name = "<i>a.py";
        Submission handedIn;
        handedIn.fileName = "<u>main.py";
        handedIn.code = "</pre><script>alert(2)</script>\n";
        std::vector<Check> checks(2);
        checks[1].name = "<b>two";
        checks[1].expected = "<img src=x>";
        const auto page = gradePage(grading, 0, handedIn, checks);
        for (const auto* tag : {"<script", "<i>", "<u>", "<b>", "<img", "\x1b"})
            QVERIFY2(page.find(tag) == std::string::npos, tag);
        QVERIFY(contains(page, "script-src 'none'"));
        QVERIFY(contains(page, "&lt;img src=x&gt;"));
        QVERIFY(contains(page, "submission-2.html"));
        const auto index = gradeIndexPage(grading);
        for (const auto* tag : {"<script", "<i>", "<b>"})
            QVERIFY2(index.find(tag) == std::string::npos, tag);
        QVERIFY(contains(index, "75 %"));
        QCOMPARE(test::firstOddTag(page) + test::firstOddTag(index), std::string());
        QVERIFY(!test::hasControls(page) && !test::hasControls(index));
        handedIn.problem = "it is a <link>";
        QVERIFY(contains(gradePage(grading, 1, handedIn, checks), "it is a &lt;link&gt;"));
    }
};

SANDBENCH_TEST(TestGrading);

#include "tst_grading.moc"
