// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/guest_path.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench {

namespace {

constexpr std::size_t kLongestPath = 4096;

bool isNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

bool isPlainPath(std::string_view path)
{
    if (!path.starts_with('/') || path.size() > kLongestPath)
        return false;
    if (std::any_of(path.begin(), path.end(), [](unsigned char c) { return c < 0x20; }))
        return false;
    for (std::size_t at = 1; at <= path.size() && path != "/";) {
        const auto end = std::min(path.find('/', at), path.size());
        const auto part = path.substr(at, end - at);
        if (part.empty() || part == "." || part == "..")
            return false;
        at = end + 1;
    }
    return true;
}

Result<void> checkWorkingFolder(std::string_view path)
{
    if (path.empty() || isPlainPath(path))
        return {};
    return Error(
        ErrorCode::InvalidArgument,
        "--workdir: '" + oneLine(path, 200)
            + "' is no working folder; name it by its absolute path in the sandbox");
}

bool isWithin(std::string_view path, std::string_view folder)
{
    return path == folder || folder == "/"
        || (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
}

bool isHostname(std::string_view name)
{
    constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-";
    constexpr std::size_t kLongest = 63;
    return !name.empty() && name.size() <= kLongest && !name.starts_with('-')
        && !name.ends_with('-') && name.find_first_not_of(kCharacters) == name.npos;
}

bool isRootUser(std::string_view user)
{
    const auto name = user.substr(0, user.find(':'));
    return name == "root" || (isNumber(name) && name.find_first_not_of('0') == name.npos);
}

} // namespace sandbench
