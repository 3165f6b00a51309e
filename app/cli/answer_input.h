// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/run_plan.h"
#include "core/answer/answer.h"

#include <optional>
#include <stop_token>

namespace sandbench::cli {

/// The answer that the program's file is: by its name (.md, .html, .ipynb, .json, .diff, .txt and
/// no language's), or because an option is about answers; nothing where it is a program.
/// Errors: those of readProgram(), InvalidArgument for options that do not go with it.
Result<std::optional<answer::Answer>>
openAnswer(const RunOptions& options, const LanguageCatalog& languages, std::stop_token stop);

/// Writes into @p options which of its blocks is the program and which are files beside it, and
/// says so on stderr. Errors: NotFound with the blocks that there are.
Result<void>
takeProgram(const answer::Answer& answer, const LanguageCatalog& languages, RunOptions& options);

/// What `--blocks` prints. Returns the exit status.
int printBlocks(
    const answer::Answer& answer, const LanguageCatalog& languages, const RunOptions& options);

} // namespace sandbench::cli
