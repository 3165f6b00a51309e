// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/language/language.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The programs of an answer that a language model, or a person, wrote. No I/O. Thread: any.
namespace sandbench::answer {

/// Units: bytes.
inline constexpr std::size_t kMostAnswerBytes = 50U << 20;
inline constexpr std::size_t kMostPartBytes = 16U << 20;
inline constexpr std::size_t kMostParts = 1000;

enum class PartKind {
    Program,
    ShellSteps, ///< Commands for a person to type, not a script.
    Data, ///< Data and configuration, pages and styles: what a program finds beside it.
    Output, ///< What a program prints, and other text that nobody runs.
    Diff, ///< Changes of a file that the answer does not hold, or does not fit.
};
/// "program", "shell", "data", "output", "diff"
std::string_view kindName(PartKind kind);

/// Where in its answer a part stands.
struct PartOrigin
{
    std::size_t line
        = 0; ///< Its first, from 1; 0 = unknown. Of its message where there are several.
    std::size_t message = 0; ///< Of a conversation, from 1; 0 = the answer is one text.
    std::string before; ///< The heading or the line of prose above it, on one line. Foreign text.
};

/// One block of an answer. All of it is foreign text.
struct AnswerPart
{
    std::string
        name; ///< Relative and safe to make below a folder, "src/app.py"; empty = none said.
    std::string language; ///< Id in the catalog; empty = none of it.
    std::string called; ///< What the answer calls its language: "py", "swift"; one line.
    PartKind kind = PartKind::Program;
    std::string text; ///< UTF-8.
    PartOrigin origin;
};

struct Answer
{
    std::string
        format; ///< "Markdown", "HTML", "conversation", "notebook", "diff", "archive", "text"
    std::vector<AnswerPart> parts; ///< In the order of the answer.
    std::vector<std::string> notices; ///< What was left out or could not be read; a sentence each.
};

/// Whether a file of this name may be an answer: .md, .html, .ipynb, .json, .diff, .zip, .tar.gz,
/// .txt and their like.
bool isAnswerName(std::string_view fileName);

/// Reads Markdown (also where only plain text was meant), HTML, a conversation as assistants export
/// it (JSON), a notebook (nbformat 4), a unified diff or an archive (zip, tar): what it is says its
/// content, and @p fileName where that leaves a choice. Any bytes are fine: what could be read is
/// in the parts, what could not in the notices. Linear.
Answer
readAnswer(std::string_view bytes, std::string_view fileName, const LanguageCatalog& languages);

} // namespace sandbench::answer
