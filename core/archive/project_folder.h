// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/archive/ignore_rules.h"
#include "core/base/fd.h"
#include "core/base/result.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench {

/// The files of a project on this machine that a run may need: without version control, build
/// folders and what the folder's own .sandbenchignore (syntax: IgnoreRules) leaves out; "!build" in
/// it takes such a folder back in. Links inside the folder are followed to files; one that leaves
/// the folder is refused, links to folders and special files are left out.
/// Thread: any (immutable).
class ProjectFolder
{
public:
    struct File
    {
        std::string path; ///< Relative, "src/main.c"; UTF-8.
        std::uint64_t bytes = 0;
        unsigned mode = 0644; ///< 0644 or 0755.
    };

    /// Reads names, no contents. @p maxBytes 0 = no limit.
    /// Errors: NotFound, PermissionDenied, InvalidArgument (no folder, a link that leaves it, a
    /// name that is not UTF-8, a broken rule), ResourceExhausted (more than @p maxBytes or 100,000
    /// files), Cancelled.
    static Result<ProjectFolder>
    open(const std::string& folder, std::uint64_t maxBytes, const std::stop_token& stop = {});

    const std::string& name() const { return m_name; } ///< The folder, as it was asked for.
    const std::vector<File>& files() const { return m_files; } ///< Sorted by path.
    std::uint64_t bytes() const { return m_bytes; }
    const IgnoreRules& rules() const { return m_rules; } ///< What of the folder is left out.
    /// Opens one of its files for reading, never outside the folder, whatever was changed since.
    /// Errors: as open(), InvalidArgument when it is no regular file any more.
    Result<UniqueFd> openFile(const std::string& path) const;
    /// Its content. Errors: ResourceExhausted when it is larger than @p limit.
    Result<std::string> readFile(const std::string& path, std::size_t limit) const;

private:
    ProjectFolder() = default;

    UniqueFd m_top;
    std::string m_name;
    std::vector<File> m_files;
    std::uint64_t m_bytes = 0;
    IgnoreRules m_rules;
};

} // namespace sandbench
