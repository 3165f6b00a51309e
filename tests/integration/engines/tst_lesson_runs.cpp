// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_folder.h"
#include "core/lesson/run_step.h"
#include "core/workspace/workspace.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::lesson;
using sandbench::check::CheckState;

/// Every step of the lessons that we bring, on the embedded engine: what a reader is told about it
/// is what happens.
class TestLessonRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyStepDoesWhatItSays_data();
    void everyStepDoesWhatItSays();
    void stopsWhatItRuns();

private:
    std::vector<check::Outcome>
    run(const Step& step, const std::string& code, std::stop_token stop = {});

    QTemporaryDir m_folder;
    std::unique_ptr<Composition> m_parts;
    std::unique_ptr<workspace::Workspace> m_workspace;
};

void TestLessonRuns::initTestCase()
{
    auto parts = Composition::create({}, "local");
    QVERIFY2(parts, parts ? "" : parts.error().text().c_str());
    m_parts = *std::move(parts);
    auto opened = workspace::Workspace::open(*m_parts, {.reaps = false});
    QVERIFY(opened);
    m_workspace = *std::move(opened);
}

std::vector<check::Outcome>
TestLessonRuns::run(const Step& step, const std::string& code, std::stop_token stop)
{
    auto said = step.limits;
    said["engine"] = "local";
    const auto sandbox = workspace::readSandbox(*m_parts, said);
    if (!sandbox)
        return {check::notRun(sandbox.error())};
    return runStep(*m_workspace, step, code, step.checks, *sandbox, {}, std::move(stop));
}

void TestLessonRuns::everyStepDoesWhatItSays_data()
{
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<int>("step");
    for (const auto& name : bundledLessons()) {
        const auto found = readBundledLesson(name, m_parts->languages());
        QVERIFY(found.has_value());
        for (int i = 0; i < static_cast<int>(found->lesson.steps.size()); ++i)
            QTest::addRow("%s %d", name.c_str(), i + 1) << QString::fromStdString(name) << i;
    }
}

void TestLessonRuns::everyStepDoesWhatItSays()
{
    QFETCH(QString, lesson);
    QFETCH(int, step);
    const auto found = readBundledLesson(lesson.toStdString(), m_parts->languages());
    const auto& shown = found->lesson.steps[static_cast<std::size_t>(step)];
    const auto all = run(shown, shown.program->text);
    const auto isPassed = [](const check::Outcome& one) { return one.state == CheckState::Passed; };
    if (shown.solution) {
        QVERIFY2(
            !std::all_of(all.begin(), all.end(), isPassed), "there is nothing to do in this step");
        for (const auto& outcome : all)
            QVERIFY2(outcome.state != CheckState::NotRun, outcome.why.c_str());
    }
    const auto right = shown.solution ? run(shown, *shown.solution) : all;
    QCOMPARE(right.size(), shown.checks.size());
    for (const auto& outcome : right)
        QVERIFY2(isPassed(outcome), (outcome.why + "\n" + outcome.output + outcome.errors).c_str());
}

void TestLessonRuns::stopsWhatItRuns()
{
    const auto found = readBundledLesson("what-a-sandbox-stops", m_parts->languages());
    std::stop_source stopped;
    stopped.request_stop();
    const auto& step = found->lesson.steps.front();
    const auto outcomes = run(step, step.program->text, stopped.get_token());
    QCOMPARE(outcomes.size(), step.checks.size());
    QCOMPARE(outcomes.front().state, CheckState::NotRun);
}

SANDBENCH_TEST(TestLessonRuns);

#include "tst_lesson_runs.moc"
