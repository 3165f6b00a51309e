// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench {

/// What a Java source file says about its own name. All may be empty.
/// Source: Java Language Specification, 3 (lexical structure) and 7.6 (top level declarations).
struct JavaNames
{
    std::string publicClass; ///< The file must be called after it.
    std::string mainClass; ///< With its package: the first top-level type with a method main, else
                           ///< the public one, else the first.
};

/// One pass that knows comments, strings and text blocks; linear in @p source, which may be any
/// bytes. Pure.
JavaNames javaNames(std::string_view source);

} // namespace sandbench
