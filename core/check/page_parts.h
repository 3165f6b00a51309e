// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// What pages of results are made of, see report::pageHead(). All texts but those of our own are
/// HTML already. No I/O. Thread: any.
namespace sandbench::check {

/// The top of a page, up to and with <main>. @p tone: "good", "bad" or "". @p facts: of fact().
/// @p below: what leads to other pages.
std::string heading(
    const char* tone, const std::string& title, const std::string& facts,
    const std::string& below = {});
std::string fact(const char* name, const std::string& value);
std::string section(const char* title, const std::string& html);
/// @p html as it was printed, below its title; nothing where there is none.
std::string textBlock(const char* title, const std::string& html);

} // namespace sandbench::check
