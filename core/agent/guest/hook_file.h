// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sandbench::guest {

/// What an interpreter loads before a program, named by an environment variable.
struct Hook
{
    std::string env; ///< NODE_OPTIONS; empty: none.
    std::string prefix; ///< Before the path: "--require=".
    std::string suffix; ///< Of the file's name: ".js".
    std::string source;
};

/// The file of a hook, for as long as the program runs.
class HookFile
{
public:
    HookFile() = default;
    ~HookFile() { remove(); }
    HookFile(const HookFile&) = delete;
    HookFile& operator=(const HookFile&) = delete;

    /// Writes it into the first of @p folders that has room, and names it in @p env; what the
    /// variable was stays known as SANDBENCH_HOOKED. Where there is no room, nothing changes: a
    /// program is worth more than what it shows.
    void install(
        const Hook& hook, const std::vector<std::string>& folders, std::vector<std::string>& env);
    void remove();

private:
    std::string m_path;
};

} // namespace sandbench::guest
