// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// A regular file at one moment.
struct FileVersion
{
    std::string digest; ///< See Sha256; empty = it was not read, and there is a note that says why.
    std::uint64_t bytes = 0;
    bool isExecutable = false;

    bool operator==(const FileVersion&) const = default;
};
/// Absent = there is none.
using MaybeFile = std::optional<FileVersion>;

/// One file of a project that is not in the sandbox what it was when it was sent there.
struct ProjectChange
{
    std::string path; ///< Relative; untrusted, and not checked: see whyNoPath().
    MaybeFile before; ///< As it was sent.
    MaybeFile after; ///< As it is in the sandbox.
    std::string note; ///< Why it cannot be applied, or empty.

    const char* kind() const; ///< "created", "changed", "deleted"
};

/// What became of a project in a sandbox. Bounded: past kMostListed files are counted only.
struct ProjectChanges
{
    static constexpr std::size_t kMostListed = 20'000;

    std::string folder; ///< The project's, on this machine; absolute.
    std::vector<ProjectChange> files; ///< By path.
    std::uint64_t created = 0, changed = 0, deleted = 0; ///< All of them.
    std::uint64_t leftOut = 0; ///< New files where projects are not looked at: "build", ".git".
    bool isPartial = false; ///< The sandbox had more files than are looked at.

    std::uint64_t count() const { return created + changed + deleted; }
    void add(ProjectChange change);
    const ProjectChange* find(std::string_view path) const;
};

/// Largest file that is taken out of a sandbox, or replaced here. Units: bytes.
inline constexpr std::uint64_t kMostChangedBytes = 64U << 20;
/// Of all changed files of a run together.
inline constexpr std::uint64_t kMostKeptBytes = 256U << 20;

/// Why nothing is ever written to @p path below a project; null = it may be. Paths that leave the
/// folder or are no paths, and those of version control, where a file can be a program that runs.
const char* whyNoPath(std::string_view path);

Json toJson(const ProjectChanges& changes);
/// Of what toJson() gave. Errors: Protocol.
Result<ProjectChanges> readProjectChanges(const Json& json);

/// {digest, bytes, executable}, or null.
Json toJson(const MaybeFile& file);
/// Errors: Protocol.
Result<MaybeFile> readFileVersion(const Json& json);

} // namespace sandbench
