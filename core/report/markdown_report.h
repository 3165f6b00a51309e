// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace sandbench::report {

/// What a report in Markdown has room for: it is read by people in a chat, and by models, which are
/// paid by the word.
struct MarkdownBounds
{
    std::size_t code = 64U << 10; ///< Units: bytes.
    std::size_t stream = 16U << 10; ///< Of each stream, its beginning and its end. Units: bytes.
    std::size_t lines = 100; ///< Of each list.
};

/// A run as Markdown: how it ended, the program, the error, the output, what a policy found, what
/// it did and where it ran. @p record: as of the history, untrusted: no byte of it ends a block of
/// code, begins a link or a picture, or is HTML. No I/O. Thread: any.
std::string markdownReport(const Json& record, const MarkdownBounds& bounds = {});

/// The same without the program and its output, for where they stand beside it.
std::string markdownSummary(const Json& record, const MarkdownBounds& bounds = {});

/// markdownReport(), for a language model that is to help with the program, with a sentence ahead
/// that says what is data.
std::string modelPrompt(const Json& record, const MarkdownBounds& bounds = {});

/// @p text between fences that nothing in it closes. @p language: a word of ours, or empty.
std::string codeBlock(std::string_view text, std::string_view language);
/// One line of foreign text, of which nothing is markup.
std::string markdownText(std::string_view text, std::size_t maxBytes = 2000);

} // namespace sandbench::report
