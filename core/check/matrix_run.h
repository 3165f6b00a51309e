// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/check/run_checks.h"
#include "core/check/run_matrix.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

/// Programs run in several places, and what came of it.
namespace sandbench::check {

/// A place, and all that is said of its sandboxes, by the names of workspace::memberGroups().
struct MatrixSpot
{
    MatrixPlace place;
    Json said;
};

/// Whether sandboxes of the engine are made from images.
bool takesImages(const std::string& engine);

/// Every engine × image × size, in this order; an engine without images has one place for each
/// size. "docker@lab" is an engine over a connection, by its name or address. None of the lists is
/// empty, each may have an empty name: nothing is said of it then.
/// @p said: what is said of all of them.
std::vector<MatrixSpot> spotsOf(
    const std::vector<std::string>& engines, const std::vector<std::string>& images,
    const std::vector<std::string>& sizes, const Json& said);

/// A program of a matrix, read.
struct MatrixProgram
{
    std::string name; ///< For people.
    std::string problem; ///< Why it cannot be run, a sentence; empty = it can.
    RunRequest request;
};

/// Programs × lines of arguments × places, ready to be run. Thread: one, but for what runs.
class MatrixRun
{
public:
    using Lines = std::vector<std::vector<std::string>>;
    /// @p lines: at least one, of no words where there are no arguments. Errors: InvalidArgument
    /// (more than kMostMatrixCells, too large, an existing container or pod), those of
    /// workspace::readSandbox().
    static Result<MatrixRun> planned(
        const std::vector<MatrixProgram>& programs, const Lines& lines,
        const std::vector<MatrixSpot>& spots, const Composition& parts);

    /// The opening of its sandboxes and how many are run at once are the caller's.
    CheckPlan& plan() { return m_plan; }
    const RunMatrix& matrix() const { return m_matrix; }
    /// Why the first one had no sandbox, and whether any had.
    const std::optional<Error>& problem() const { return m_problem; }
    bool hasRun() const { return m_hasRun; }

    /// Runs all of it; what is over is in matrix(). @p onCell: told of each cell, one call at a
    /// time, on threads of runChecks(), while nobody else may read matrix(). Once.
    void
    run(workspace::Workspace& workspace,
        const std::function<void(std::size_t oneCase, std::size_t place)>& onCell,
        const std::stop_token& stop);

private:
    Result<void> addProgram(
        const MatrixProgram& program, std::size_t index, const std::vector<MatrixSpot>& spots,
        const Composition& parts);
    void keep(std::size_t answer, std::size_t line, const Outcome& outcome);

    CheckPlan m_plan; ///< An answer is a program in a place, a check a line of arguments.
    /// Of each answer: the case of its first line, and its place.
    std::vector<std::pair<std::size_t, std::size_t>> m_cellsOf;
    std::vector<std::optional<MatrixCell>> m_ended; ///< By answer: what has just run.
    RunMatrix m_matrix;
    bool m_hasRun = false; ///< At least one cell.
    std::optional<Error> m_problem;
};

} // namespace sandbench::check
