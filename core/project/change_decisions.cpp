// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What ChangeApplier knows of a file that a person decides about part by part.
#include "core/base/sha256.h"
#include "core/project/apply_changes.h"
#include "core/project/file_versions.h"
#include "core/project/line_diff.h"

#include <algorithm>
#include <set>

namespace sandbench {

namespace {

bool isLarge(const MaybeFile& file)
{
    return file && file->bytes > kMostDiffBytes;
}

Result<ChangeApplier::Texts> checkedTexts(ChangeApplier::Texts texts)
{
    if (!isDiffable(texts.first) || !isDiffable(texts.second))
        return Error(ErrorCode::InvalidArgument, "not text");
    return texts;
}

} // namespace

const MaybeFile& ChangeApplier::goalOf(const ProjectChange& change) const
{
    const auto wanted = m_wanted.find(change.path);
    return wanted == m_wanted.end() ? change.after : wanted->second;
}

bool ChangeApplier::isOurs(const MaybeFile& there, const ProjectChange& change) const
{
    const auto applied = m_applied.find(change.path);
    return hasSameContents(there, change.before)
        || (applied != m_applied.end() && hasSameContents(there, applied->second.last));
}

Result<std::string> ChangeApplier::contentsOf(const MaybeFile& file) const
{
    return file ? m_store.contents(file->digest) : Result<std::string>(std::string());
}

Result<ChangeApplier::Texts> ChangeApplier::texts(const ProjectChange& change) const
{
    if (!change.note.empty())
        return Error(ErrorCode::InvalidArgument, change.note);
    const auto& goal = goalOf(change);
    if (isLarge(change.before) || isLarge(goal))
        return Error(ErrorCode::InvalidArgument, "larger than is compared");
    SANDBENCH_TRY(const auto there, m_folder.look(change.path));
    if (!isOurs(there, change) && !hasSameContents(there, goal))
        return conflictWith(there);
    Texts texts;
    if (there) {
        SANDBENCH_TRY(texts.first, m_folder.read(change.path));
    }
    if (hasSameContents(there, goal))
        texts.second = texts.first;
    else {
        SANDBENCH_TRY(texts.second, contentsOf(goal));
    }
    return checkedTexts(std::move(texts));
}

Result<ChangeApplier::Texts> ChangeApplier::appliedTexts(const ProjectChange& change) const
{
    const auto applied = m_applied.find(change.path);
    if (applied == m_applied.end())
        return Error(ErrorCode::NotFound, "nothing of it was applied");
    const auto& [first, last] = applied->second;
    if (isLarge(first) || isLarge(last))
        return Error(ErrorCode::InvalidArgument, "larger than is compared");
    SANDBENCH_TRY(const auto there, m_folder.look(change.path));
    if (!hasSameContents(there, last))
        return conflictWith(there);
    Texts texts;
    SANDBENCH_TRY(texts.first, contentsOf(first));
    if (there) {
        SANDBENCH_TRY(texts.second, m_folder.read(change.path));
    }
    return checkedTexts(std::move(texts));
}

Result<std::string>
ChangeApplier::textOfPart(const ProjectChange& change, std::string_view part, bool isWanted) const
{
    SANDBENCH_TRY(const auto both, texts(change));
    const auto& [before, after] = both;
    const auto hunks = diffLines(before, after);
    for (const auto& group : groupHunks(hunks)) {
        if (unifiedGroup(before, after, hunks, group) != part)
            continue;
        std::vector<bool> chosen(hunks.size(), !isWanted);
        std::fill_n(
            chosen.begin() + static_cast<std::ptrdiff_t>(group.first), group.count, isWanted);
        return applyHunks(before, after, hunks, chosen);
    }
    return Error(ErrorCode::AlreadyExists, "the difference is another one by now");
}

ApplyOutcome ChangeApplier::applyPart(const ProjectChange& change, std::string_view part)
{
    const auto text = textOfPart(change, part, true);
    return text ? applyText(change, *text) : outcome(change.path, text.error());
}

ApplyOutcome ChangeApplier::discardPart(const ProjectChange& change, std::string_view part)
{
    return outcome(change.path, tryDiscardPart(change, part));
}

Result<ApplyState> ChangeApplier::tryDiscardPart(const ProjectChange& change, std::string_view part)
{
    SANDBENCH_TRY(const auto text, textOfPart(change, part, false));
    SANDBENCH_TRY(const auto there, m_folder.look(change.path));
    const auto digest = sha256Of(text);
    auto goal = there;
    const bool isRest = there ? there->digest == digest : text.empty();
    if (auto rest = goalOf(change); !isRest && rest) {
        SANDBENCH_TRY(rest->digest, m_store.keep(text));
        rest->bytes = text.size();
        goal = rest;
    }
    m_wanted[change.path] = goal;
    SANDBENCH_TRY_VOID(m_store.writeWanted(m_wanted));
    return ApplyState::Discarded;
}

MaybeFile ChangeApplier::goalWithout(const ProjectChange& change) const
{
    const auto there = m_folder.look(change.path);
    return there && isOurs(*there, change) ? *there : change.before;
}

Result<std::vector<ApplyOutcome>>
ChangeApplier::discard(const std::vector<std::string>& paths, const std::stop_token& stop)
{
    std::vector<ApplyOutcome> outcomes;
    for (const auto& change : m_changes.files) {
        if (stop.stop_requested())
            break;
        if (!isMeant(change.path, paths) || !change.note.empty())
            continue;
        m_wanted[change.path] = goalWithout(change);
        outcomes.push_back({change.path, ApplyState::Discarded, {}});
    }
    SANDBENCH_TRY_VOID(m_store.writeWanted(m_wanted));
    return outcomes;
}

Result<void>
ChangeApplier::wantAgain(const std::vector<std::string>& paths, std::vector<ApplyOutcome>& outcomes)
{
    std::set<std::string> told, failed;
    for (const auto& outcome : outcomes) {
        told.insert(outcome.path);
        if (!outcome.isDone())
            failed.insert(outcome.path);
    }
    auto left = m_wanted;
    for (const auto& [path, file] : m_wanted) {
        if (!isMeant(path, paths) || failed.contains(path))
            continue;
        left.erase(path);
        if (!told.contains(path))
            outcomes.push_back({path, ApplyState::Undone, {}});
    }
    return left.size() == m_wanted.size() ? Result<void>() : m_store.writeWanted(left);
}

ChangeReview ChangeApplier::review(const ProjectChange& change) const
{
    const auto applied = m_applied.find(change.path);
    const auto& goal = goalOf(change);
    ChangeReview review;
    review.canUndo = applied != m_applied.end() || m_wanted.contains(change.path);
    const auto there = change.note.empty()
        ? m_folder.look(change.path)
        : Result<MaybeFile>(Error(ErrorCode::InvalidArgument, change.note));
    if (!there) {
        review.why = there.error().text();
        return review;
    }
    const bool isApplied
        = applied != m_applied.end() && hasSameContents(*there, applied->second.last);
    const bool isWhole = isSame(goal, change.after);
    if (!isWhole && !isApplied && isSame(goal, change.before)) // whatever is here
        review.standing = ChangeStanding::Discarded;
    else if (isSame(*there, goal) && isWhole)
        review.standing = isApplied ? ChangeStanding::Applied : ChangeStanding::Same;
    else if (isSame(*there, goal))
        review.standing = isApplied ? ChangeStanding::AppliedInPart : ChangeStanding::Discarded;
    else if (isOurs(*there, change))
        review.standing = isApplied || !isWhole ? ChangeStanding::InPart : ChangeStanding::Open;
    else {
        review.standing = ChangeStanding::Conflict;
        review.why = conflictWith(*there).message();
    }
    return review;
}

} // namespace sandbench
