// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/folder_change.h"

#include "core/base/json.h"
#include "core/session/guest_files.h"

#include <utility>

namespace sandbench {

namespace {

constexpr std::pair<const char*, FolderChange::Kind> kKinds[]
    = {{"created", FolderChange::Kind::Created},
       {"written", FolderChange::Kind::Written},
       {"removed", FolderChange::Kind::Removed},
       {"renamed", FolderChange::Kind::Renamed},
       {"mode", FolderChange::Kind::Mode}};

} // namespace

std::optional<FolderChange> folderChangeOf(std::string_view line, const std::string& folder)
{
    const auto said = parseJson(line, kLongestChange).value_or(Json());
    auto path = jsonString(said, "path");
    const auto inside = folder.ends_with('/') ? folder : folder + "/";
    if (path.size() <= inside.size() || path.size() > kMaxGuestPath || !path.starts_with(inside))
        return std::nullopt;
    const auto change = jsonString(said, "change");
    for (const auto& [name, kind] : kKinds)
        if (name == change)
            return FolderChange{std::move(path), kind};
    return std::nullopt;
}

} // namespace sandbench
