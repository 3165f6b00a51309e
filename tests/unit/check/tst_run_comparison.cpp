// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/check/run_comparison.h"
#include "core/workspace/run_again.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::check;

namespace {

Json record()
{
    return {
        {"verdict", "exited"},
        {"exit_code", 0},
        {"signal", nullptr},
        {"language", "python"},
        {"engine", "local"},
        {"image", ""},
        {"network", "none"},
        {"limits", {{"memory_bytes", 1 << 30}, {"pids", 256}, {"cpus", 0.0}}},
        {"isolation", {{"layers", Json::array({"namespaces", "seccomp"})}}},
        {"wall_seconds", 1.5},
        {"program",
         {{"code", "print(0.3)\n"},
          {"bytes", 11},
          {"file", "a.py"},
          {"arguments", Json::array({"-n", "3"})}}},
        {"stdout", "sum 0.3\n"},
        {"stderr", ""}};
}

Artifact resultNamed(const std::string& name, std::uint64_t bytes = 3)
{
    Artifact artifact;
    artifact.name = name;
    artifact.bytes = bytes;
    return artifact;
}

RunComparison compared(const Json& left, const Json& right, std::optional<double> tolerance = {})
{
    const std::vector<Artifact> none;
    return compareRuns({left, none, {}}, {right, none, {}}, tolerance);
}

std::string namesOf(const std::vector<FactDifference>& facts)
{
    std::string names;
    for (const auto& fact : facts)
        names += fact.name + " " + fact.left + " " + fact.right + ";";
    return names;
}

} // namespace

class TestRunComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysNothingOfTheSame()
    {
        const auto comparison = compared(record(), record());
        QVERIFY(comparison.hasSameOutcome);
        QVERIFY(comparison.facts.empty() && comparison.measures.empty());
        QVERIFY(comparison.program.sameness == Sameness::Same);
        QCOMPARE(
            comparisonText(comparison),
            std::string("The same outcome: end, output and results.\n"));
    }

    void namesEachFactThatDiffers()
    {
        auto other = record();
        other["engine"] = "docker";
        other["limits"]["pids"] = 64;
        other["limits"]["disk_bytes"] = 5;
        other["isolation"]["layers"] = Json::array({"namespaces"});
        other["program"]["arguments"] = Json::array();
        other["wall_seconds"] = 3.0;
        const auto comparison = compared(record(), other);
        QCOMPARE(
            namesOf(comparison.facts),
            std::string("engine local docker;arguments -n, 3 ;limit disk_bytes  5;limit pids 256 "
                        "64;isolation namespaces, seccomp namespaces;"));
        QCOMPARE(namesOf(comparison.measures), std::string("time 1.5 s 3.0 s;"));
        QVERIFY(comparison.hasSameOutcome); // only around the program
    }

    void showsWhereTheOutputDiffers()
    {
        auto other = record();
        other["stdout"] = "sum 0.4\n";
        other["exit_code"] = 1;
        other["error"] = {{"name", "ValueError"}, {"value", "no"}};
        const auto comparison = compared(record(), other);
        QVERIFY(!comparison.hasSameOutcome);
        QVERIFY(comparison.output.sameness == Sameness::Different);
        QVERIFY(comparison.output.diff.ends_with("-sum 0.3\n+sum 0.4\n"));
        QCOMPARE(
            namesOf(comparison.facts),
            std::string("end exited with 0 exited with 1;error  ValueError: no;"));
    }

    void takesNumbersWithinTheToleranceForTheSame()
    {
        auto other = record();
        other["stdout"] = "sum 0.30000000000000004\n";
        QVERIFY(!compared(record(), other).hasSameOutcome);
        const auto close = compared(record(), other, 1e-9);
        QVERIFY(close.hasSameOutcome && close.output.sameness == Sameness::SameNumbers);
        QVERIFY(close.output.diff.empty());
        other["stdout"] = "sum 0.31\n";
        QVERIFY(!compared(record(), other, 1e-9).hasSameOutcome);
    }

    void comparesResultsByNameAndBytes()
    {
        const std::vector<Artifact> left
            = {resultNamed("same"), resultNamed("other"), resultNamed("left"),
               resultNamed("two"),  resultNamed("two"),   resultNamed("gone")};
        std::vector<Artifact> right
            = {resultNamed("two"),   resultNamed("right"),  resultNamed("same"),
               resultNamed("other"), resultNamed("two", 4), resultNamed("gone")};
        right.back().note = "no longer kept";
        const auto json = record();
        const auto comparison = compareRuns(
            {json, left, [](std::size_t) { return Result<std::string>("abc"); }},
            {json, right,
             [](std::size_t i) { return Result<std::string>(i == 3 ? "abd" : "abc"); }},
            {});
        std::string told;
        for (const auto& result : comparison.results)
            told += result.name + " " + std::string(samenessName(result.sameness)) + ";";
        QCOMPARE(
            told,
            std::string("same same;other different;left only_left;two same;two different;gone "
                        "unknown;right only_right;"));
        QVERIFY(!comparison.hasSameOutcome);
        QVERIFY(toJson(comparison)["results"][6]["left"] == Json());
        QVERIFY(toJson(comparison)["results"][6]["right"] == Json(1));
    }

    void saysWhereResultsAreNotKeptAnyMore()
    {
        const auto json = record();
        const std::vector<Artifact> left = {resultNamed("a")};
        auto right = left;
        right.front().note = "no longer kept";
        const auto bytesOf = [](std::size_t) { return Result<std::string>("abc"); };
        const auto comparison = compareRuns({json, left, bytesOf}, {json, right, bytesOf}, {});
        QVERIFY(comparison.hasSameOutcome && comparison.hasUnknownResults);
        QVERIFY(comparisonText(comparison).starts_with("The same outcome, as far as"));
        QVERIFY(!compared(json, json).hasUnknownResults);
    }

    void takesRecordsOfAnyShape_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"null", "[]", "3", R"({"program": 3, "limits": [], "isolation": "x", "gate": 1})",
              R"({"exit_code": "0", "signal": {}, "stdout": {}, "error": {"name": 1}})",
              R"({"limits": {"a": {"b": [1, [2, {}]]}}, "differences": [[["x"]]]})"})
            QTest::newRow(text) << QByteArray(text);
    }

    void takesRecordsOfAnyShape()
    {
        QFETCH(QByteArray, text);
        const auto other = parseJson(text.toStdString());
        QVERIFY(other);
        const auto comparison = compared(record(), *other);
        QVERIFY(!comparison.hasSameOutcome);
        QVERIFY(!comparisonText(comparison).empty());
        QVERIFY(compared(*other, *other).facts.empty());
    }

    void asksForTheSameSandboxAgain()
    {
        const auto again = workspace::runAgain(record());
        QVERIFY(again);
        const Json wanted
            = {{"engine", "local"},
               {"language", "python"},
               {"network", "none"},
               {"memory", 1 << 30},
               {"pids", 256}};
        QVERIFY2(again->sandbox == wanted, writeJson(again->sandbox).c_str());
        QCOMPARE(again->request.code, std::string("print(0.3)\n"));
        QCOMPARE(again->request.fileName, std::string("a.py"));
        QCOMPARE(again->request.arguments, std::vector<std::string>({"-n", "3"}));
        QVERIFY(again->unknown.empty());
    }

    void saysWhatCannotBeTheSameAgain()
    {
        auto odd = record();
        odd["differences"] = Json::array({"network=bridge"});
        odd["changes"] = Json::object();
        odd["program"]["context"] = "main";
        odd["program"]["file"] = "../../etc/passwd";
        const auto again = workspace::runAgain(odd);
        QVERIFY(again);
        QCOMPARE(again->unknown.size(), std::size_t(3));
        QCOMPARE(again->request.fileName, std::string("passwd"));
        odd["program"]["bytes"] = 70'000;
        QVERIFY(!workspace::runAgain(odd));
        QVERIFY(!workspace::runAgain(Json::object()));
    }
};

SANDBENCH_TEST(TestRunComparison);
#include "tst_run_comparison.moc"
