// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/check/check_matrix.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The same programs in several places, and only what differs between them. No I/O. Thread: as a
/// value.
namespace sandbench::check {

/// Programs × argument lines × places. Kept of each stream of an outcome, and shown of a
/// difference. Units: bytes.
inline constexpr std::size_t kMostMatrixCells = 4096;
inline constexpr std::size_t kMostMatrixOutput = 16U << 10, kMostMatrixDiff = 16U << 10;

/// A program with its arguments: a row of the matrix.
struct MatrixCase
{
    std::string program; ///< Untrusted, as its file is called.
    std::vector<std::string> arguments = {};

    std::string name() const; ///< "a.py -n 3", with quotation marks where a word has blanks.
};

/// Where it runs: a column. Empty = what the engine takes where nothing is said.
struct MatrixPlace
{
    std::string engine, image = {}, size = {};
    std::string connection = {}; ///< To the engine.

    std::string name() const; ///< "docker@lab python:3.12 small"
};

/// A file that a run made.
struct MatrixResult
{
    std::string name; ///< Untrusted.
    std::string digest; ///< SHA-256 of its bytes; of one without bytes why there are none.

    bool operator==(const MatrixResult&) const = default;
};

/// What a program came to in a place.
struct MatrixCell
{
    CheckState state = CheckState::Waiting; ///< Passed = it exited with 0.
    std::string why = {}; ///< A sentence for people, partly foreign; empty where it passed.
    std::optional<Verdict> verdict = std::nullopt;
    std::optional<int> exitCode = std::nullopt, signal = std::nullopt;
    bool isCompiler = false; ///< The verdict is the compiler's.
    double seconds = 0;
    std::uint64_t peakMemoryBytes = 0; ///< 0 = nobody counted.
    std::string runId = {}; ///< In the history; empty = nothing ran.

    /// SHA-256 of what was kept of each stream, and how much there was.
    std::string outputDigest = {}, errorsDigest = {};
    std::uint64_t outputBytes = 0, errorsBytes = 0;
    std::vector<MatrixResult> results = {}; ///< By name.
    /// The beginning of both streams, raw; empty where another cell of the row has the same.
    std::string output = {}, errors = {};

    /// It came to its end, so that it can be compared.
    bool hasEnded() const;
    /// The same end, output and results; time and memory are no outcome.
    bool isLike(const MatrixCell& other) const;
};

/// Of a run that shall exit with 0; @p results: of what it made.
MatrixCell matrixCell(const RunRecord& record, std::vector<MatrixResult> results);
/// Of what did not run, or is still to run.
MatrixCell matrixCell(const Outcome& outcome);

/// "passed", "exit 3", "signal 11", "time limit", "not compiled", "not run"
std::string endText(const MatrixCell& cell);

/// Places in which a case came to the same.
struct OutcomeGroup
{
    std::vector<std::size_t> places; ///< In order, at least one.
    std::size_t shown = 0; ///< That of them whose cell has the texts.
};

/// What two outcomes have otherwise.
struct OutcomeDifference
{
    std::string end; ///< "exit 1 instead of passed"; empty = the same.
    /// From the usual one, as patch(1) reads it from "@@" on; raw. Or a sentence in parentheses
    /// where it cannot be told by lines.
    std::string output, errors;
    std::vector<std::string> results; ///< "plot.png differs", "only here: a.csv"; untrusted.
    bool isCut = false; ///< There is more of it.
};

struct RunMatrix
{
    std::vector<MatrixCase> cases;
    std::vector<MatrixPlace> places;
    std::vector<std::vector<MatrixCell>> cells; ///< By case, by place.
    bool isPartial = false; ///< It was stopped.

    RunMatrix() = default;
    RunMatrix(std::vector<MatrixCase> allCases, std::vector<MatrixPlace> allPlaces);

    /// Keeps the texts of each outcome of a case once.
    void set(std::size_t oneCase, std::size_t place, MatrixCell cell);
    std::size_t count(CheckState state) const;
    bool hasPassed() const; ///< All of it.
    bool isSame() const; ///< All cells ran, and each case came to one outcome.
};

/// The outcomes of a case. The first one is the usual one: that of most places; of several such
/// one that passed, then that of the first place. Cells that did not run are in none.
std::vector<OutcomeGroup> outcomesOf(const RunMatrix& matrix, std::size_t oneCase);

/// Why cells did not pass: cells of several cases and places that say the same are told at once.
struct MatrixReason
{
    std::vector<std::size_t> cases, places; ///< In order; each of these in each of those.
    std::string why; ///< As of a cell.
};
/// Of cells that did not run, and of one for each outcome that did not pass.
std::vector<MatrixReason> reasonsOf(const RunMatrix& matrix);

/// How the outcome @p other of a case differs from the usual one.
OutcomeDifference differenceOf(const MatrixCell& usual, const MatrixCell& other);
/// The same as one line, for while it goes on: "stdout line 2: '43', not '42'". Safe in a message.
std::string shortDifference(const MatrixCell& usual, const MatrixCell& other);

} // namespace sandbench::check
