// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// What a .dockerignore file leaves out of a build. The last rule that matches a path or a folder
/// above it decides; "!" takes back in, "**" is any number of folders, "#" begins a comment line.
/// No I/O. Thread: any (immutable). Source: Docker's documentation of .dockerignore files.
class IgnoreRules
{
public:
    IgnoreRules() = default;
    /// At most 10000 rules of at most 1024 bytes. Errors: InvalidArgument naming the line.
    static Result<IgnoreRules> parse(std::string_view text);

    /// @p path relative to the folder, with '/' and without "." and "..".
    bool excludes(std::string_view path) const;
    /// Whether everything below the excluded folder @p path is excluded as well.
    bool isClosed() const { return !m_takesBack; }

private:
    struct Rule
    {
        std::string pattern;
        bool takesBack = false;
    };
    std::vector<Rule> m_rules;
    bool m_takesBack = false;
};

/// Whether @p path is what @p pattern describes: '*' and '?' within a folder's name, "**" across
/// folders, "[a-z]" and "[^a-z]", '\' before what means itself. Takes pattern times path steps at
/// most.
bool matchesGlob(std::string_view pattern, std::string_view path);

} // namespace sandbench
