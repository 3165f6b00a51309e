// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::image_check {

/// YAML whose values are text, lists and maps, with the line of each. What is a number is up to its
/// reader.
struct YamlNode
{
    enum class Kind { Nothing, Text, List, Map };
    struct Entry;

    Kind kind = Kind::Nothing;
    int line = 1; ///< From 1.
    bool isQuoted = false;
    std::string text;
    std::vector<YamlNode> items;
    std::vector<Entry> entries; ///< In the order of the file; no key comes twice.

    const YamlNode* find(std::string_view key) const;
};

struct YamlNode::Entry
{
    std::string first; ///< The key.
    YamlNode second;
};

/// Units: bytes.
inline constexpr std::size_t kMostSpecBytes = 1U << 20;

/// Parses the first document of untrusted YAML. Aliases are expanded; how many values and bytes
/// that makes is bounded, as is the depth. Never throws. Thread: any. Errors: ResourceExhausted
/// past a limit; InvalidArgument with the line for anything that is not YAML, and for keys that are
/// not text or come twice. Source: YAML 1.2.2, through yaml-cpp 0.7; no merge keys ("<<").
Result<YamlNode> parseYaml(std::string_view text);

} // namespace sandbench::image_check
