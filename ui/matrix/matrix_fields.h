// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/matrix_run.h"

#include <QString>
#include <QStringList>

#include <vector>

/// What a person types of a matrix, and what it says. Thread: any.
namespace sandbench::ui {

/// One place a line: an engine, "@" and a connection to it where that is not the usual one, and an
/// image where it takes one: "local", "docker python:3.12", "docker@lab python:3.12". @p sizes:
/// names with commas between them, may be empty. @p said: of all of them. Errors: InvalidArgument,
/// one sentence that names the line.
Result<std::vector<check::MatrixSpot>> readPlaces(
    const QString& lines, const QString& sizes, const QStringList& engines, const Json& said);

/// One line of arguments a line, as a shell takes it apart; one without words where there is none.
/// Errors: InvalidArgument.
Result<check::MatrixRun::Lines> readArgumentLines(const QString& lines);

/// All that is to be said of a cell: how it ended, and how it differs from the usual outcome of its
/// row. Foreign text in it is made harmless.
QString cellDetails(const check::RunMatrix& matrix, std::size_t oneCase, std::size_t place);

} // namespace sandbench::ui
