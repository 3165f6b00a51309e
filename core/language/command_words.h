// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// What the placeholders in a language's commands stand for. All paths are in the sandbox.
///
/// "{name}" with a name of a-z is a placeholder, every other brace is text. {files} and {args} are
/// whole words, each replaced by any number of words; the others may be parts of words.
struct CommandValues
{
    std::string file; ///< {file}: the program
    std::vector<std::string> files; ///< {files}: it and the sources that are built with it
    std::vector<std::string> arguments; ///< {args}
    std::string root; ///< {root}: the project's folder, or the program's
    std::string build; ///< {build}: an empty folder of this run alone, for what compilers make
    std::string mainClass; ///< {class}: see FileNameRule
    std::string home; ///< {home}
    std::string temporary; ///< {tmp}
    std::string work; ///< {work}

    /// {stem}: the program's file name without its extension
    std::string_view stem() const;
    /// {module}: its path below the root without its extension, as {stem} where it is not below
    std::string_view module() const;
};

/// Where a command may use which placeholders.
enum class CommandPlace { Compile, Run, Environment };

/// @p word of a command. Errors: InvalidArgument, "holds …", without the field's name.
Result<void> checkCommandWord(std::string_view word, CommandPlace place);

/// Whether one of @p words holds @p placeholder ("{file}").
bool usesPlaceholder(std::span<const std::string> words, std::string_view placeholder);

/// The words of a checked command with all placeholders replaced. What is put in is not looked at
/// again.
std::vector<std::string> fillIn(std::span<const std::string> words, const CommandValues& values);
std::string fillIn(std::string_view word, const CommandValues& values);

} // namespace sandbench
