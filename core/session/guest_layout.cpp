// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/guest_layout.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench {

namespace {

constexpr std::size_t kLongestFolderPath = 4096;
constexpr std::size_t kMaxNameBytes = 256;

/// Set by us, or about the agent's own start.
constexpr std::array<std::string_view, 13> kNotTheImages
    = {"HOME", "USER",   "LOGNAME",  "PWD",        "OLDPWD",       "SHLVL",           "_",
       "TERM", "TMPDIR", "HOSTNAME", "MPLBACKEND", "MPLCONFIGDIR", "SANDBENCH_OUTPUT"};

bool hasParentComponent(std::string_view path)
{
    while (!path.empty())
        if (takeUpTo(path, '/') == "..")
            return true;
    return false;
}

/// Without empty components and "."; a slash at the end stays.
std::string normalized(std::string_view path)
{
    std::string made;
    while (!path.empty()) {
        const auto slash = path.find('/');
        const auto component = path.substr(0, slash);
        const bool isLast = slash == std::string_view::npos;
        path.remove_prefix(isLast ? path.size() : slash + 1);
        if (!component.empty() && component != ".")
            made.append("/").append(component);
        if (path.empty() && !isLast && component != ".")
            made += "/";
    }
    return made.empty() ? "/" : made;
}

bool isPlain(std::string_view text)
{
    return text.find('\0') == std::string_view::npos && replaceInvalidUtf8(text) == text;
}

std::map<std::string, std::string> imageEnvironment(const Json& agentSetup)
{
    std::map<std::string, std::string> env;
    const auto& told = jsonField(agentSetup, "env");
    if (!told.is_object())
        return env;
    for (const auto& [name, value] : told.items()) {
        const bool isOurs
            = std::find(kNotTheImages.begin(), kNotTheImages.end(), name) != kNotTheImages.end();
        if (isOurs || name.empty() || name.find('=') != std::string::npos || !isPlain(name)
            || !value.is_string() || !isPlain(value.get_ref<const std::string&>()))
            continue;
        env.emplace(name, value.get<std::string>());
    }
    // It would find no program at all.
    if (const auto path = env.find("PATH"); path != env.end() && path->second.empty())
        env.erase(path);
    return env;
}

} // namespace

GuestLayout GuestLayout::of(const GuestSetup& setup, const Json& agentSetup)
{
    GuestLayout layout;
    layout.work = setup.workFolder;
    layout.output = setup.workFolder + "/output";
    layout.home = setup.homeFolder;
    layout.current = setup.currentFolder.empty() ? setup.workFolder : setup.currentFolder;
    layout.isCurrentScratch = setup.isCurrentScratch;
    layout.entrypoint = setup.entrypoint;
    layout.toBeMade = {layout.output};
    if (const auto& folder = setup.temporaryFolder; !folder.empty()) {
        layout.temporary = folder + "/tmp";
        layout.reserve = folder + "/reserve";
        layout.toBeMade.insert(layout.toBeMade.end(), {layout.temporary, layout.reserve});
    }
    const auto name = jsonString(agentSetup, "user");
    if (!name.empty() && name.size() <= kMaxNameBytes && isPlain(name))
        layout.user = name;
    layout.env = imageEnvironment(agentSetup);
    return layout;
}

std::vector<std::string> GuestLayout::scratchFolders() const
{
    std::vector<std::string> folders = {work, temporary, home, "/dev/shm", reserve};
    if (isCurrentScratch)
        folders.push_back(current);
    return folders;
}

Result<std::string> GuestLayout::absolute(std::string_view path) const
{
    const auto refuse = [&](const char* why) {
        return Error(
            ErrorCode::InvalidArgument, "'" + std::string(path.substr(0, 200)) + "' " + why);
    };
    if (path.empty() || path.size() > kLongestFolderPath)
        return refuse("is not a usable path in the sandbox");
    if (path.find('\0') != std::string_view::npos)
        return refuse("holds a NUL byte, which no path may");
    if (hasParentComponent(path))
        return refuse("leads out through '..'; name the file directly");
    return normalized(
        path.starts_with('/') ? std::string(path) : current + "/" + std::string(path));
}

} // namespace sandbench
