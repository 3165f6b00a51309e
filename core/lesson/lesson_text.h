// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The Markdown of a lesson as blocks of plain text with a manner each: who shows them interprets
/// nothing any more. No I/O. Thread: any.
namespace sandbench::lesson {

/// A piece of a block. Its text is foreign, UTF-8; a line feed is one.
struct TextRun
{
    std::string text;
    bool isStrong = false, isEmphasis = false, isCode = false;
};

struct TextBlock
{
    enum class Kind { Paragraph, Heading, Item, Code, Rule };
    Kind kind = Kind::Paragraph;
    int level = 0; ///< Of a heading, from 1; else how deep in lists and quotations.
    int number = 0; ///< Of an item of a numbered list; 0 = it has a bullet.
    std::vector<TextRun> runs;
};

/// Reads Markdown without HTML, pictures and tables. Of a link its text is there, and where it
/// leads in brackets; of a picture what stands for it. Text that is nested deeper than anybody
/// writes is one block of code; at most 2,000 blocks are read. Source: CommonMark 0.30, as md4c
/// reads it.
std::vector<TextBlock> readText(std::string_view markdown);

} // namespace sandbench::lesson
