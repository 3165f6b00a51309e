// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Foreign text in a page of ours: no byte of it begins a tag, an entity or the end of an
/// attribute, and what could hide or reorder other characters is shown by its number. No I/O.
namespace sandbench::report {

/// For between tags, and for attributes in double quotes. Line ends and tabs stay.
std::string htmlText(std::string_view text);
/// For a report that is text: the same without entities.
std::string plainText(std::string_view text);
/// As htmlText(), cut to about @p maxBytes with "…" at a character's border; in an element that
/// keeps its direction to itself, with all of it (up to 4,096 bytes) as its title where it was cut.
std::string htmlName(std::string_view text, std::size_t maxBytes = 120);
/// A paragraph of our own beside the rest; @p sentence may have foreign words.
std::string htmlNote(std::string_view sentence);
/// A whole page as the value of an attribute in double quotes: nothing of it is changed but bytes
/// that are no UTF-8.
std::string htmlAttribute(std::string_view page);

/// What a program printed, as a terminal would have coloured it: SGR colours become elements of the
/// classes c0 to c15 (text), b0 to b15 (behind it), bold, faint, italic, underlined; other escape
/// sequences go, and of a line that was written over only the last is there.
/// Source: ECMA-48, 8.3.117.
std::string htmlOutput(std::string_view bytes);
/// The same for a report that is text, without colours.
std::string plainOutput(std::string_view bytes);

} // namespace sandbench::report
