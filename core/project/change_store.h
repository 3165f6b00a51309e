// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/project/project_changes.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// A file that was applied here, so that it can be undone.
struct AppliedFile
{
    std::string path;
    MaybeFile before; ///< What was here.
    MaybeFile after; ///< What was put in its place.
    unsigned rights = 0; ///< Of what was here, as chmod(2) has them.
};

/// What a run changed of a project, with the contents, and what was replaced here when it was
/// applied: the folder `changes/RUN` in the state folder, which only its user may read. One program
/// at a time has it open. Thread: one.
/// Errors of all calls: Io, PermissionDenied, ResourceExhausted (also past kMostBytes), Protocol
/// for a damaged one.
class ChangeStore
{
public:
    /// Contents of one run. Units: bytes.
    static constexpr std::uint64_t kMostBytes = 2 * kMostKeptBytes;
    /// What all of them keep: the oldest go, unless they are open.
    struct Bounds
    {
        std::size_t runs = 100;
        std::uint64_t bytes = 1ULL << 30;
    };

    /// Makes one, and removes what is too much. @p stateFolder is made too.
    static Result<ChangeStore>
    create(const std::string& stateFolder, const std::string& runId, const Bounds& bounds);
    /// Errors: also NotFound, Unavailable while another program has it open, InvalidArgument for
    /// what is no id of a run.
    static Result<ChangeStore> open(const std::string& stateFolder, const std::string& runId);
    /// Of a run that changed nothing.
    void discard();

    /// Keeps contents once; returns their digest.
    Result<std::string> keep(std::string_view bytes);
    Result<std::string> contents(const std::string& digest) const;

    Result<void> writeChanges(const ProjectChanges& changes);
    Result<ProjectChanges> readChanges() const;

    /// Before it is done, so that nothing is ever replaced without a note.
    Result<void> noteApplied(const AppliedFile& file);
    /// In their order.
    Result<std::vector<AppliedFile>> applied() const;
    Result<void> replaceApplied(const std::vector<AppliedFile>& files);

    /// What a person wants of files of which not everything is wanted. By path.
    using Wanted = std::map<std::string, MaybeFile>;
    Result<Wanted> wanted() const;
    Result<void> writeWanted(const Wanted& files);

private:
    explicit ChangeStore(UniqueFd folder, std::string path)
        : m_folder(std::move(folder))
        , m_path(std::move(path))
    {
    }
    static Result<ChangeStore> lock(const std::string& path);
    Result<void> replaceFile(const std::string& name, std::string_view bytes);
    Result<std::string> readOwn(const std::string& name, std::size_t limit) const;

    UniqueFd m_folder; // locked with flock(2)
    std::string m_path;
    UniqueFd m_applied; // open for more
    std::uint64_t m_bytes = 0; // of contents
};

} // namespace sandbench
