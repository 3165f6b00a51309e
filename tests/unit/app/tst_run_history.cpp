// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What a history of runs keeps, and of several programs at once. The other programs are this one,
// started again.
#include "core/engine/ownership.h"
#include "core/workspace/history_tables.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/history_under_test.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::workspace;

namespace {

constexpr HistoryBounds kFifty = {50, 1 << 20, 1000};

void addMany(const std::string& path, const std::string& name)
{
    const auto history = openRunHistory(
        path, [](const auto&) {}, kFifty);
    for (int i = 0; i < 100; ++i)
        history->end(name, recordOf(name + "-" + std::to_string(i)));
}

/// TEST other WHAT PATH
std::optional<int> actOtherProgram(int argc, char** argv)
{
    if (argc != 4 || std::string_view(argv[1]) != "other")
        return std::nullopt;
    const std::string path = argv[3];
    if (std::string_view(argv[2]) == "add") {
        addMany(path, "other");
        return 0;
    }
    const auto history = openRunHistory(path, [](const auto&) {});
    history->begin("one", recordOf("r-1", ""));
    history->begin("one", recordOf("r-2", ""));
    history->print("r-1", StreamKind::Stdout, "partial ");
    history->print("r-1", StreamKind::Stderr, std::string(100'000, 'x'));
    history->print("r-1", StreamKind::Stdout, "output\n");
    history->end("one", recordOf("r-2"));
    std::puts("ready");
    std::fflush(stdout);
    for (;;)
        ::pause();
}

void startOther(QProcess& process, const QString& what, const std::string& path)
{
    process.start(
        QCoreApplication::applicationFilePath(),
        {"tst_run_history", "other", what, QString::fromStdString(path)});
}

} // namespace

class TestRunHistory : public QObject
{
    Q_OBJECT

private:
    std::string path(const char* name) const
    {
        return m_folder.path().toStdString() + "/state/" + name;
    }

    std::unique_ptr<RunHistory> open(const std::string& file, HistoryBounds bounds = {})
    {
        auto history = openRunHistory(file, m_told.function(), bounds);
        (void)history->find(localCaller(), "none"); // waits until its file is open, or cannot be
        return history;
    }

    QTemporaryDir m_folder;
    ToldProblems m_told;

private Q_SLOTS:
    void cleanup() { QCOMPARE(m_told.all(), QStringList()); }

    void showsEachCallerTheirOwnRuns()
    {
        const auto history = open(path("own.db"));
        for (int i = 1; i <= 4; ++i)
            history->end(i == 2 ? "two" : "one", recordOf("r-" + std::to_string(i)));
        const auto one = readerOf("one");
        QCOMPARE(idsOf(history->list(one, {}, 10)), std::string("r-4 r-3 r-1"));
        QCOMPARE(idsOf(history->list(one, "r-4", 1)), std::string("r-3"));
        QCOMPARE(idsOf(history->list(one, "r-3", 10)), std::string("r-1"));
        for (const char* gone : {"r-99", "r-2"}) { // the latter is somebody else's
            const auto after = history->list(one, gone, 10);
            QVERIFY(!after && after.error().code() == ErrorCode::InvalidArgument);
        }
        QCOMPARE(idsIn(*history), std::string("r-4 r-3 r-2 r-1"));
        const auto found = history->find(one, "r-1");
        QVERIFY(found && *found == recordOf("r-1"));
        const auto others = history->find(one, "r-2");
        QVERIFY(!others && others.error().code() == ErrorCode::NotFound);
        QVERIFY(history->find(localCaller(), "r-2"));
        struct stat info = {};
        QCOMPARE(::stat(path("own.db").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
    }

    void forgetsTheOldestAndShortensOutput()
    {
        const auto file = path("bounded.db");
        {
            const auto history = open(file, {3, 1 << 20, 1000});
            for (int i = 1; i <= 5; ++i)
                history->end("one", recordOf("r-" + std::to_string(i), std::string(5000, 'x')));
            QCOMPARE(idsIn(*history), std::string("r-5 r-4 r-3"));
            const auto found = history->find(localCaller(), "r-5");
            QVERIFY(found);
            QCOMPARE(jsonString(*found, "stdout"), std::string(1000, 'x'));
            QVERIFY(jsonBool(*found, "truncated"));
        }
        const auto history = open(file, {10, 2000, 1000});
        history->end("one", recordOf("r-6", std::string(5000, 'x')));
        QCOMPARE(idsIn(*history), std::string("r-6"));
    }

    void forgetsFirstOfWhoeverHasMost()
    {
        const auto history = open(path("fair.db"), {4, 1 << 20, 1000});
        history->end("quiet", recordOf("r-1"));
        for (int i = 2; i <= 9; ++i)
            history->end("busy", recordOf("r-" + std::to_string(i)));
        QCOMPARE(idsIn(*history), std::string("r-9 r-8 r-7 r-1"));
    }

    void neverForgetsRunsThatGoOn()
    {
        const auto file = path("running.db");
        const auto history = open(file, {1, 1 << 20, 1000});
        for (const char* id : {"r-1", "r-2", "r-3"})
            history->begin("one", recordOf(id, ""));
        for (const char* id : {"r-4", "r-5"})
            history->end("one", recordOf(id));
        QCOMPARE(idsIn(*history), std::string("r-5 r-3 r-2 r-1"));
        history->end("one", recordOf("r-2")); // at its old place, so it is the older one
        QCOMPARE(idsIn(*history), std::string("r-5 r-3 r-1"));
    }

    void keepsWhatARunPrintedSoFar()
    {
        const auto file = path("output.db");
        const auto history = open(file, {10, 1 << 20, 5});
        history->begin("one", recordOf("r-1", ""));
        const auto entries = history->list(readerOf("one"), {}, 10);
        QVERIFY(entries && entries->size() == 1 && entries->front().verdict.empty());
        for (const char* piece : {"abc", "def", "\xff"})
            history->print("r-1", StreamKind::Stdout, piece);
        history->print("r-9", StreamKind::Stdout, "of nobody");
        const auto now = history->find(readerOf("one"), "r-1");
        QVERIFY(now && (*now)["verdict"].is_null());
        QCOMPARE(jsonString(*now, "stdout"), std::string("abcde"));
        QVERIFY(!history->find(readerOf("two"), "r-1"));
        QTRY_COMPARE_WITH_TIMEOUT(
            jsonString(recordInFile(file, "r-1"), "stdout"), std::string("abcde"), kFilePatience);
        const auto saved = recordInFile(file, "r-1");
        QVERIFY(jsonBool(saved, "truncated") && saved["verdict"].is_null());
        QCOMPARE(jsonInt(saved, "stdout_bytes"), std::int64_t(7));
        history->breakOff("r-1", "Interrupted: no memory");
        history->breakOff("r-9", "of nobody");
        QTRY_COMPARE_WITH_TIMEOUT(
            jsonString(recordInFile(file, "r-1"), "verdict"), std::string("interrupted"),
            kFilePatience);
        QCOMPARE(
            jsonString(recordInFile(file, "r-1"), "sentence"),
            std::string("Interrupted: no memory"));
        QCOMPARE(jsonString(recordInFile(file, "r-1"), "stdout"), std::string("abcde"));
    }

    void boundsHoldForAllProgramsTogether()
    {
        const auto file = path("shared.db");
        QProcess other;
        startOther(other, "add", file);
        std::vector<std::jthread> threads;
        for (const char* name : {"a", "b", "c"})
            threads.emplace_back([&file, name] { addMany(file, name); });
        threads.clear();
        QVERIFY(other.waitForFinished(kFilePatience) && other.exitCode() == 0);
        const auto ids = QString::fromStdString(idsInFile(file)).split(' ');
        QCOMPARE(ids.size(), 50);
        // Nobody's all: the last who wrote had the same right as the others.
        for (const char* name : {"a-99", "b-99", "c-99", "other-99"})
            QVERIFY2(ids.contains(name), qPrintable(ids.join(' ')));
    }

    void tellsRunsOfADeadProgramAsInterrupted()
    {
        const auto file = path("killed.db");
        QProcess other;
        startOther(other, "run", file);
        QVERIFY(other.waitForReadyRead(kFilePatience));
        QTRY_COMPARE_WITH_TIMEOUT(
            jsonString(recordInFile(file, "r-1"), "stdout"), std::string("partial output\n"),
            kFilePatience);
        QTRY_COMPARE_WITH_TIMEOUT(
            jsonString(recordInFile(file, "r-2"), "verdict"), std::string("exited"), kFilePatience);
        {
            const auto history = open(file);
            const auto alive = history->find(localCaller(), "r-1");
            QVERIFY(alive && (*alive)["verdict"].is_null());
        }
        other.kill();
        QVERIFY(other.waitForFinished(kFilePatience));
        // Whoever only reads knows it as well.
        QCOMPARE(jsonString(recordInFile(file, "r-1"), "verdict"), std::string("interrupted"));
        const auto history = open(file);
        const auto dead = history->find(readerOf("one"), "r-1");
        QVERIFY(dead);
        QCOMPARE(jsonString(*dead, "verdict"), std::string("interrupted"));
        QCOMPARE(jsonString(*dead, "stdout"), std::string("partial output\n"));
        QCOMPARE(jsonString(*dead, "stderr").size(), HistoryBounds().streamBytes);
        QVERIFY(jsonString(*dead, "sentence").find("ended first") != std::string::npos);
        QVERIFY(jsonField(*dead, "exit_code").is_null() && !jsonBool(*dead, "success", true));
        const auto entries = history->list(readerOf("one"), {}, 10);
        QVERIFY(entries && entries->size() == 2);
        QCOMPARE(entries->at(0).verdict, std::string("exited"));
        QCOMPARE(entries->at(1).verdict, std::string("interrupted"));
    }

    void knowsTheDeadByMoreThanTheirNumber_data()
    {
        QTest::addColumn<QString>("runner");
        QTest::addColumn<bool>("isAlive");
        auto owner = *parseOwner(ownerOfThisProcess());
        QTest::newRow("this program") << QString::fromStdString(owner.text()) << true;
        ++owner.startTicks;
        QTest::newRow("the number came again") << QString::fromStdString(owner.text()) << false;
        --owner.startTicks;
        owner.bootId = "another-boot";
        QTest::newRow("before the machine's start")
            << QString::fromStdString(owner.text()) << false;
        QTest::newRow("nonsense") << "nonsense" << false;
    }

    void knowsTheDeadByMoreThanTheirNumber()
    {
        QFETCH(QString, runner);
        QFETCH(bool, isAlive);
        const auto file = path("runner.db");
        {
            const auto history = open(file);
            history->begin("one", recordOf("r-1", ""));
        }
        {
            auto database = Database::open(file, historySteps());
            QVERIFY(database);
            auto change = database->prepare("UPDATE runs SET runner = ?, verdict = ''");
            QVERIFY(change && change->bind(runner.toStdString()).run());
        }
        const auto history = open(file);
        QCOMPARE(
            jsonString(recordInFile(file, "r-1"), "verdict"),
            std::string(isAlive ? "" : "interrupted"));
    }
};

SANDBENCH_TEST_AFTER(actOtherProgram, TestRunHistory);
#include "tst_run_history.moc"
