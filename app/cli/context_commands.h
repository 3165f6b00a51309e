// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandbench::cli {

/// A line of the repl that speaks of contexts instead of being code.
struct ContextCommand
{
    enum class Verb { Help, List, Use, Reset, Close, Steps, Undo, Branch, Variables, Show };
    Verb verb = Verb::List;
    /// Use, Close, Branch: the context; Close: empty = the one in use. Show: the variable.
    std::string name;
    /// Use: of a new one; empty = the one that its name is, or the language in use.
    std::string language;
    int step = 0; ///< Undo, Branch: before which cell; 0 = the last one, or as it is.
};

/// What "%help" says, and the help of the command.
extern const char* const kContextCommands;

/// "%help", "%contexts", "%context NAME [LANGUAGE]", "%reset", "%close [NAME]", "%steps", "%undo
/// [N]", "%branch NAME [N]", "%whos", "%show NAME". Nothing = it is code. Pure.
std::optional<ContextCommand> parseContextCommand(std::string_view line);

/// Does it, and makes @p request use the context that is in use from now on. Returns what to tell
/// the person: lines, or why it failed.
std::string obeyContextCommand(
    const ContextCommand& command, const LanguageCatalog& languages, Session& session,
    RunRequest& request, std::stop_token stop);

} // namespace sandbench::cli
