// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/run_record.h"

#include <string>
#include <string_view>

namespace sandbench::mcp {

/// What a program could choose, between marks: a model shall not take it for our words. @p mark: a
/// word that the program cannot know, so that it cannot write the end of the mark.
std::string markedBlock(const std::string& name, const std::string& text, std::string_view mark);

/// Without what ends it; empty where there is none.
std::string_view lastLine(std::string_view text);
/// A line of a program's in a note of ours, which has no room for marks: quoted, at most 180 bytes.
std::string printedNote(std::string_view line);

/// What a model reads at once. Units: bytes.
inline constexpr std::size_t kMostTextBytes = 20'000;

/// A program's output so far or at its end.
struct OutputText
{
    std::string_view stdoutBytes, stderrBytes; ///< Raw, what there is of it.
    std::uint64_t stdoutTotal = 0, stderrTotal = 0; ///< Of all that was printed.
};

/// The end of @p bytes, at most @p most: whole lines where that is possible, valid UTF-8 always.
std::string tailOf(std::string_view bytes, std::size_t most);

/// The same between marks that say whose words these are. What is empty has none.
struct MarkedOutput
{
    std::string out, err;
    bool isCut = false; ///< There is more than this.
};

/// At most @p most bytes and what the marks need. @p mark: a word that the program cannot know, so
/// that it cannot write the end of the mark. @p allAt: where the rest can be read.
MarkedOutput markedOutput(
    const OutputText& output, std::size_t most, std::string_view mark, std::string_view allAt);

/// What a model reads of a run, in which is what programs get as well.
struct RunText
{
    std::string text;
    MarkedOutput printed;
};
/// Of one finished run: how it ended, its last value, what it printed, what it left; kMostTextBytes
/// at most. @p allAt: as above. @p note: one more line, or empty.
RunText runText(
    const RunRecord& record, std::string_view note, std::string_view mark, std::string_view allAt);

/// Eight random hex digits.
std::string newMark();

} // namespace sandbench::mcp
