// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answer/blocks.h"

#include <optional>
#include <string>
#include <string_view>

/// How a block's file is called, which answers say in many ways. Thread: any.
namespace sandbench::answer {

/// A fence's info: "python title=app.py", "app.py", "python:src/app.py".
struct FenceInfo
{
    std::string called; ///< In small letters: "python".
    std::string name; ///< Foreign; see safeName().
};
FenceInfo readInfo(std::string_view info);

/// What a comment in the first line of @p text says, "# app.py"; empty = nothing.
std::string nameInFirstLine(std::string_view text);
/// What the line above a block says, "Save this as `app.py`:", "### src/app.py".
std::string nameInLineAbove(std::string_view line);

/// Whether a file of this @p name may hold a block of @p language (id), or one that is @p called
/// so.
bool fitsLanguage(
    std::string_view name, std::string_view language, std::string_view called,
    const LanguageCatalog& languages);

/// @p name without "./" if it stays below its folder and shows what it is: neither absolute nor
/// with "..", control or bidirectional characters, at most 200 bytes; else nothing, and why.
struct SafeName
{
    std::optional<std::string> name;
    std::string problem; ///< "leaves its folder"
};
SafeName safeName(std::string_view name);
/// Whether letters of two scripts that look alike are mixed in it: Latin beside Cyrillic or Greek.
bool hasLookAlikes(std::string_view name);

} // namespace sandbench::answer
