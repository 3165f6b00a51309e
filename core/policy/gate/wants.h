// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

enum class WantKind : std::uint8_t {
    Network,
    Files,
    Programs, ///< Other programs, and shells.
    Native, ///< Machine code that no scan reads.
    Code, ///< Code that is made, or chosen by a name, while the program runs.
    Packages, ///< That the language does not bring itself.
};
inline constexpr std::size_t kWantKinds = 6;

/// Something that a program reaches for.
struct Want
{
    WantKind kind = WantKind::Network;
    /// Foreign, one line of valid UTF-8: "requests.get", "numpy"; of Code that could not be
    /// followed empty.
    std::string name;
    std::size_t line = 1; ///< The first one that does; from 1, as Finding::line.
};

/// What a program will ask of the world, as far as its text tells. It decides nothing: a sandbox
/// gives what it gives.
struct Wants
{
    std::vector<Want> items; ///< By kind, then in the order of the text; each name once.
    /// How many more names there are of each kind.
    std::size_t omitted[kWantKinds] = {};
    /// The whole text was read, has anything in it, and is in a language whose programs reach the
    /// world by names that are known: where there are no items, it only computes.
    bool isUnderstood = false;
};

/// Of each kind at most so many, and of each name at most so much. Units: bytes.
inline constexpr std::size_t kMostWants = 50;
inline constexpr std::size_t kLongestWant = 200;

/// Any bytes are fine; what is past 16 MiB is not read. Linear. Thread: any.
Wants wantsOf(std::string_view code, std::string_view language);

} // namespace sandbench
