// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/project/change_store.h"
#include "core/project/host_folder.h"

#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbench {

enum class ApplyState {
    Applied,
    Undone,
    Discarded,
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
            || state == ApplyState::Discarded || state == ApplyState::Same;
    }
};

/// Where a changed file stands: what of it is here, and what a person decided of the rest.
enum class ChangeStanding {
    Open, ///< As it was sent.
    InPart, ///< Something of it was applied or discarded, and more is open.
    Applied,
    AppliedInPart, ///< The rest was discarded.
    Discarded,
    Same, ///< It is so here, and was not applied.
    Conflict,
    Refused,
};

struct ChangeReview
{
    ChangeStanding standing = ChangeStanding::Refused;
    std::string why; ///< Of a conflict, and of what is refused.
    bool canUndo = false; ///< Something was applied or discarded.
};

/// Whether @p path is @p named, or below it. "./src/" is as good as "src".
bool isNamed(std::string_view path, std::string_view named);
/// Whether one of @p paths names it; none = everything is meant.
bool isMeant(std::string_view path, const std::vector<std::string>& paths);

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
    using Texts = std::pair<std::string, std::string>;
    /// As it is here, and as it is wanted, of a file whose contents are text and can be applied.
    /// Errors: InvalidArgument where they are no text; AlreadyExists, with what is to be said,
    /// where the file here is another one.
    Result<Texts> texts(const ProjectChange& change) const;
    /// What of it was applied: as it was here before, and as it is. Errors: as texts(), NotFound
    /// where nothing was.
    Result<Texts> appliedTexts(const ProjectChange& change) const;

    /// One part of the difference of texts(): @p part is what unifiedGroup() tells of it. A
    /// conflict where there is no such part any more.
    ApplyOutcome applyPart(const ProjectChange& change, std::string_view part);
    /// It is not wanted: from now on neither part of texts() nor applied.
    ApplyOutcome discardPart(const ProjectChange& change, std::string_view part);
    /// Of what @p paths name, what is not applied is not wanted. A stop request leaves the rest.
    Result<std::vector<ApplyOutcome>>
    discard(const std::vector<std::string>& paths, const std::stop_token& stop);

    ChangeReview review(const ProjectChange& change) const;

    /// Everything that was applied or discarded, or what @p paths name. A stop request leaves the
    /// rest.
    Result<std::vector<ApplyOutcome>>
    undo(const std::vector<std::string>& paths, const std::stop_token& stop);

private:
    ChangeApplier(ChangeStore& store, ProjectChanges changes, HostFolder folder)
        : m_store(store)
        , m_changes(std::move(changes))
        , m_folder(std::move(folder))
    {
    }

    Result<void> readDecisions();
    /// What is wanted of it.
    const MaybeFile& goalOf(const ProjectChange& change) const;
    /// Whether what is here is what was sent, or was put here by us.
    bool isOurs(const MaybeFile& there, const ProjectChange& change) const;
    Result<std::string> contentsOf(const MaybeFile& file) const;
    /// With @p part alone, or with everything but it.
    Result<std::string>
    textOfPart(const ProjectChange& change, std::string_view part, bool isWanted) const;
    Result<ApplyState> tryDiscardPart(const ProjectChange& change, std::string_view part);
    MaybeFile goalWithout(const ProjectChange& change) const;
    /// What was discarded of @p paths; the outcomes get those of which nothing was applied.
    Result<void>
    wantAgain(const std::vector<std::string>& paths, std::vector<ApplyOutcome>& outcomes);
    /// @p text: null = what is wanted of it.
    Result<ApplyState> tryApply(const ProjectChange& change, const std::string_view* text);
    Result<ApplyState> tryUndo(const AppliedFile& file);
    ApplyOutcome outcome(const std::string& path, const Result<ApplyState>& state) const;

    ChangeStore& m_store;
    ProjectChanges m_changes;
    HostFolder m_folder;
    /// Of what was applied to one file: what was here at first, and what was put here last.
    struct Applied
    {
        MaybeFile first, last;
    };
    std::map<std::string, Applied> m_applied; ///< By path.
    ChangeStore::Wanted m_wanted;
};

} // namespace sandbench
