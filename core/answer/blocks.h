// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answer/answer.h"
#include "core/base/json_fwd.h"

/// Between the readers of formats and what makes parts of what they found.
namespace sandbench::answer {

/// Code as it stands in a text, before anybody knows what it is.
struct Block
{
    std::string info; ///< What the fence says: "python title=app.py".
    std::string text;
    std::string before; ///< As PartOrigin::before, with its marks: "Save this as `app.py`:".
    std::size_t line = 0;
    bool isFenced = true; ///< Else indented: often no code at all.
    bool isQuestion = false; ///< Its user's, where a transcript says who speaks.
};

struct Blocks
{
    std::vector<Block> blocks; ///< At most kMostParts.
    std::vector<std::string> notices;
    std::size_t leftOut = 0; ///< Blocks beyond kMostParts, or larger than kMostPartBytes.

    /// Keeps it, or counts it.
    void add(Block block);
};

/// Fenced and indented code of Markdown, also inside of lists and quotations, and after a last
/// fence that nobody closed. What a "User:" said in a transcript is left out. @p text is UTF-8.
Blocks readMarkdown(std::string_view text);

/// The <pre> of a page. @p text is UTF-8.
Blocks readHtml(std::string_view text);

/// What an assistant said, in Markdown.
struct Message
{
    std::size_t number = 0; ///< In its conversation, from 1.
    std::string text;
};
struct Conversation
{
    std::vector<Message> messages; ///< Of the newest branch.
    std::vector<std::string> notices;
};
/// Whether @p json is a conversation of a shape that we know.
bool isConversation(const Json& json);
Conversation readConversation(const Json& json);

/// Whether @p json is a notebook, of whichever version.
bool isNotebook(const Json& json);
/// All its code as one program of "# %%" cells, its Markdown as comments.
Answer readNotebook(const Json& json, const LanguageCatalog& languages);

/// Whether @p bytes begin as a zip or tar archive does, or what gzip, bzip2, xz and zstd pack.
bool isArchive(std::string_view bytes);
/// A part for each text in it, by its path below the folder that all are in. What is no text, a
/// link, or too much is counted in the notices; at most kMostAnswerBytes are unpacked.
Answer readArchive(std::string_view bytes, const LanguageCatalog& languages);

/// Whether @p text begins, after prose at the most, with what only a unified diff has.
bool isDiff(std::string_view text);
/// A part for each file: a new file is what it becomes, of others it is the changes. @p line: where
/// @p text stands.
Answer readDiff(std::string_view text, std::size_t line, const LanguageCatalog& languages);

/// Adds what @p blocks are to @p answer. @p message: as PartOrigin::message.
void addParts(Blocks blocks, std::size_t message, const LanguageCatalog& languages, Answer& answer);
/// Makes each diff of a file that stands before it the changed file, which takes its place.
void applyDiffs(Answer& answer);
/// Of the files with one name the last is what the answer means.
void keepLastOfEachName(Answer& answer);

} // namespace sandbench::answer
