// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/project/apply_changes.h"

#include "core/base/sha256.h"
#include "core/project/file_versions.h"

#include <algorithm>

namespace sandbench {

namespace {

std::string_view withoutDots(std::string_view named)
{
    while (named.starts_with("./"))
        named.remove_prefix(2);
    while (named.ends_with('/'))
        named.remove_suffix(1);
    return named;
}

} // namespace

std::string_view applyStateName(ApplyState state)
{
    switch (state) {
    case ApplyState::Applied:
        return "applied";
    case ApplyState::Undone:
        return "undone";
    case ApplyState::Discarded:
        return "discarded";
    case ApplyState::Same:
        return "same";
    case ApplyState::Conflict:
        return "conflict";
    case ApplyState::Refused:
        return "refused";
    case ApplyState::Failed:
        break;
    }
    return "failed";
}

bool isNamed(std::string_view path, std::string_view named)
{
    named = withoutDots(named);
    return named == "." || named.empty() || path == named
        || (path.size() > named.size() && path.starts_with(named) && path[named.size()] == '/');
}

bool isMeant(std::string_view path, const std::vector<std::string>& paths)
{
    return paths.empty()
        || std::ranges::any_of(paths, [&](const auto& named) { return isNamed(path, named); });
}

Result<ChangeApplier> ChangeApplier::open(ChangeStore& store)
{
    SANDBENCH_TRY(auto changes, store.readChanges());
    SANDBENCH_TRY(auto folder, HostFolder::open(changes.folder));
    ChangeApplier applier(store, std::move(changes), std::move(folder));
    SANDBENCH_TRY_VOID(applier.readDecisions());
    return applier;
}

Result<void> ChangeApplier::readDecisions()
{
    m_applied.clear();
    SANDBENCH_TRY(const auto applied, m_store.applied());
    for (const auto& file : applied)
        m_applied.try_emplace(file.path, Applied{file.before, {}}).first->second.last = file.after;
    SANDBENCH_TRY(m_wanted, m_store.wanted());
    return {};
}

ApplyOutcome ChangeApplier::outcome(const std::string& path, const Result<ApplyState>& state) const
{
    if (state)
        return {path, *state, {}};
    switch (state.error().code()) {
    case ErrorCode::AlreadyExists:
        return {path, ApplyState::Conflict, state.error().message()};
    case ErrorCode::InvalidArgument:
        return {path, ApplyState::Refused, state.error().message()};
    default:
        return {path, ApplyState::Failed, state.error().text()};
    }
}

ApplyOutcome ChangeApplier::apply(const ProjectChange& change)
{
    return outcome(change.path, tryApply(change, nullptr));
}

ApplyOutcome ChangeApplier::applyText(const ProjectChange& change, std::string_view text)
{
    return outcome(change.path, tryApply(change, &text));
}

Result<ApplyState>
ChangeApplier::tryApply(const ProjectChange& change, const std::string_view* text)
{
    if (!change.note.empty())
        return Error(ErrorCode::InvalidArgument, change.note);
    auto after = goalOf(change);
    if (text && after) {
        after->digest = sha256Of(*text);
        after->bytes = text->size();
    }
    SANDBENCH_TRY(const auto there, m_folder.look(change.path));
    if (isSame(there, after))
        return ApplyState::Same;
    if (!isOurs(there, change))
        return conflictWith(there);
    AppliedFile applied = {change.path, there, after, 0};
    std::string old;
    if (there) {
        SANDBENCH_TRY(old, m_folder.read(change.path));
        SANDBENCH_TRY(applied.rights, m_folder.rightsOf(change.path));
        SANDBENCH_TRY(const auto digest, m_store.keep(old).within("keeping what is replaced"));
        if (digest != there->digest)
            return conflictWith(there);
    }
    std::string fresh;
    if (after && !text) {
        SANDBENCH_TRY(
            fresh,
            hasSameContents(there, after) ? Result<std::string>(std::move(old))
                                          : m_store.contents(after->digest));
    }
    SANDBENCH_TRY_VOID(m_store.noteApplied(applied));
    if (!after)
        SANDBENCH_TRY_VOID(m_folder.remove(change.path, *there));
    else
        SANDBENCH_TRY_VOID(
            m_folder.put(change.path, there, text ? *text : fresh, after->isExecutable));
    m_applied.try_emplace(change.path, Applied{there, {}}).first->second.last = after;
    return ApplyState::Applied;
}

Result<ApplyState> ChangeApplier::tryUndo(const AppliedFile& file)
{
    SANDBENCH_TRY(const auto there, m_folder.look(file.path));
    if (isSame(there, file.before))
        return ApplyState::Same;
    if (!hasSameContents(there, file.after))
        return conflictWith(there);
    if (!file.before) {
        SANDBENCH_TRY_VOID(m_folder.remove(file.path, *there));
        return ApplyState::Undone;
    }
    SANDBENCH_TRY(const auto bytes, m_store.contents(file.before->digest));
    SANDBENCH_TRY_VOID(
        m_folder.put(file.path, there, bytes, file.before->isExecutable, file.rights));
    return ApplyState::Undone;
}

Result<std::vector<ApplyOutcome>>
ChangeApplier::undo(const std::vector<std::string>& paths, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto files, m_store.applied());
    std::vector<ApplyOutcome> outcomes;
    std::vector<AppliedFile> left; // the last first
    for (auto file = files.rbegin(); file != files.rend(); ++file) {
        if (!isMeant(file->path, paths) || stop.stop_requested()) {
            left.push_back(*file);
            continue;
        }
        outcomes.push_back(outcome(file->path, tryUndo(*file)));
        if (!outcomes.back().isDone())
            left.push_back(*file);
    }
    std::ranges::reverse(left);
    SANDBENCH_TRY_VOID(m_store.replaceApplied(left));
    if (!stop.stop_requested())
        SANDBENCH_TRY_VOID(wantAgain(paths, outcomes));
    SANDBENCH_TRY_VOID(readDecisions());
    return outcomes;
}

} // namespace sandbench
