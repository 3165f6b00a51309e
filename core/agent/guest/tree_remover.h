// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sandbench::guest {

/// Removes a folder however deep, with two open files, step by step. Follows no link. Thread: one.
class TreeRemover
{
public:
    /// Errors: those of the system call.
    static Result<TreeRemover> open(const std::string& path);

    bool isDone() const { return m_levels.empty(); }
    /// Removes some. Errors: those of the system call, Io (a folder was moved meanwhile).
    Result<void> step();

private:
    struct Level
    {
        std::uint64_t device;
        std::uint64_t inode;
        std::string name; ///< In its parent.
    };

    explicit TreeRemover(std::string path)
        : m_path(std::move(path))
    {
    }
    Result<void> clearSome(int& budget);
    Result<void> enter(const std::string& name);
    Result<void> leave();

    std::string m_path;
    UniqueFd m_current;
    std::vector<Level> m_levels;
    bool m_empty = false; // the current folder is
};

} // namespace sandbench::guest
