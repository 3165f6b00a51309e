// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/run_matrix_files.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/table/delimited_text.h"

#include <cmath>

namespace sandbench::check {

namespace {

Json textOrNull(const std::string& text)
{
    return text.empty() ? Json() : Json(replaceInvalidUtf8(text));
}

Json matrixCellJson(const MatrixCell& cell)
{
    auto results = Json::array();
    for (const auto& result : cell.results)
        results.push_back({{"name", replaceInvalidUtf8(result.name)}, {"sha256", result.digest}});
    return {
        {"state", stateName(cell.state)},
        {"why", replaceInvalidUtf8(cell.why)},
        {"run_id", textOrNull(cell.runId)},
        {"verdict", cell.verdict ? Json(verdictName(*cell.verdict)) : Json()},
        {"exit_code", cell.exitCode ? Json(*cell.exitCode) : Json()},
        {"signal", cell.signal ? Json(*cell.signal) : Json()},
        {"phase", phaseName(cell.isCompiler ? RunPhase::Compile : RunPhase::Run)},
        {"seconds", cell.seconds},
        {"peak_memory_bytes", cell.peakMemoryBytes},
        {"stdout_sha256", textOrNull(cell.outputDigest)},
        {"stderr_sha256", textOrNull(cell.errorsDigest)},
        {"stdout_bytes", cell.outputBytes},
        {"stderr_bytes", cell.errorsBytes},
        {"results", std::move(results)}};
}

Json outcomeDifferenceJson(const OutcomeDifference& difference)
{
    auto results = Json::array();
    for (const auto& line : difference.results)
        results.push_back(replaceInvalidUtf8(line));
    return {
        {"end", difference.end},
        {"stdout", replaceInvalidUtf8(difference.output)},
        {"stderr", replaceInvalidUtf8(difference.errors)},
        {"results", std::move(results)},
        {"truncated", difference.isCut}};
}

Json differencesJson(const RunMatrix& matrix)
{
    auto list = Json::array();
    for (std::size_t i = 0; i < matrix.cases.size(); ++i) {
        const auto outcomes = outcomesOf(matrix, i);
        if (outcomes.size() < 2)
            continue;
        const auto& usual = matrix.cells[i][outcomes.front().shown];
        auto others = Json::array();
        for (std::size_t k = 1; k < outcomes.size(); ++k) {
            auto other
                = outcomeDifferenceJson(differenceOf(usual, matrix.cells[i][outcomes[k].shown]));
            other["places"] = outcomes[k].places;
            others.push_back(std::move(other));
        }
        list.push_back(
            {{"case", i}, {"usual", outcomes.front().places}, {"others", std::move(others)}});
    }
    return list;
}

Json namesJson(const RunMatrix& matrix, Json& places)
{
    auto cases = Json::array();
    for (const auto& one : matrix.cases) {
        auto arguments = Json::array();
        for (const auto& argument : one.arguments)
            arguments.push_back(replaceInvalidUtf8(argument));
        cases.push_back(
            {{"program", replaceInvalidUtf8(one.program)}, {"arguments", std::move(arguments)}});
    }
    places = Json::array();
    for (const auto& place : matrix.places)
        places.push_back(
            {{"engine", place.engine},
             {"connection", textOrNull(place.connection)},
             {"image", textOrNull(place.image)},
             {"size", textOrNull(place.size)}});
    return cases;
}

/// "0.125"
std::string milliseconds(double seconds)
{
    const auto all = std::to_string(std::llround(seconds * 1000));
    const auto padded = all.size() < 4 ? std::string(4 - all.size(), '0') + all : all;
    return padded.substr(0, padded.size() - 3) + "." + padded.substr(padded.size() - 3);
}

table::Row matrixRow(const RunMatrix& matrix, std::size_t i, std::size_t place, std::size_t outcome)
{
    const auto& cell = matrix.cells[i][place];
    const auto& where = matrix.places[place];
    auto arguments = matrix.cases[i];
    arguments.program.clear();
    const auto words = arguments.name();
    return {
        matrix.cases[i].program,
        words.empty() ? words : words.substr(1),
        where.engine,
        where.image,
        where.size,
        endText(cell),
        cell.exitCode ? std::to_string(*cell.exitCode) : "",
        milliseconds(cell.seconds),
        std::to_string(cell.peakMemoryBytes),
        outcome > 0 ? std::to_string(outcome) : "",
        cell.outputDigest,
        cell.errorsDigest,
        cell.why,
        where.connection};
}

} // namespace

Json toJson(const RunMatrix& matrix)
{
    Json places;
    auto cases = namesJson(matrix, places);
    auto cells = Json::array();
    Json counts = Json::object();
    for (const auto& row : matrix.cells) {
        auto list = Json::array();
        for (const auto& cell : row)
            list.push_back(matrixCellJson(cell));
        cells.push_back(std::move(list));
    }
    for (const auto state : {CheckState::Passed, CheckState::Ended, CheckState::NotRun})
        counts[std::string(stateName(state))] = matrix.count(state);
    return {{"schema", "sandbench.matrix/1"}, {"passed", matrix.hasPassed()},
            {"same", matrix.isSame()},        {"partial", matrix.isPartial},
            {"cases", std::move(cases)},      {"places", std::move(places)},
            {"cells", std::move(cells)},      {"differences", differencesJson(matrix)},
            {"counts", std::move(counts)}};
}

std::string csvOf(const RunMatrix& matrix)
{
    table::SmallTable table;
    table.names = {"program",   "arguments",     "engine",
                   "image",     "size",          "end",
                   "exit_code", "seconds",       "peak_memory_bytes",
                   "outcome",   "stdout_sha256", "stderr_sha256",
                   "why",       "connection"};
    for (std::size_t i = 0; i < matrix.cases.size(); ++i) {
        std::vector<std::size_t> numbers(matrix.places.size(), 0);
        const auto outcomes = outcomesOf(matrix, i);
        for (std::size_t k = 0; k < outcomes.size(); ++k)
            for (const auto place : outcomes[k].places)
                numbers[place] = k + 1;
        for (std::size_t place = 0; place < matrix.places.size(); ++place)
            table.rows.push_back(matrixRow(matrix, i, place, numbers[place]));
    }
    return table::csvOf(table);
}

} // namespace sandbench::check
