// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answer/answer.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

/// Which of an answer's parts is run. Thread: any.
namespace sandbench::answer {

struct ProgramChoice
{
    std::size_t part = 0; ///< Its place in Answer::parts.
    std::string fileName; ///< How its file is called: its own name, or its language's usual one.
    std::vector<std::size_t> files; ///< The parts that are files beside it.
};

/// The only program; or the one that is called main or app; or the last that no other one imports,
/// those with a name first, no tests, and no fragment: less than a quarter of the longest.
/// @p block: a part by its number, from 1, or by its name; also shell steps, which nobody runs who
/// does not ask for them. Empty = choose. Errors: NotFound with what there is.
Result<ProgramChoice>
chooseProgram(const Answer& answer, const LanguageCatalog& languages, std::string_view block = {});

/// "2 shell steps, 1 diff": what of @p answer is neither @p choice nor one of its files; empty =
/// nothing. Safe on a terminal.
std::string restOf(const Answer& answer, const ProgramChoice& choice);

} // namespace sandbench::answer
