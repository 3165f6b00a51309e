// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/json.h"

namespace sandbench::cli {

/// The exit status for a failure before a program ran: 2 for what the caller typed, 130 for a stop,
/// 125 otherwise.
int statusOf(const Error& error);

/// What `--json` prints then, schema "sandbench.error/1": {schema, exit_status, error{name, value,
/// traceback}}, so that a reader of run records finds `error` in the shape that it knows.
Json failureJson(const Error& error, int status);

/// Says @p error in one line on stderr and, with @p json, as an object on stdout. Returns @p
/// status.
int fail(const Error& error, bool json, int status);
int fail(const Error& error, bool json);

/// Prints @p report where @p json wants it, else @p text. Returns the exit status.
int printed(bool json, const Json& report, const std::string& text);

/// The same for what an engine or a session says: its failure, but for a wish that it could not
/// accept, which is the caller's.
int engineFailure(const Error& error, bool json);

} // namespace sandbench::cli
