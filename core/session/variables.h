// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace sandbench {

// What the variables of a context are, as its interpreter tells it. All of it is untrusted: a
// program can have its interpreter tell anything. No I/O.

inline constexpr std::size_t kMostVariables = 1000;
inline constexpr std::size_t kMostVariableName = 200; ///< Units: characters.

/// One of them in a line.
struct Variable
{
    std::string name;
    std::string type; ///< "ndarray"
    std::string size; ///< In words: "(1000, 3) float64", "12 items", "1.2 kB"; or empty.
    std::int64_t count = 0; ///< Of its items, characters or elements, to sort by.
    std::string value; ///< At most 200 characters; empty where only the program could say it.
    std::string mark; ///< Another one where the value is another, as far as a glance tells.
};

struct VariableList
{
    std::vector<Variable> variables; ///< As they were defined: the last ones, where not all.
    std::int64_t total = 0;
};

/// Numbers of a value to draw: every @p step-th of it.
struct VariableChart
{
    struct Series
    {
        std::string name; ///< Of its column; empty where there is one only.
        std::vector<double> values; ///< NaN = no number there.
    };
    std::int64_t step = 1;
    std::vector<Series> series; ///< Empty = no numbers.
};

/// The first cells of a value.
struct VariableTable
{
    struct Row
    {
        std::string name;
        std::vector<std::string> cells; ///< As many as there are columns.
    };
    std::vector<std::string> columns;
    std::vector<Row> rows;
    std::int64_t rowCount = 0, columnCount = 0; ///< Of the whole value.
    bool isEmpty() const { return columns.empty(); }
};

/// All that is told of one.
struct VariableDetails
{
    Variable variable;
    std::string text; ///< What it says of itself; at most 64 Ki characters.
    bool isCut = false; ///< There is more.
    VariableChart chart;
    VariableTable table; ///< Of a value that has items; at most 200 x 50 cells.
};

/// The answer to `context_variables`. Errors: Protocol.
Result<VariableList> readVariables(const Json& answer);
/// Errors: Protocol; NotFound where there is no such variable.
Result<VariableDetails> readVariable(const Json& answer);

/// As faces show them: {name, type, size, value}, and of a whole one text, cut, chart {step,
/// series: [{name, values}]} and table {columns, rows: [{name, cells}], row_count, column_count}.
Json variableJson(const Variable& variable);
Json variableJson(const VariableDetails& details);

} // namespace sandbench
