// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answer/answer.h"

#include <string>
#include <string_view>

/// What a block is, which its fence says or does not. Thread: any.
namespace sandbench::answer {

/// Whether it is commands for a person to type: "pip install x", "python app.py". What decides
/// something or repeats it is a script.
bool isShellSteps(std::string_view text);
/// Of "$ ls" what is typed, without what was answered; other texts stay as they are.
std::string withoutPrompts(std::string_view text);
/// The lines that install something.
std::string installsOf(std::string_view steps);
/// How many commands there are.
std::size_t countSteps(std::string_view steps);

/// ">>> print(1)": what was typed, without what was answered; other texts stay as they are.
std::string withoutPythonPrompts(std::string_view text);

/// What a program of an unknown language looks like; empty = like none. @p most lines are read.
std::string guessLanguage(std::string_view text);

bool looksLikeData(std::string_view text);
/// By its text, or by what stands @p above it: "This prints:".
bool looksLikeOutput(std::string_view text, std::string_view above);

} // namespace sandbench::answer
