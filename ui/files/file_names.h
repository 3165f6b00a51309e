// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::ui {

/// Names and paths of files in a sandbox, which are untrusted, and what becomes of them here.
/// Thread: any.

/// Folders whose names begin so hold what was deleted, until that is undone or final.
inline constexpr std::string_view kTrashPrefix = ".sandbench-trash-";

/// "c" of "/a/b/c".
std::string lastComponent(std::string_view path);
/// "/a/b" of "/a/b/c", "/" of "/a".
std::string folderOf(std::string_view path);
std::string joined(const std::string& folder, const std::string& name);
/// One component of a path that stays where it is put: not "", ".", "..", and without "/" or NUL.
bool isUsableName(std::string_view name);
/// What of @p path stands below @p folder: "b/c" of "/a/b/c" below "/a". Nothing where it is not
/// below, or would leave it by "..".
std::optional<std::string> relativeTo(std::string_view folder, std::string_view path);

/// A name for a file of this machine, as safeFileName() makes it, which @p isTaken says no to: with
/// a number where it must be.
std::string
freeHostName(std::string_view name, const std::function<bool(const std::string& name)>& isTaken);

} // namespace sandbench::ui
