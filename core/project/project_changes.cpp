// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/project/project_changes.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench {

namespace {

constexpr std::size_t kMostPathBytes = 4095, kMostNameBytes = 255, kDigestDigits = 64;

bool isDigest(std::string_view text)
{
    return text.empty()
        || (text.size() == kDigestDigits
            && text.find_first_not_of("0123456789abcdef") == std::string_view::npos);
}

const char* whyNoName(std::string_view name)
{
    constexpr std::array<std::string_view, 3> kVersionControl = {".git", ".hg", ".svn"};
    if (name.empty() || name == "." || name == ".." || name.size() > kMostNameBytes)
        return "its path is none";
    // Some file systems know no capitals.
    if (std::ranges::find(kVersionControl, lowerCase(name)) != kVersionControl.end())
        return "it belongs to version control, which could run it";
    return nullptr;
}

Error notOurs()
{
    return Error(ErrorCode::Protocol, "the list of changes is damaged");
}

} // namespace

const char* ProjectChange::kind() const
{
    return !before ? "created" : after ? "changed" : "deleted";
}

void ProjectChanges::add(ProjectChange change)
{
    ++(!change.before ? created : change.after ? changed : deleted);
    if (files.size() < kMostListed)
        files.push_back(std::move(change));
}

const ProjectChange* ProjectChanges::find(std::string_view path) const
{
    const auto found = std::ranges::lower_bound(files, path, {}, &ProjectChange::path);
    return found != files.end() && found->path == path ? &*found : nullptr;
}

const char* whyNoPath(std::string_view path)
{
    if (path.size() > kMostPathBytes || path.find('\0') != std::string_view::npos)
        return "its path is none";
    if (!isValidUtf8(path))
        return "its name is not UTF-8";
    for (;;) {
        const auto slash = path.find('/');
        if (const auto* why = whyNoName(path.substr(0, slash)))
            return why;
        if (slash == std::string_view::npos)
            return nullptr;
        path.remove_prefix(slash + 1);
    }
}

Json toJson(const MaybeFile& file)
{
    if (!file)
        return nullptr;
    return {{"digest", file->digest}, {"bytes", file->bytes}, {"executable", file->isExecutable}};
}

Result<MaybeFile> readFileVersion(const Json& json)
{
    if (json.is_null())
        return MaybeFile();
    FileVersion file
        = {jsonString(json, "digest"), jsonCount(json, "bytes"), jsonBool(json, "executable")};
    if (!json.is_object() || !isDigest(file.digest))
        return notOurs();
    return MaybeFile(std::move(file));
}

Json toJson(const ProjectChanges& changes)
{
    auto files = Json::array();
    for (const auto& file : changes.files)
        files.push_back(
            {{"path", file.path},
             {"before", toJson(file.before)},
             {"after", toJson(file.after)},
             {"note", file.note}});
    return {{"folder", changes.folder},    {"files", std::move(files)},
            {"created", changes.created},  {"changed", changes.changed},
            {"deleted", changes.deleted},  {"left_out", changes.leftOut},
            {"partial", changes.isPartial}};
}

Result<ProjectChanges> readProjectChanges(const Json& json)
{
    ProjectChanges changes;
    changes.folder = jsonString(json, "folder");
    if (!changes.folder.starts_with('/'))
        return notOurs();
    for (const Json& file : jsonList(json, "files")) {
        ProjectChange change;
        change.path = jsonString(file, "path");
        SANDBENCH_TRY(change.before, readFileVersion(jsonField(file, "before")));
        SANDBENCH_TRY(change.after, readFileVersion(jsonField(file, "after")));
        change.note = jsonString(file, "note");
        if (change.before || change.after)
            changes.add(std::move(change));
    }
    std::ranges::sort(changes.files, {}, &ProjectChange::path);
    changes.created = jsonCount(json, "created");
    changes.changed = jsonCount(json, "changed");
    changes.deleted = jsonCount(json, "deleted");
    changes.leftOut = jsonCount(json, "left_out");
    changes.isPartial = jsonBool(json, "partial");
    return changes;
}

} // namespace sandbench
