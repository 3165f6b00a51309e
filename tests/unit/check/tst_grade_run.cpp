// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Grading without a sandbox: what is read, kept and refused. What runs is tested by the window and
// the command line.
#include "core/check/grade_run.h"
#include "core/workspace/workspace.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::check;
using sandbench::test::contains;

namespace {

/// Tests, and what was handed in.
class ClassOnDisk
{
public:
    ClassOnDisk()
    {
        write("tests/checks.json", R"({"checks": [{"name": "one", "expect": "1"}]})");
        write("work/anna.py", "print(1)\n");
        write("work/bob.py", "print(2)\n");
    }

    void write(const QString& name, const QByteArray& bytes) const
    {
        QDir(m_folder.path()).mkpath(QFileInfo(m_folder.filePath(name)).path());
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    QByteArray read(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    std::string path(const QString& name) const { return m_folder.filePath(name).toStdString(); }

private:
    const QTemporaryDir m_folder;
};

Result<std::optional<CheckedAnswer>> plainProgram(const Submission& submission)
{
    CheckedAnswer answer;
    answer.name = submission.name;
    answer.program.language = submission.language;
    answer.program.code = submission.code;
    return std::optional(std::move(answer));
}

/// What it says of @p submission where that has run: all tests passed, or none.
std::string resultWith(const std::string& digest, Mark mark)
{
    return resultLine({"earlier", digest, {{.mark = mark, .runId = "r-1"}}, true});
}

} // namespace

class TestGradeRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto parts = Composition::create();
        QVERIFY(parts);
        m_parts = *std::move(parts);
        workspace::WorkspaceOptions options;
        options.folder = m_state.path().toStdString();
        options.reaps = false;
        auto opened = workspace::Workspace::open(*m_parts, std::move(options));
        QVERIFY(opened);
        m_workspace = *std::move(opened);
    }

    void saysWhyThereWasNoSandboxAndKeepsNothingOfIt()
    {
        const ClassOnDisk work;
        GradeRun run;
        QVERIFY(read(run, work, work.path("results.jsonl")));
        QCOMPARE(run.plan().answers.size(), std::size_t(2));
        QVERIFY(!run.result(0));
        std::vector<std::size_t> told;
        runWithoutSandboxes(run, [&](std::size_t index) { told.push_back(index); });
        QCOMPARE(told, (std::vector<std::size_t>{0, 1}));
        QVERIFY(run.problem() && contains(run.problem()->text(), "no engine here"));
        QVERIFY(!run.hasRun());
        QCOMPARE(run.result(1)->tests[0].mark, Mark::NotRun);
        QCOMPARE(work.read("results.jsonl"), QByteArray(resultsHead().data()));
        QVERIFY(ResultsFile::open(work.path("results.jsonl"))); // it is free again
    }

    void takesAResultThatIsThereUnlessItIsToBeRepeated()
    {
        const ClassOnDisk work;
        const auto digests = digestsOf(work);
        work.write(
            "results.jsonl",
            QByteArray::fromStdString(
                std::string(resultsHead()) + resultWith(digests[0], Mark::Passed)
                + resultWith(digests[1], Mark::Failed)));
        GradeRun run;
        QVERIFY(read(run, work, work.path("results.jsonl")));
        QCOMPARE(run.plan().answers.size(), std::size_t(0));
        QCOMPARE(run.result(0)->name, std::string("anna.py"));
        QCOMPARE(run.result(1)->tests[0].mark, Mark::Failed);
        runWithoutSandboxes(run, {});

        GradeRun again;
        again.repeat(run);
        QVERIFY(read(again, work, work.path("results.jsonl")));
        QCOMPARE(again.plan().answers.size(), std::size_t(1));
        QCOMPARE(again.plan().answers[0].name, std::string("bob.py"));
        QCOMPARE(again.result(0)->passed(), std::size_t(1));
        runWithoutSandboxes(again, {});

        work.write("work/anna.py", "print(3)\n");
        GradeRun changed;
        changed.repeat(again);
        QVERIFY(read(changed, work, {}));
        QCOMPARE(changed.plan().answers.size(), std::size_t(2));
    }

    void anotherBasisOrTestMakesAnotherResult()
    {
        const ClassOnDisk work;
        const auto first = digestsOf(work);
        QCOMPARE(digestsOf(work), first);
        QVERIFY(digestsOf(work, {"other limits"}) != first);
        QVERIFY(digestsOf(work, {"basi", "s"}) != digestsOf(work, {"basis"}));
        work.write("tests/checks.json", R"({"checks": [{"name": "one", "expect": "2"}]})");
        QVERIFY(digestsOf(work) != first);
    }

    void refusesWhatTheCallerRefuses()
    {
        const ClassOnDisk work;
        GradeRun run;
        QVERIFY(run.addTests(work.path("tests"), m_parts->languages(), {}));
        QVERIFY(run.addSubmissions(
            work.path("work"), {}, {},
            [](Submission& submission) -> Result<std::optional<CheckedAnswer>> {
                submission.problem = "it is not wanted";
                return std::optional<CheckedAnswer>();
            },
            m_parts->languages(), {}));
        QCOMPARE(run.result(0)->tests[0].why, std::string("it is not wanted"));
        QVERIFY(run.result(0)->digest.empty());
        QVERIFY(run.alike(m_parts->languages(), {})->empty());
    }

    void stopsReading()
    {
        const ClassOnDisk work;
        std::stop_source stop;
        GradeRun run;
        QVERIFY(run.addTests(work.path("tests"), m_parts->languages(), {}));
        const auto added = run.addSubmissions(
            work.path("work"), {}, {},
            [&stop](Submission& submission) {
                stop.request_stop();
                return plainProgram(submission);
            },
            m_parts->languages(), stop.get_token());
        QVERIFY(added.failedAs(ErrorCode::Cancelled));
        QVERIFY(run.alike(m_parts->languages(), stop.get_token()).failedAs(ErrorCode::Cancelled));
    }

private:
    Result<void> read(
        GradeRun& run, const ClassOnDisk& work, const std::string& results,
        const std::vector<std::string>& basis = {}) const
    {
        SANDBENCH_TRY_VOID(run.addTests(work.path("tests"), m_parts->languages(), {}));
        if (!results.empty())
            SANDBENCH_TRY_VOID(run.resume(results));
        return run.addSubmissions(
            work.path("work"), {}, basis, plainProgram, m_parts->languages(), {});
    }

    void
    runWithoutSandboxes(GradeRun& run, const std::function<void(std::size_t)>& onSubmission) const
    {
        run.plan().atOnce = 1;
        run.plan().open = [](const CheckedAnswer&, const std::stop_token&) {
            return Result<std::shared_ptr<workspace::HostedSandbox>>(
                Error(ErrorCode::Unavailable, "no engine here"));
        };
        run.run(*m_workspace, onSubmission, {});
    }

    std::vector<std::string>
    digestsOf(const ClassOnDisk& work, const std::vector<std::string>& basis = {}) const
    {
        std::vector<std::string> digests;
        GradeRun run;
        if (read(run, work, {}, basis)) {
            runWithoutSandboxes(run, {});
            for (std::size_t i = 0; i < run.count(); ++i)
                digests.push_back(run.result(i)->digest);
        }
        return digests;
    }

    const QTemporaryDir m_state;
    std::unique_ptr<Composition> m_parts;
    std::unique_ptr<workspace::Workspace> m_workspace;
};

SANDBENCH_TEST(TestGradeRun);

#include "tst_grade_run.moc"
