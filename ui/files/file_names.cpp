// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_names.h"

#include "core/artifact/artifact_store.h"

namespace sandbench::ui {

std::string lastComponent(std::string_view path)
{
    return std::string(path.substr(path.rfind('/') + 1)); // npos + 1 is 0
}

std::string folderOf(std::string_view path)
{
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos || slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string joined(const std::string& folder, const std::string& name)
{
    return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

bool isUsableName(std::string_view name)
{
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos
        && name.find('\0') == std::string_view::npos;
}

std::optional<std::string> relativeTo(std::string_view folder, std::string_view path)
{
    while (folder.ends_with('/'))
        folder.remove_suffix(1);
    if (!path.starts_with(folder) || path.size() <= folder.size() + 1 || path[folder.size()] != '/')
        return std::nullopt;
    const std::string_view relative = path.substr(folder.size() + 1);
    for (std::string_view rest = relative;;) {
        const auto slash = rest.find('/');
        if (!isUsableName(rest.substr(0, slash)))
            return std::nullopt;
        if (slash == std::string_view::npos)
            return std::string(relative);
        rest.remove_prefix(slash + 1);
    }
}

std::string
freeHostName(std::string_view name, const std::function<bool(const std::string& name)>& isTaken)
{
    const std::string safe = safeFileName(name);
    std::string free = safe;
    const auto dot = safe.rfind('.');
    const std::string stem = safe.substr(0, dot);
    const std::string ending = dot == std::string::npos ? "" : safe.substr(dot);
    for (int number = 2; isTaken(free); ++number)
        free = stem + "-" + std::to_string(number) + ending;
    return free;
}

} // namespace sandbench::ui
