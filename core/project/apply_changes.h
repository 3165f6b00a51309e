// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/project/change_store.h"
#include "core/project/host_folder.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbench {

enum class ApplyState {
    Applied,
    Undone,
    Same, ///< It is so already.
    Conflict, ///< The file here is not what was sent into the sandbox, or was applied: left alone.
    Refused, ///< It is no change that can be applied.
    Failed,
};

/// "applied"
std::string_view applyStateName(ApplyState state);

struct ApplyOutcome
{
    std::string path;
    ApplyState state = ApplyState::Failed;
    std::string why; ///< Empty where there is nothing to say.

    bool isDone() const
    {
        return state == ApplyState::Applied || state == ApplyState::Undone
            || state == ApplyState::Same;
    }
};

/// Whether @p path is @p named, or below it. "./src/" is as good as "src".
bool isNamed(std::string_view path, std::string_view named);

/// Brings what a run changed of a project into its folder, and takes it back. What is replaced is
/// kept before. Thread: one.
class ChangeApplier
{
public:
    /// Errors: those of ChangeStore and HostFolder.
    static Result<ChangeApplier> open(ChangeStore& store);

    const ProjectChanges& changes() const { return m_changes; }

    ApplyOutcome apply(const ProjectChange& change);
    /// Only some of a changed text: @p text instead of what the sandbox has.
    ApplyOutcome applyText(const ProjectChange& change, std::string_view text);
    /// Before and after, of a file whose contents are text and can be applied. Errors:
    /// InvalidArgument where they are no text; AlreadyExists, with what is to be said, where the
    /// file here is another one.
    Result<std::pair<std::string, std::string>> texts(const ProjectChange& change) const;

    /// Everything that was applied, or what @p paths name. A stop request leaves the rest.
    Result<std::vector<ApplyOutcome>>
    undo(const std::vector<std::string>& paths, const std::stop_token& stop);

private:
    ChangeApplier(ChangeStore& store, ProjectChanges changes, HostFolder folder)
        : m_store(store)
        , m_changes(std::move(changes))
        , m_folder(std::move(folder))
    {
    }

    /// @p text: null = what the sandbox has.
    Result<ApplyState> tryApply(const ProjectChange& change, const std::string_view* text);
    Result<ApplyState> tryUndo(const AppliedFile& file);
    ApplyOutcome outcome(const std::string& path, const Result<ApplyState>& state) const;

    ChangeStore& m_store;
    ProjectChanges m_changes;
    HostFolder m_folder;
};

} // namespace sandbench
