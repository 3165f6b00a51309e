// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/row_table.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace sandbench;
using namespace sandbench::cli;

class TestCliBenchRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesTheMiddleValue()
    {
        QCOMPARE(median({}), 0.0);
        QCOMPARE(median({3}), 3.0);
        QCOMPARE(median({9, 1, 2}), 2.0);
        QCOMPARE(median({4, 1, 2, 9}), 3.0);
    }

    void namesTheStepsOfTheContract()
    {
        const std::vector<std::string> wanted
            = {"start",
               "one_shot_hello",
               "check_3_by_10",
               "grade_30_by_10",
               "batch_fresh_1000",
               "batch_fork_1000",
               "open_hello",
               "run_hello",
               "run_numpy",
               "context_hello",
               "context_hello_undo",
               "run_matplotlib",
               "run_plotly",
               "run_node",
               "run_bash",
               "run_cpp",
               "mcp_run_hello",
               "install_wheel",
               "stdout_50mb",
               "pool_hello",
               "pool_50_pss_mb",
               "open_100_at_once",
               "open_100_last",
               "copy_in_64mib",
               "copy_out_64mib",
               "close",
               "idle_50_sessions_rss_mb",
               "scan_python_10k_lines",
               "scan_hostile_1mb",
               "scan_hostile_2mb",
               "scan_hostile_4mb",
               "scan_hostile_8mb",
               "scan_hostile_10mb",
               "history_10k_runs",
               "history_10k_search",
               "report_20_figures",
               "activity_1000_files",
               "undo_100mb",
               "branch_100mb",
               "rest_run_hello",
               "rest_500_requests",
               "rest_fresh_hello",
               "rest_200_fresh",
               "rest_2000_run_code",
               "rest_200_streams_rss_mb"};
        std::vector<std::string> ids;
        for (const auto& goal : rowGoals(BenchKind::Embedded))
            ids.emplace_back(goal.id);
        QCOMPARE(ids, wanted);
    }

    void promisesARoundTripAndSomeMillisecondsWhereAProgramIsBetween()
    {
        const std::pair<const char*, const char*> engines[]
            = {{"ssh", "baseline_ssh_round_trip"},
               {"apptainer", "baseline_apptainer_round_trip"},
               {"slurm", "baseline_srun_round_trip"}};
        for (const auto& [engine, baseline] : engines) {
            const auto holds = [&, engine = engine, baseline = baseline](double milliseconds) {
                const auto rows = makeRows(
                    {{"run_hello", {{milliseconds}, {}, {}, true}},
                     {baseline, {{2.0}, {}, {}, true}}},
                    rowGoals(BenchKind::Far, engine));
                return rows[0]["holds"] == Json(true);
            };
            QVERIFY2(holds(9.9) && !holds(17.1), engine);
        }
    }

    void computesWhetherAGoalHolds_data()
    {
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("baseline");
        QTest::addColumn<bool>("holds");
        // run_hello: <= 5 ms and <= 0.25x
        QTest::newRow("both") << 4.0 << 20.0 << true;
        QTest::newRow("just") << 5.0 << 20.0 << true;
        QTest::newRow("too slow") << 5.1 << 40.0 << false;
        QTest::newRow("ratio too large") << 4.0 << 15.0 << false;
    }

    void computesWhetherAGoalHolds()
    {
        QFETCH(double, step);
        QFETCH(double, baseline);
        QFETCH(bool, holds);
        const auto rows = makeRows(
            {{"run_hello", {{step}, {}, {}, true}},
             {"baseline_host_python", {{baseline}, {}, {}, true}}},
            rowGoals(BenchKind::Embedded));
        QCOMPARE(rows.size(), std::size_t(2));
        QVERIFY(rows[0]["id"] == Json("run_hello"));
        QVERIFY(rows[0]["holds"] == Json(holds));
        QVERIFY(rows[0]["baseline_id"] == Json("baseline_host_python"));
        QCOMPARE(rows[0]["ratio"].get<double>(), std::round(step / baseline * 1000) / 1000);
        QVERIFY(rows[1]["holds"].is_null());
        for (const auto* field :
             {"id", "n", "min_ms", "median_ms", "max_ms", "baseline_id", "ratio", "goal", "holds"})
            QVERIFY2(rows[0].contains(field), field);
    }

    void allowsAnOpenedContainerSixtyMillisecondsMoreThanItsEngineNeeds_data()
    {
        QTest::addColumn<double>("step");
        QTest::addColumn<bool>("holds");
        QTest::newRow("less than the engine") << 390.0 << true;
        QTest::newRow("just") << 460.0 << true;
        QTest::newRow("more") << 461.0 << false;
    }

    void allowsAnOpenedContainerSixtyMillisecondsMoreThanItsEngineNeeds()
    {
        QFETCH(double, step);
        QFETCH(bool, holds);
        const auto rows = makeRows(
            {{"open", {{step}, {}, {}, true}},
             {"baseline_engine_create_start", {{400.0}, {}, {}, true}}},
            rowGoals(BenchKind::Container));
        QVERIFY(rows[0]["id"] == Json("open"));
        QVERIFY(rows[0]["holds"] == Json(holds));
    }

    void failsAGoalThatNeedsABaselineWithoutOne()
    {
        const auto rows
            = makeRows({{"open_hello", {{1.0}, {}, {}, true}}}, rowGoals(BenchKind::Embedded));
        QVERIFY(rows[0]["holds"] == Json(false));
        QVERIFY(rows[0]["ratio"].is_null());
    }

    void failsAStepThatCouldNotBeMeasured()
    {
        const auto rows
            = makeRows({{"close", {{}, "no sandbox", {}, true}}}, rowGoals(BenchKind::Embedded));
        QVERIFY(rows[0]["holds"] == Json(false));
        QVERIFY(rows[0]["problem"] == Json("no sandbox"));
        QVERIFY(rows[0]["median_ms"].is_null());
        QVERIFY(rowsText(rows).find("no sandbox") != std::string::npos);
    }

    void onlyTellsOfAStepThatPromisesNothing()
    {
        const std::array<RowGoal, 1> goals = {{{"a", "", 0, 0, 0, ""}}};
        const auto rows = makeRows({{"a", {{3.0}, {}, {}, true}}}, goals);
        QCOMPARE(rows.size(), std::size_t(1));
        QVERIFY(rows[0]["holds"].is_null());
        QVERIFY(rows[0]["median_ms"] == Json(3.0));
    }

    void countsTheSecondBoundOfAStep()
    {
        const auto rows = makeRows(
            {{"idle_50_sessions_rss_mb", {{10}, {}, "9.00 % CPU", false}}},
            rowGoals(BenchKind::Embedded));
        QVERIFY(rows[0]["holds"] == Json(false));
    }
};

SANDBENCH_TEST(TestCliBenchRows);
#include "tst_cli_bench_rows.moc"
