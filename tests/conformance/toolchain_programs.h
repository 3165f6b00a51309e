// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sandbench::test {

/// The same small programs in one language.
struct ToolchainPrograms
{
    const char* language;
    const char* talk; ///< See kTalkOutput; reads a line, exits with 5.
    const char* broken; ///< No compiler or interpreter takes it.
    const char* failing; ///< Ends by an error of its own,
    const char* failure; ///< in this way,
    const char* complaint; ///< and says this on stderr.
    const char* sleeping; ///< Prints "in" and sleeps for a minute.
    const char* calling; ///< Prints what the other file says: 42.
    struct File
    {
        const char* name;
        const char* text;
    };
    std::vector<File> others;
};

/// What `talk` prints with the arguments "a b" and "ü" and the input "line\nrest".
inline constexpr const char* kTalkOutput = "héllo 😀\n[a b][ü]\nline\n";

const std::vector<ToolchainPrograms>& toolchainPrograms();

} // namespace sandbench::test
